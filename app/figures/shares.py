"""Shares: the classes of some picked items beside the classes of all."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go

from app.figures.palette import FAINT, class_color
from app.figures.style import layout


def shares_figure(y: np.ndarray, picked: np.ndarray, names: Sequence[str], *, height: int = 200) -> go.Figure:
    """Share of each class among the picked in its colour, among all items in grey; counts are in the hover."""
    inside, everywhere = (np.bincount(labels, minlength=len(names)) for labels in (y[picked], y))
    common = {"type": "bar", "orientation": "h", "y": list(names)}
    colors = [class_color(label) for label in range(len(names))]
    hover = "%{y}: %{customdata} items, %{x:.0%}<extra>"
    bars = [
        {"x": everywhere / max(len(y), 1), "name": "all", "marker": {"color": FAINT}, "customdata": everywhere},
        {"x": inside / max(len(picked), 1), "name": "picked", "marker": {"color": colors}, "customdata": inside},
    ]
    traces = [{**common, **bar, "hovertemplate": f"{hover}{bar['name']}</extra>"} for bar in bars]
    axes = {"xaxis": {"tickformat": ".0%"}, "yaxis": {"autorange": "reversed", "automargin": True}}
    return go.Figure(traces, layout(height, **axes, barmode="group", bargap=0.25, showlegend=False))
