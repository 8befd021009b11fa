"""Health of an embedding: how long it is, how wide its Gaussians are, how many directions it uses."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from app.figures.chart import Chart
from app.figures.rows import Look, Panel, Runs, stacked

METRICS_OF_HEALTH = {"z_norm": "mean |z|", "sigma": "mean σ", "effective_rank": "effective rank"}
ROUND = (1, 1.5, 2, 3, 4, 5, 6, 8, 10)
ROOM = 1.1


def health_figure(
    runs: Runs,
    *,
    x: str = "step",
    log: bool = False,
    weight: float = 0.0,
    height: int = 240,
    forks: Sequence[int] = (),
) -> Chart:
    """Three slim rows: mean |z|, mean sigma, effective rank."""
    rows = [Panel({metric: label}, heading=True) for metric, label in METRICS_OF_HEALTH.items()]
    chart = stacked(runs, rows, Look(x, log, weight), height, forks)
    for name, axis in chart.layout.items():
        if name.startswith("yaxis") and not log:
            axis.update(from_zero(chart, name.replace("axis", "")))
    return chart


def from_zero(chart: Chart, axis: str) -> dict:
    """The ticks of a slim row: at 0 and at a round number, far enough apart for both to be read."""
    seen = np.concatenate([trace["y"] for trace in chart.data if trace["yaxis"] == axis] or [np.zeros(0)])
    top = float(np.max(seen[np.isfinite(seen)], initial=0.0))
    if top <= 0:
        return {"rangemode": "tozero"}
    power = 10.0 ** np.floor(np.log10(top))
    tick = power * max(step for step in ROUND if step * power <= top)
    return {"range": [0, ROOM * top], "tickvals": [0, tick], "ticktext": ["0", f"{tick:.3g}"]}
