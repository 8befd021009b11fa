"""Tau sweep: what the temperature does to accuracy, overlap and the Jensen gap, with the paper's tau marked."""

from __future__ import annotations

import math
from collections.abc import Sequence

import plotly.graph_objects as go

from app.figures.palette import BLUE, GREEN, INK, VIOLET
from app.figures.style import AXIS, layout
from app.session.tau_sweep import SweepPoint

PANELS = (
    ("accuracy", "probe accuracy, %", 100.0, BLUE),
    ("overlap", "overlap of classes", 1.0, GREEN),
    ("gap", "Jensen gap, nats", 1.0, VIOLET),
)


def tau_figure(
    points: Sequence[SweepPoint], paper_tau: float | None = None, untrained: float | None = None, height: int = 430
) -> go.Figure:
    """One panel each for what has been measured, over a common logarithmic axis of tau."""
    panels = [panel for panel in PANELS if any(getattr(point, panel[0]) is not None for point in points)] or PANELS[:1]
    axes = {"xaxis": {**AXIS, "type": "log", "title": {"text": "temperature τ"}, "anchor": axis(len(panels) - 1)}}
    share, gap = 1 / len(panels), 0.06
    for number, (_, title, _, _) in enumerate(panels):
        domain = (1 - (number + 1) * share + (gap if number < len(panels) - 1 else 0), 1 - number * share)
        axes[axis(number).replace("y", "yaxis")] = {**AXIS, "title": {"text": title}, "domain": domain}
    traces = [curve(points, *panel, axis(number)) for number, panel in enumerate(panels)]
    marks = mark(paper_tau, "the paper's τ") if paper_tau else {"shapes": [], "annotations": []}
    if untrained is not None and points:
        traces.insert(0, level(points, untrained))
    return go.Figure(traces, layout(height, showlegend=untrained is not None, **axes, **marks))


def axis(number: int) -> str:
    return "y" if number == 0 else f"y{number + 1}"


def curve(points: Sequence[SweepPoint], metric: str, title: str, scale: float, color: str, axis: str) -> dict:
    known = [point for point in points if getattr(point, metric) is not None]
    return {
        "type": "scatter",
        "mode": "lines+markers",
        "name": title,
        "uid": metric,
        "showlegend": False,
        "x": [point.tau for point in known],
        "y": [scale * getattr(point, metric) for point in known],
        "yaxis": axis,
        "line": {"color": color, "width": 2},
        "marker": {"color": color, "size": 7},
        "hovertemplate": "τ %{x:g}: %{y:.3g}<extra>" + title + "</extra>",
    }


def level(points: Sequence[SweepPoint], untrained: float) -> dict:
    """The probe accuracy before any training."""
    taus = [point.tau for point in points]
    line = {"color": INK, "width": 1.5, "dash": "dash"}
    about = {"type": "scatter", "mode": "lines", "name": f"untrained, {100 * untrained:.1f} %", "uid": "untrained"}
    return {**about, "x": [min(taus), max(taus)], "y": [100 * untrained] * 2, "line": line, "hoverinfo": "skip"}


def mark(tau: float, words: str) -> dict:
    """A dotted line through all panels."""
    line = {"color": INK, "dash": "dot", "width": 1.5}
    shape = {"type": "line", "x0": tau, "x1": tau, "y0": 0, "y1": 1, "yref": "paper", "line": line}
    place = {"x": math.log10(tau), "y": 1, "yref": "paper", "yanchor": "bottom", "showarrow": False}
    return {"shapes": [shape], "annotations": [{**place, "text": f"{words} = {tau:g}"}]}
