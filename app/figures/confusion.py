"""Confusion: which class is taken for which, as a table of counts shaded by the share of each true class."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go

from app.figures.palette import BLUE, CLEAR
from app.figures.style import layout


def confusion_figure(
    y: np.ndarray, found: np.ndarray, names: Sequence[str], *, found_as: str = "cluster", height: int = 300
) -> go.Figure:
    """Rows are true classes, columns what was found; what was found to be no class (-1) has a column of its own."""
    extra = ["none"] if (found < 0).any() else []
    columns = [*names, *extra]
    count = np.zeros((len(names), len(columns)), int)
    np.add.at(count, (y, np.where(found < 0, len(names), found)), 1)
    share = count / np.maximum(count.sum(axis=1, keepdims=True), 1)
    heat = go.Heatmap(
        z=share, x=columns, y=list(names), text=count, texttemplate="%{text}", zmin=0, zmax=1, showscale=False,
        colorscale=[[0, CLEAR], [1, BLUE]], xgap=1, ygap=1,
        hovertemplate=f"%{{y}} as {found_as} %{{x}}: %{{text}} (%{{z:.0%}})<extra></extra>",
    )  # fmt: skip
    axes = {"xaxis": {"title": {"text": found_as}}, "yaxis": {"autorange": "reversed", "title": {"text": "class"}}}
    return go.Figure(heat, layout(height, **axes, margin={"l": 70, "r": 8, "t": 8, "b": 60}))
