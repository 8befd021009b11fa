"""Probe: what a linear classifier reads off the frozen embedding."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from app.figures.chart import Chart
from app.figures.palette import GREEN, INK
from app.figures.rows import Look, Panel, Runs, stacked
from app.figures.series import positions

UNTRAINED = "untrained"
ROOM = 0.4  # of what is shown, for the label of a level


def probe_figure(
    runs: Runs,
    *,
    untrained: float | None = None,
    vgae_only: float | None = None,
    mean: str = "VGAE mean",
    x: str = "step",
    height: int = 180,
    forks: Sequence[int] = (),
) -> Chart:
    """Test accuracy in per cent, over the accuracies (0 to 1) of the untrained embedding and of the means."""
    row = Panel({"probe_test": "Probe accuracy, test, %"}, scale=100, heading=True)
    chart = stacked(runs, [row], Look(x, weight=0), height, forks)
    places = np.concatenate([[0.0], *(positions(steps, x) for _, steps in runs)])
    ends = [0.0, float(np.nanmax(places))]
    known = {UNTRAINED: untrained, f"{mean} only": vgae_only}
    levels = sorted((100 * value, name) for name, value in known.items() if value is not None)
    scores = [100 * step.metrics["probe_test"] for _, steps in runs for step in steps if "probe_test" in step.metrics]
    for place, (value, name) in enumerate(levels):
        chart.data.append(reference_line(name, value, ends))
        above = place > 0 and not free_below(value, levels[0][0], scores)
        chart.layout["annotations"].append(reference_label(name, value, above))
    return chart


def free_below(value: float, lower: float, scores: Sequence[float]) -> bool:
    """Whether a level has room for its label under it, between the curve that has come above it and the level below."""
    shown = [value, lower, *scores]
    return bool(scores) and scores[-1] > value and value - lower > ROOM * (max(shown) - min(shown))


def reference_line(name: str, value: float, ends: list[float]) -> dict:
    """A dashed level across the figure."""
    line = {"color": INK if name == UNTRAINED else GREEN, "width": 1.5, "dash": "dash"}
    about = {"type": "scatter", "mode": "lines", "name": name, "uid": name, "showlegend": False, "hoverinfo": "skip"}
    return {**about, "x": ends, "y": [value, value], "line": line}


def reference_label(name: str, value: float, above: bool) -> dict:
    """Its name at the right end: the lower of two levels is labelled below its line, the other where it is free."""
    place = {"x": 1, "xref": "paper", "xanchor": "right", "y": value, "yanchor": "bottom" if above else "top"}
    return {**place, "text": f"{name} {value:.1f}", "showarrow": False}
