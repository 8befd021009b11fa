"""Degrees: how many nodes have how many links."""

from __future__ import annotations

import numpy as np

from app.figures.chart import Chart
from app.figures.palette import BLUE
from app.figures.style import layout

FEW, BINS = 40, 30


def degrees_figure(degree: np.ndarray, *, height: int = 220) -> Chart:
    """A bar for every number of links, or for ranges that grow by a factor where there are many different ones."""
    most = int(degree.max(initial=0))
    edges = np.arange(most + 2) if most < FEW else growing(most)
    count, _ = np.histogram(degree, edges)
    first, last = edges[:-1], edges[1:] - 1
    words = [f"{a:,}" if a == b else f"{a:,} to {b:,}" for a, b in zip(first.tolist(), last.tolist(), strict=True)]
    hover = "%{customdata} links: %{y:,} nodes<extra></extra>"
    bars = {"type": "bar", "x": words, "y": count, "customdata": words, "marker": {"color": BLUE}}
    xaxis = {"title": {"text": "links of a node"}, "type": "category", "automargin": True}
    look = {"showlegend": False, "bargap": 0.1, "xaxis": xaxis, "yaxis": {"title": {"text": "nodes"}}}
    return Chart([{**bars, "hovertemplate": hover}], layout(height, **look))


def growing(most: int) -> np.ndarray:
    """Edges of ranges from 0, 1, 2, ... on, each wider than the one before; the last ends after `most`."""
    inner = np.unique(np.geomspace(1, most + 1, BINS).round().astype(np.int64))
    return np.concatenate([[0], inner])
