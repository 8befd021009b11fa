"""What tau does: bars of one item's softmax, with a slider through temperatures that moves in the browser."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import plotly.graph_objects as go

from app.figures.palette import GREEN, INK, VERMILION
from app.figures.replay import frame_slider
from app.figures.style import AXIS, FONT_SIZE, layout


@dataclass(frozen=True, eq=False)
class Shares:
    """Weights [taus, shown] of the shown embeddings, the item's own first, of `total`; `counts` of them matter."""

    taus: Sequence[float]
    tau: float
    weights: np.ndarray
    names: Sequence[str]
    total: int
    counts: np.ndarray


def tau_figure(found: Shares, item: str, height: int = 420) -> go.Figure:
    """The bars at the run's own tau, and a frame for every other."""
    home, names = list(found.taus).index(found.tau), [f"{tau:g}" for tau in found.taus]
    others = found.total - len(found.names)
    labels = [*found.names, *([f"all {others:,} others"] if others else [])]
    colors = [GREEN] + [VERMILION] * (len(found.names) - 1) + ([INK] if others else [])
    bars = {"orientation": "h", "y": labels, "marker": {"color": colors}, "showlegend": False,
            "hovertemplate": "%{y}: %{text}<extra></extra>", "textposition": "outside", "cliponaxis": False,
            "uid": "shares"}  # fmt: skip
    frames = [
        {
            "name": names[place],
            "data": [heights(found, place)],
            "layout": {"annotations": [summary(found, place, item)]},
        }
        for place in range(len(names))
    ]
    ticks = {**AXIS, "range": [0, 112], "ticksuffix": " %", "tickvals": [0, 25, 50, 75, 100]}
    margin = {"l": 8, "r": 8, "t": 128, "b": 28}
    look = layout(height, margin=margin, bargap=0.25, xaxis=ticks, annotations=[summary(found, home, item)],
                  yaxis={**AXIS, "type": "category", "automargin": True, "autorange": "reversed"},
                  sliders=[frame_slider(names, home, "τ = ", redraw=True, above=True)])  # fmt: skip
    return go.Figure([{**bars, **heights(found, home)}], look, frames=frames)


def heights(found: Shares, place: int) -> dict:
    """The length and the word of every bar at one temperature; the rest is what all others have together."""
    shown = 100 * found.weights[place]
    parts = [*shown.tolist(), *([max(100 - shown.sum(), 0.0)] if found.total > len(shown) else [])]
    return {"type": "bar", "x": parts, "text": [percent(part) for part in parts]}


def percent(part: float) -> str:
    return f"{part:.0f} %" if part >= 10 else f"{part:.1f} %" if part >= 0.1 else "< 0.1 %" if part > 0 else "0 %"


def summary(found: Shares, place: int, item: str) -> dict:
    """How many embeddings count, as if each of them had the same share."""
    text = f"as if {found.counts[place]:,.1f} of {found.total:,} {item}s counted"
    return {"text": text, "x": 0, "xref": "paper", "xanchor": "left", "y": 1, "yref": "paper", "yanchor": "bottom",
            "showarrow": False, "font": {"size": FONT_SIZE + 4}}  # fmt: skip
