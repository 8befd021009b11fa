"""Race: what a probe reads off each method's embedding, over the time that it has trained or over its steps."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from app.figures.chart import Chart
from app.figures.map import frame
from app.figures.palette import run_color
from app.figures.rows import FEW, Look, Panel, axis_name, inside, nothing_yet, overlay, x_title, y_axis
from app.figures.series import positions
from app.figures.style import AXIS, layout
from app.plain_text import plain_in_chart
from igcl_core import Step

PROBE = "probe_test"
ROW = Panel({PROBE: "probe"}, "test accuracy, %", scale=100)
WIDTH, DOT, STAR, TICK = 2, 4, 13, 30
USES_LABELS = "uses labels"


class Racer(NamedTuple):
    """A method's name, its steps so far, whether it learns from labels, and the step that is best on validation."""

    name: str
    steps: Sequence[Step]
    supervised: bool = False
    best: Step | None = None

    @property
    def title(self) -> str:
        return f"{self.name}, {USES_LABELS}" if self.supervised else self.name


def race_figure(racers: Sequence[Racer], x: str = "seconds", height: int = 280) -> Chart:
    """A line for each method in its colour, dotted where it uses labels, a star at the step best on validation."""
    look = Look(x, weight=0)
    lines = [line(number, racer, look) for number, racer in enumerate(racers)]
    stars = [star(number, racer, x) for number, racer in enumerate(racers) if racer.best is not None]
    return Chart(
        lines + stars,
        layout(
            height,
            hovermode="closest",
            showlegend=False,
            annotations=[x_title(look), *nothing_yet(lines)],
            xaxis={**AXIS, "anchor": axis_name(0), "autorangeoptions": {"clipmin": 0}},
            yaxis=y_axis(ROW, lines, look, inside(height) // TICK),
        ),
    )


def line(number: int, racer: Racer, look: Look) -> dict:
    """The probe of one method."""
    trace = overlay(racer.title, number, racer.steps, PROBE, "probe", 0, ROW, axis_name(0), look)
    color = run_color(number)
    drawn = {"color": color, "width": WIDTH, "dash": "dot" if racer.supervised else "solid"}
    dots = {"mode": "lines+markers", "marker": {"size": DOT, "color": color}} if len(trace["x"]) <= FEW else {}
    return {**trace, **dots, "line": drawn, "uid": f"probe-{number}"}


def star(number: int, racer: Racer, x: str) -> dict:
    """The step whose accuracy counts."""
    (at,), value = positions([racer.best], x), 100 * racer.best.metrics[PROBE]
    said = f"{plain_in_chart(racer.title)}: best on validation at step {racer.best.index:,}, test {value:.1f} %"
    return {
        "type": "scatter",
        "mode": "markers",
        "x": [float(at)],
        "y": [value],
        "marker": {"symbol": "star", "size": STAR, "color": run_color(number), "line": {"width": 1, "color": "white"}},
        "uid": f"best-{number}",
        "showlegend": False,
        "hovertemplate": f"{said}<extra></extra>",
    }


def empty_map(words: str, height: int) -> Chart:
    """Room for a map, with a word in its middle."""
    said = {"text": plain_in_chart(words), "x": 0.5, "xref": "paper", "y": 0.5, "yref": "paper", "showarrow": False}
    return Chart([], {**frame(height, wide=False), "annotations": [said], "showlegend": False})
