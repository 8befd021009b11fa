"""The bound of one state: against the samples M with its cost, and against tau with its gap."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go

from app.figures.palette import CURVES, INK, PINK, faint
from app.figures.style import AXIS, LEGEND, layout
from igcl_core.analysis.gaussians import AgainstSamples, AgainstTau, GradientNoise

STANDARD_ERRORS = 2
RELEASED = "released code (transposed, no bound)"


def samples_figure(found: AgainstSamples, height: int = 360) -> go.Figure:
    """Estimates of L_ICL over M with a band of two standard errors, under L_upper; below, what each costs."""
    ends = [int(found.counts[0]), int(found.counts[-1])]
    traces = [
        *estimate(found.counts, found.estimate, found.error, "L_ICL from M samples ± 2 s.e."),
        level(ends, found.upper, "L_upper, closed form", CURVES["upper"]),
        level(ends, found.transposed, RELEASED, PINK, "dash"),
        line(found.counts, 1000 * found.seconds, "time of M samples", CURVES["implicit"], yaxis="y2", legend=False),
        level(ends, 1000 * found.upper_seconds, "time of L_upper", CURVES["upper"], yaxis="y2", legend=False),
    ]
    traces = named(traces, "low high implicit upper transposed samples-cost upper-cost")
    xaxis = {**AXIS, "type": "log", "anchor": "y2", "tickvals": found.counts.tolist(), "title": titled("samples M")}
    cost = {**AXIS, "domain": [0, 0.32], "title": titled("cost, ms"), "type": "log", "dtick": 1}
    yaxes = {"yaxis": {**AXIS, "domain": [0.42, 1], "title": titled("nats")}, "yaxis2": cost}
    return go.Figure(traces, layout(height, xaxis=xaxis, legend=LEGEND, hovermode="x unified", **yaxes))


def bound_over_tau(found: AgainstTau, tau: float, height: int = 360) -> go.Figure:
    """L_upper, L_ICL and the released code's loss over tau on logarithmic scales; below, the Jensen gap."""
    gap = np.where(found.gap > 0, found.gap, np.nan)
    traces = [
        *estimate(found.taus, found.implicit, found.error, f"L_ICL, {found.samples} samples ± 2 s.e."),
        line(found.taus, found.upper, "L_upper", CURVES["upper"]),
        line(found.taus, found.transposed, RELEASED, PINK, dash="dash"),
        line(found.taus, gap, "Jensen gap", CURVES["gap"], yaxis="y2", legend=False),
    ]
    traces = named(traces, "low high implicit upper transposed gap")
    here = {"type": "line", "x0": tau, "x1": tau, "y0": 0, "y1": 1, "yref": "paper",
            "line": {"color": INK, "width": 1.5, "dash": "dot"}}  # fmt: skip
    name = {"text": f"τ {tau:g}", "x": np.log10(tau), "y": 0.37, "yref": "paper", "showarrow": False, "xanchor": "left"}
    logs = {**AXIS, "type": "log", "dtick": 1}
    xaxis = {**AXIS, "type": "log", "anchor": "y2", "title": titled("temperature τ"), "dtick": "D2"}
    below = {**logs, "domain": [0, 0.32], "title": titled("gap, nats"), "exponentformat": "power", "dtick": 2}
    yaxes = {"yaxis": {**logs, "domain": [0.42, 1], "title": titled("nats")}, "yaxis2": below}
    look = {"xaxis": xaxis, "legend": LEGEND, "hovermode": "x unified", "shapes": [here], "annotations": [name]}
    return go.Figure(traces, layout(height, **look, **yaxes))


def noise_figure(found: GradientNoise, height: int = 360) -> go.Figure:
    """The share of the gradient that is luck, over M; the closed form's is nothing."""
    percent = 100 * found.noise
    ends = [int(found.counts[0]), int(found.counts[-1])]
    traces = [
        {**line(found.counts, percent, "L_CL from M samples", CURVES["implicit"]), "mode": "lines+markers"},
        level(ends, 0.0, "L_upper, closed form", CURVES["upper"]),
    ]
    xaxis = {**AXIS, "type": "log", "tickvals": found.counts.tolist(), "title": titled("samples M")}
    yaxis = {**AXIS, "title": titled("luck, % of the gradient"), "rangemode": "tozero"}
    look = {"xaxis": xaxis, "yaxis": yaxis, "legend": LEGEND, "hovermode": "x unified"}
    return go.Figure(named(traces, "noise closed"), layout(height, **look))


def named(traces: list[dict], names: str) -> list[dict]:
    """Traces with the names by which Plotly finds them again: plain words."""
    return [{**trace, "uid": name} for trace, name in zip(traces, names.split(), strict=True)]


def estimate(x: np.ndarray, mean: np.ndarray, error: np.ndarray, name: str) -> list[dict]:
    """A measured curve with dots inside its band."""
    known = np.isfinite(error)
    low, high = (mean + sign * STANDARD_ERRORS * error for sign in (-1, 1))
    band = {"type": "scatter", "x": x[known], "mode": "lines", "line": {"width": 0}, "hoverinfo": "skip",
            "showlegend": False}  # fmt: skip
    filled = {"fill": "tonexty", "fillcolor": faint(CURVES["implicit"], 0.25)}
    return [
        {**band, "y": low[known]},
        {**band, **filled, "y": high[known]},
        {**line(x, mean, name, CURVES["implicit"]), "mode": "lines+markers", "marker": {"size": 5}},
    ]


def line(
    x: np.ndarray, y: np.ndarray, name: str, color: str, *, yaxis: str = "y", dash: str = "solid", legend: bool = True
) -> dict:
    return {"type": "scatter", "x": x, "y": y, "mode": "lines", "name": name, "yaxis": yaxis,
            "line": {"color": color, "width": 2, "dash": dash}, "showlegend": legend,
            "hovertemplate": f"%{{y:.4g}}<extra>{name}</extra>"}  # fmt: skip


def level(
    ends: Sequence[int], value: float, name: str, color: str, dash: str = "solid", yaxis: str = "y", legend: bool = True
) -> dict:
    return line(np.array(ends), np.array([value, value]), name, color, yaxis=yaxis, dash=dash, legend=legend)


def titled(text: str) -> dict:
    return {"text": text, "standoff": 2}
