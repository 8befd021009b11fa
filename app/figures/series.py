"""Series: the numbers of a run as arrays, smoothed and thinned for drawing."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from igcl_core.training import Step

X_TITLES = {"step": "step", "epoch": "step", "seconds": "seconds"}
LIMIT = 600


def positions(steps: Sequence[Step], x: str = "step") -> np.ndarray:
    """Where each step lies on the x axis: at its seconds, or at its index, which counts the VGAE's warm-up too."""
    if x not in X_TITLES:
        raise ValueError(f"The x axis must be one of {', '.join(X_TITLES)}, not {x!r}.")
    if x == "seconds":
        return np.array([step.metrics.get("seconds", math.nan) for step in steps], np.float64)
    return np.array([step.index for step in steps], np.int64)


def series(steps: Sequence[Step], metric: str, x: str = "step") -> tuple[np.ndarray, np.ndarray]:
    """x and y of the steps that report the metric."""
    reporting = [step for step in steps if metric in step.metrics]
    return positions(reporting, x), np.array([step.metrics[metric] for step in reporting], np.float64)


def smooth(values: np.ndarray, weight: float) -> np.ndarray:
    """Exponential moving average without the pull to 0 at its start; what is not finite is passed over, as NaN."""
    if not 0 <= weight < 1:
        raise ValueError(f"The smoothing weight must be from 0 to below 1, not {weight:g}.")
    total = mass = 0.0
    smoothed = []
    for value in np.asarray(values, np.float64).tolist():
        if math.isfinite(value):
            total, mass = weight * total + (1 - weight) * value, weight * mass + (1 - weight)
            smoothed.append(total / mass)
        else:
            smoothed.append(math.nan)
    return np.array(smoothed, np.float64)


def kept(y: np.ndarray, limit: int = LIMIT) -> np.ndarray:
    """Rows to draw of a long line, at most `limit`: the first, the last, and each bucket's minimum and maximum."""
    if limit < 4:
        raise ValueError(f"At least 4 points are needed to keep the shape of a line, not {limit}.")
    count = len(y)
    if count <= limit:
        return np.arange(count)
    width = math.ceil(count / ((limit - 2) // 2))
    starts = np.arange(0, count, width)
    padding = len(starts) * width - count
    finite = np.isfinite(y)
    lowest, highest = (
        starts + pick(np.pad(np.where(finite, y, fill), (0, padding), constant_values=fill).reshape(-1, width), axis=1)
        for pick, fill in ((np.argmin, np.inf), (np.argmax, -np.inf))
    )
    return np.unique(np.concatenate([[0], lowest, highest, [count - 1]]))


def decimate(x: np.ndarray, y: np.ndarray, limit: int = LIMIT) -> tuple[np.ndarray, np.ndarray]:
    """A line of at most `limit` points that still shows every peak and every dip."""
    rows = kept(np.asarray(y, np.float64), limit)
    return np.asarray(x)[rows], np.asarray(y)[rows]
