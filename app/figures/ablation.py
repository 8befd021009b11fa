"""Ablation: accuracy of every training strategy on every dataset, as boxes over single runs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import plotly.graph_objects as go

from app.figures.palette import BLUE, GREEN, INK, ORANGE, PINK, faint
from app.figures.style import AXIS, layout
from app.plain_text import plain_in_chart

COLORS = {"noise": PINK, "vgae": GREEN, "explicit": ORANGE, "igcl": BLUE}


def ablation_figure(
    accuracies: Mapping[str, Mapping[str, Sequence[float]]],
    titles: Mapping[str, str],
    names: Mapping[str, str],
    visit: Sequence[tuple[str, str, float]] = (),
    height: int = 360,
) -> go.Figure:
    """`accuracies[dataset][row]` are those of single runs (0 to 1), datasets from left to right; `visit` holds
    (dataset, name, accuracy)."""
    rows = dict.fromkeys(row for of_dataset in accuracies.values() for row in of_dataset)
    traces = [box(row, accuracies, titles, names) for row in COLORS if row in rows]
    if visit:
        traces.append(visit_points(visit, names))
    x = {**AXIS, "showgrid": False, "categoryarray": [names[dataset] for dataset in accuracies]}
    y = {**AXIS, "title": {"text": "accuracy, %"}}
    grouped = {"boxmode": "group", "boxgap": 0.25, "boxgroupgap": 0.15}
    return go.Figure(traces, layout(height, xaxis=x, yaxis=y, **grouped))


def box(row: str, accuracies: Mapping[str, Mapping[str, Sequence[float]]], titles: Mapping, names: Mapping) -> dict:
    """The runs of one strategy, side by side with the others of each dataset; every run is a point."""
    pairs = [(names[dataset], value) for dataset, of in accuracies.items() for value in of.get(row, ())]
    return {
        "type": "box",
        "name": titles[row],
        "uid": row,
        "x": [name for name, _ in pairs],
        "y": [100 * value for _, value in pairs],
        "boxpoints": "all",
        "jitter": 0.4,
        "pointpos": 0,
        "marker": {"color": COLORS[row], "size": 4},
        "line": {"color": COLORS[row], "width": 1.5},
        "fillcolor": faint(COLORS[row], 0.2),
        "hovertemplate": "%{x}: %{y:.1f} %<extra>" + titles[row] + "</extra>",
    }


def visit_points(visit: Sequence[tuple[str, str, float]], names: Mapping[str, str]) -> dict:
    """Runs of this visit as diamonds over the boxes of their dataset."""
    return {
        "type": "scatter",
        "mode": "markers",
        "name": "this visit",
        "uid": "visit",
        "x": [names[dataset] for dataset, _, _ in visit],
        "y": [100 * accuracy for _, _, accuracy in visit],
        "text": [plain_in_chart(name) for _, name, _ in visit],
        "marker": {"symbol": "diamond", "size": 10, "color": INK, "line": {"color": "#FFFFFF", "width": 1}},
        "hovertemplate": "%{text}: %{y:.1f} %<extra>this visit</extra>",
    }
