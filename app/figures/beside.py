"""Beside: the loss and the probe of runs side by side, each run in a colour of its own."""

from __future__ import annotations

from app.figures.chart import Chart
from app.figures.rows import Look, Panel, Runs, axis_name, overlay, stacked

WIDTH = 2


def beside_figure(
    runs: Runs, loss: str, *, x: str = "step", log: bool = False, weight: float = 0.6, height: int = 260
) -> Chart:
    """The loss that the runs descend over what a probe reads off z; a run is called what it is given with."""
    look = Look(x, log, weight)
    rows = [Panel({loss: "loss"}, "loss, nats"), Panel({"probe_test": "probe"}, "probe, %", scale=100)]
    chart = stacked(runs, rows, look, height)
    chart.data = [
        line(overlay(name, number, steps, *next(iter(row.labels.items())), 0, row, axis_name(place), look), place == 0)
        for place, row in enumerate(rows)
        for number, (name, steps) in enumerate(runs)
    ]
    return chart


def line(trace: dict, named: bool) -> dict:
    """A curve of equal weight, named once."""
    return {**trace, "line": {**trace["line"], "width": WIDTH}, "showlegend": named}
