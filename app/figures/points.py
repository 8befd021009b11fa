"""Points as Plotly takes them in frames."""

from __future__ import annotations

import numpy as np

DIGITS = 4


def xy(points: np.ndarray) -> dict[str, list]:
    """Rounded lists, with None for a gap: frames cannot hold packed arrays."""
    rounded = np.asarray(points, np.float64).round(DIGITS)
    return {
        name: [None if missing else value for value, missing in zip(column.tolist(), np.isnan(column), strict=True)]
        for name, column in zip("xy", rounded.T, strict=True)
    }
