"""Lines: the numbers of a method that has no picture of its own for them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from app.figures.chart import Chart
from app.figures.rows import Look, Panel, Runs, stacked


def lines_figure(
    runs: Runs,
    labels: Mapping[str, str],
    x: str = "step",
    log: bool = False,
    weight: float = 0.6,
    height: int = 190,
    forks: Sequence[int] = (),
) -> Chart:
    """One panel with a curve for each metric under its label."""
    return stacked(runs, [Panel(labels)], Look(x, log, weight), height, forks)
