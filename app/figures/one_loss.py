"""One loss: the loss that is descended now, alone, for whoever sits far away."""

from __future__ import annotations

from collections.abc import Sequence

from app.figures.chart import Chart
from app.figures.rows import Look, Panel, Runs, stacked


def one_loss_figure(
    runs: Runs,
    metric: str,
    label: str,
    *,
    x: str = "step",
    log: bool = False,
    weight: float = 0.6,
    height: int = 260,
    forks: Sequence[int] = (),
) -> Chart:
    """A single curve under its name and latest value."""
    return stacked(runs, [Panel({metric: label}, heading=True)], Look(x, log, weight), height, forks)
