"""Sensitivity: final accuracy against the adjacency accuracy at which the VGAE was stopped."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import plotly.graph_objects as go

from app.figures.palette import class_color, class_symbol, faint
from app.figures.style import AXIS, layout

STEP = 10


def sensitivity_figure(
    points: Mapping[str, Sequence[tuple[float, float]]],
    names: Mapping[str, str],
    left_out: Mapping[str, int] | None = None,
    height: int = 340,
) -> go.Figure:
    """Per dataset: every run as a point, the mean of each tenth of adjacency accuracy, one deviation around it.

    The legend says how many runs were left out, because they never reached their stop.
    """
    traces = []
    for number, (dataset, pairs) in enumerate(points.items()):
        x, y = 100 * np.array(pairs, float).T
        missed = (left_out or {}).get(dataset, 0)
        title = f"{names[dataset]} ({missed} left out)" if missed else names[dataset]
        traces += [*band(x, y, title, number), runs(x, y, title, number)]
    axes = {"xaxis": {**AXIS, "title": {"text": "adjacency accuracy of the stopped VGAE, %"}}}
    axes["yaxis"] = {**AXIS, "title": {"text": "accuracy, %"}}
    return go.Figure(traces, layout(height, **axes))


def tenths(x: np.ndarray, y: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Mean place, mean accuracy and its standard deviation of the runs in each tenth."""
    tenth = np.floor(x / STEP)
    parts = [(x[tenth == each], y[tenth == each]) for each in np.unique(tenth)]
    return tuple(np.array(column) for column in zip(*((a.mean(), b.mean(), b.std()) for a, b in parts), strict=True))


def band(x: np.ndarray, y: np.ndarray, name: str, number: int) -> list[dict]:
    place, mean, spread = tenths(x, y)
    color = class_color(number)
    edge = {"x": [*place, *place[::-1]], "y": [*(mean + spread), *(mean - spread)[::-1]]}
    about = {"type": "scatter", "legendgroup": name, "name": name, "showlegend": False}
    area = {**about, **edge, "fill": "toself", "mode": "lines", "line": {"width": 0}, "hoverinfo": "skip"}
    line = {**about, "x": place, "y": mean, "mode": "lines+markers", "line": {"color": color, "width": 2}}
    line |= {"marker": {"symbol": "triangle-up", "size": 9, "color": color}, "showlegend": True, "uid": name}
    line["hovertemplate"] = "%{y:.1f} %<extra>" + name + "</extra>"
    return [{**area, "fillcolor": faint(color, 0.15), "uid": f"{name} band"}, line]


def runs(x: np.ndarray, y: np.ndarray, name: str, number: int) -> dict:
    marker = {"color": class_color(number), "size": 4, "opacity": 0.6, "symbol": class_symbol(number)}
    about = {"type": "scatter", "mode": "markers", "name": name, "legendgroup": name, "showlegend": False}
    return {**about, "x": x, "y": y, "marker": marker, "uid": f"{name} runs", "hoverinfo": "skip"}
