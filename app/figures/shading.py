"""Shading: the ground that rings of two classes share, the deeper the darker, with as many points in every frame."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from app.figures.points import xy
from app.figures.rings import CONTOURS, Rings
from igcl_core.analysis.gaussians import areas, different, shared_ground

MOST_SHADED = 100
SHARED = "rgba(220, 20, 90, {})"
OPACITY = {2.0: 0.22, 1.0: 0.42}
NAME = "shared by two classes"


def shaded_pairs(rings: Sequence[Rings], y: np.ndarray, most: int = MOST_SHADED) -> np.ndarray:
    """The pairs of two classes that share ground in any of these states, the largest shares first; at most `most`."""
    pairs = different(y)
    if not len(pairs):
        return pairs
    outlines = [shared_ground(each.centres, each.covariances, pairs, max(CONTOURS)) for each in rings]
    largest = np.max([areas(outline) for outline in outlines], axis=0)
    order = np.argsort(-largest, kind="stable")[:most]
    return pairs[order[largest[order] > 0]]


def shading(rings: Rings, pairs: np.ndarray, x: str, y: str) -> list[dict]:
    """One trace per contour, the widest first; pairs that share nothing here are a point."""
    about = {"type": "scatter", "xaxis": x, "yaxis": y, "mode": "lines", "fill": "toself", "hoverinfo": "skip",
             "line": {"width": 0, "color": SHARED.format(1)}, "showlegend": False, "name": NAME}  # fmt: skip
    return [
        {**about, **xy(closed(rings, pairs, size)), "fillcolor": SHARED.format(OPACITY[size]),
         "uid": f"shared-{x}-{size:g}"}
        for size in sorted(CONTOURS, reverse=True)
    ]  # fmt: skip


def closed(rings: Rings, pairs: np.ndarray, size: float) -> np.ndarray:
    """All outlines of a contour, with a gap after each."""
    outlines = shared_ground(rings.centres, rings.covariances, pairs, size)
    gaps = np.full((len(outlines), 1, 2), np.nan)
    return np.concatenate([outlines, gaps], axis=1).reshape(-1, 2)
