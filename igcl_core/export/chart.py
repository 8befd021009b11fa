"""Chart: what an export carries: coordinates, the embedding they show, and what is known of every item."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from scipy import sparse


@dataclass(frozen=True, eq=False)
class MapTable:
    """One row per item: `xy` on the map, `z` in the true space, and named columns of numbers or words."""

    ids: np.ndarray
    xy: np.ndarray
    z: np.ndarray
    columns: Mapping[str, np.ndarray] = field(default_factory=dict)

    def __post_init__(self) -> None:
        z = self.z.toarray() if sparse.issparse(self.z) else self.z
        object.__setattr__(self, "ids", np.asarray(self.ids, np.int64))
        object.__setattr__(self, "xy", np.asarray(self.xy, np.float32))
        object.__setattr__(self, "z", np.asarray(z, np.float32))
        object.__setattr__(self, "columns", {name: _column(values) for name, values in self.columns.items()})
        items = len(self.ids)
        if self.xy.shape != (items, 2) or self.z.ndim != 2 or len(self.z) != items:
            raise ValueError(
                f"{items} items need {items} points and rows, but shapes {self.xy.shape} and {self.z.shape} came."
            )
        for name, values in self.columns.items():
            if values.shape != (items,):
                raise ValueError(f"The column {name!r} needs {items} values, but its shape is {values.shape}.")

    def rows(self, picked: np.ndarray) -> MapTable:
        """Some of the items."""
        columns = {name: values[picked] for name, values in self.columns.items()}
        return MapTable(self.ids[picked], self.xy[picked], self.z[picked], columns)


def _column(values: np.ndarray) -> np.ndarray:
    """Whole numbers, float32 or words: what every format can say."""
    values = np.asarray(values)
    if values.dtype == bool or np.issubdtype(values.dtype, np.integer):
        return values.astype(np.int64)
    return values.astype(np.float32) if np.issubdtype(values.dtype, np.floating) else values.astype(str)
