"""Scale: where numbers lie between the first and the last colour, so that a few large ones do not take all of it."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

SKEWED = 8.0  # times as far from the median to the largest as from the smallest to the median
QUARTERS = (0.0, 0.25, 0.5, 0.75, 1.0)
STEPS = (1, 2, 5)


class Placed(NamedTuple):
    """The values as they are coloured, the ticks of their colour bar, and what it says about them."""

    value: np.ndarray
    ticks: dict[str, Any]
    words: str


def placed(value: np.ndarray) -> Placed:
    """Even numbers as they are; skewed ones by their logarithm, or by their rank where that would not spread them."""
    known = value[np.isfinite(value)]
    if not skewed(known):
        return Placed(value, {}, "")
    if known.min() > 0 and known.max() > SKEWED * np.median(known):
        at = log_ticks(float(known.min()), float(known.max()))
        return Placed(np.log10(value).astype(np.float32), ticks(np.log10(at), at), ", log scale")
    ranks = np.searchsorted(np.sort(known), value, side="right") / len(known)
    at = np.unique(np.quantile(known, QUARTERS))
    places = np.searchsorted(np.sort(known), at, side="right") / len(known)
    return Placed(np.where(np.isfinite(value), ranks, np.nan).astype(np.float32), ticks(places, at), ", by rank")


def skewed(known: np.ndarray) -> bool:
    """Whether most numbers crowd at one end."""
    if not len(known):
        return False
    low, middle, high = np.quantile(known, (0, 0.5, 1))
    below, above = middle - low, high - middle
    return max(below, above) > SKEWED * min(below, above) and len(np.unique(known)) > len(STEPS)


def log_ticks(low: float, high: float) -> np.ndarray:
    """1, 2 and 5 times the powers of ten between the two, or the two."""
    powers = range(int(np.floor(np.log10(low))), int(np.ceil(np.log10(high))) + 1)
    found = np.array([step * 10.0**power for power in powers for step in STEPS])
    found = found[(found >= low) & (found <= high)]
    return found if len(found) > 1 else np.array([low, high])


def ticks(places: np.ndarray, values: np.ndarray) -> dict[str, Any]:
    """Ticks that say the numbers themselves."""
    return {"tickvals": places.tolist(), "ticktext": [f"{value:.3g}" for value in values.tolist()]}
