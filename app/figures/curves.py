"""Curves: numbers of a run over its steps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import plotly.graph_objects as go

from app.figures.palette import CLASSES
from igcl_core import Step

DASHES = ("solid", "dash", "dot")


def curves(steps: Sequence[Step], labels: Mapping[str, str], y_title: str) -> go.Figure:
    """One line per metric in `labels` (metric to legend text), from the steps that report it."""
    figure = go.Figure()
    for number, (metric, label) in enumerate(labels.items()):
        points = [(step.index, step.metrics[metric]) for step in steps if metric in step.metrics]
        x, y = zip(*points, strict=True) if points else ((), ())
        line = {"color": CLASSES[number % len(CLASSES)], "dash": DASHES[number % len(DASHES)], "width": 2.5}
        figure.add_scatter(x=x, y=y, name=label, mode="lines", line=line)
    figure.update_xaxes(title="step", range=[0, steps[-1].total if steps else 1])
    figure.update_yaxes(title=y_title, rangemode="tozero")
    figure.update_layout(
        height=340,
        margin={"l": 10, "r": 10, "t": 40, "b": 10},
        showlegend=True,
        legend={"orientation": "h", "y": 1.02, "yanchor": "bottom", "x": 0},
        hovermode="x unified",
    )
    return figure
