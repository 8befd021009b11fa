"""Frame: a layout at one moment of its settling."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True, eq=False)
class Frame:
    """Coordinates after `iteration` of `total`; `cost` is what the method minimises, None where it was not measured.

    `warm` says that it began at a layout given to it.
    """

    xy: np.ndarray
    iteration: int
    total: int
    cost: float | None = None
    warm: bool = False

    @property
    def settled(self) -> bool:
        return self.iteration >= self.total
