"""Health of an embedding: how long it is, how wide its Gaussians are, how many directions it uses."""

from __future__ import annotations

from collections.abc import Sequence

from app.figures.chart import Chart
from app.figures.rows import Look, Row, Runs, stacked

METRICS_OF_HEALTH = {"z_norm": "mean |z|", "sigma": "mean σ", "effective_rank": "effective rank"}


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
    rows = [Row({metric: label}, heading=True) for metric, label in METRICS_OF_HEALTH.items()]
    chart = stacked(runs, rows, Look(x, log, weight), height, forks)
    for name, axis in chart.layout.items():
        if name.startswith("yaxis") and not log:
            axis.update(rangemode="tozero", nticks=3)
    return chart
