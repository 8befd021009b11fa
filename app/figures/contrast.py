"""The contrastive loss: its closed-form bound, what it bounds, and the two forces in it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from app.figures.chart import Chart
from app.figures.palette import CURVES, faint
from app.figures.rows import Look, Panel, Runs, stacked
from app.figures.series import kept, positions, series
from igcl_core.training import Step

STANDARD_ERRORS = 2


def contrast_figure(
    runs: Runs,
    *,
    x: str = "step",
    log: bool = False,
    weight: float = 0.6,
    height: int = 260,
    forks: Sequence[int] = (),
) -> Chart:
    """L_upper and L_ICL with its error band over attraction and repulsion; the latest Jensen gap in words.

    L_ICL is drawn as measured, never smoothed: its band of two standard errors belongs to each single estimate.
    """
    steps = runs[0][1] if runs else ()
    bound = {"upper": "L_upper, nats", "implicit": "L_ICL ± 2 s.e."}
    if descends_another_loss(steps):
        bound = {"loss": "loss descended", **bound}
    forces = {"attraction": "attraction, nats", "repulsion": "repulsion"}
    rows = [Panel(bound, share=1.2, heading=True), Panel(forces, heading=True)]
    chart = stacked(runs, rows, Look(x, log, weight), height, forks)
    chart.data += error_band(steps, x)
    if words := gap_in_words(steps):
        top = chart.layout["yaxis2"]["domain"][1]
        place = {"x": 1, "y": top, "xref": "paper", "yref": "paper", "xanchor": "right", "yanchor": "bottom"}
        chart.layout["annotations"].append({**place, "text": words, "showarrow": False, "borderpad": 0})
    return chart


def descends_another_loss(steps: Sequence[Step]) -> bool:
    """Whether the backbone learns from something else than L_upper: samples, explicit views, the released code's."""
    return any("loss" in step.metrics and step.metrics.get("upper") != step.metrics["loss"] for step in steps)


def error_band(steps: Sequence[Step], x: str = "step") -> list[dict]:
    """Two standard errors to each side of L_ICL, as an outline to be filled."""
    measured = [step for step in steps if "implicit" in step.metrics and "implicit_se" in step.metrics]
    mean, error = (series(measured, name)[1] for name in ("implicit", "implicit_se"))
    rows = kept(mean)
    place, mean, error = positions(measured, x)[rows], mean[rows], STANDARD_ERRORS * error[rows]
    about = {
        "type": "scatter",
        "x": place,
        "mode": "lines",
        "line": {"width": 0},
        "hoverinfo": "skip",
        "legendgroup": "implicit",
        "showlegend": False,
    }
    filled = {"fill": "tonexty", "fillcolor": faint(CURVES["implicit"], 0.25)}
    low, high = (mean - error).astype(np.float32), (mean + error).astype(np.float32)
    return [{**about, "y": low, "uid": "implicit low"}, {**about, **filled, "y": high, "uid": "implicit high"}]


def gap_in_words(steps: Sequence[Step]) -> str:
    """The latest Jensen gap with its uncertainty, or nothing before the first."""
    for step in reversed(steps):
        if "gap" in step.metrics:
            error = STANDARD_ERRORS * step.metrics.get("implicit_se", float("nan"))
            return f"Jensen gap {step.metrics['gap']:.2g} ± {error:.1g}"
    return ""
