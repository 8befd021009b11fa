"""Far: the few items that lie so far out that a map of all would be a map of them."""

from __future__ import annotations

import numpy as np

from app.figures.palette import INK

MIDDLE = (0.05, 0.95)
REACH = 3.0  # half widths of the middle, from its centre
FEW = 0.02
RIM = 0.06
SIZE, BEFORE = 11, 6


def far_rows(xy: np.ndarray) -> np.ndarray:
    """Items beyond three times the half width of the middle nine tenths; none where these are more than a few."""
    low, high = np.quantile(xy, MIDDLE, axis=0)
    out = (np.abs(xy - (low + high) / 2) > REACH * (high - low) / 2).any(axis=1)
    return np.flatnonzero(out) if out.sum() <= max(1, FEW * len(xy)) else np.zeros(0, np.int64)


def drawn_in(xy: np.ndarray, far: np.ndarray) -> np.ndarray:
    """The same map with the far items at the edge of what all others need."""
    if not len(far):
        return xy
    others = np.delete(xy, far, axis=0)
    low, high = others.min(axis=0), others.max(axis=0)
    rim, drawn = RIM * (high - low), xy.copy()
    drawn[far] = np.clip(xy[far], low - rim, high + rim)
    return drawn


def far_marks(xy: np.ndarray, far: np.ndarray, item: str) -> dict:
    """An arrow outwards before every item that is drawn at the edge."""
    away = xy[far] - (xy.max(axis=0) + xy.min(axis=0)) / 2
    angle = np.degrees(np.arctan2(away[:, 0], away[:, 1])).round(1).tolist()
    return {
        "type": "scatter",
        "mode": "markers",
        "x": xy[far, 0],
        "y": xy[far, 1],
        "customdata": far.astype(np.int32),
        "marker": {"symbol": "arrow", "angle": angle, "size": SIZE, "standoff": BEFORE, "color": INK},
        "hovertemplate": f"{item} %{{customdata}} lies farther out<extra></extra>",
        "showlegend": False,
        "uid": "far",
    }


def far_words(count: int, item: str) -> str:
    """What a caption says of them; nothing if there are none."""
    if not count:
        return ""
    return f"{count} far {item}{'' if count == 1 else 's'} drawn at the edge, with an arrow"
