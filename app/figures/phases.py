"""Phases of a run as faint bands, and forks as dotted lines, behind its curves."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from app.figures.palette import INK, faint, phase_color
from app.figures.series import positions
from igcl_core import METHODS
from igcl_core.training import DONE, Step

NARROW = 0.2
UNDER_TICKS = -15


class Band(NamedTuple):
    phase: str
    start: float
    end: float


def titles() -> dict[str, str]:
    """What phases are called under a curve; one that several methods call by different titles, by its own name."""
    found: dict[str, set[str]] = {}
    for method in METHODS.values():
        for phase in method.phases:
            found.setdefault(phase.name, set()).add(phase.title)
    return {name: next(iter(known)) if len(known) == 1 else name for name, known in found.items()}


TITLES = titles()


def bands(steps: Sequence[Step], x: str = "step") -> list[Band]:
    """Where each phase trained: a step covers the way from the step before it; the last one ends the phase before."""
    found: list[Band] = []
    for (start, end), step in zip(pairwise(positions(steps, x).tolist()), steps[1:], strict=True):
        phase = found[-1].phase if step.phase == DONE and found else step.phase
        if found and found[-1].phase == phase:
            found[-1] = found[-1]._replace(end=end)
        elif phase != DONE:
            found.append(Band(phase, start, end))
    return found


def band_shapes(found: Iterable[Band]) -> list[dict]:
    return [
        {
            "type": "rect",
            "layer": "below",
            "yref": "paper",
            "x0": band.start,
            "x1": band.end,
            "y0": 0,
            "y1": 1,
            "line": {"width": 0},
            "fillcolor": faint(phase_color(band.phase), 0.07),
        }
        for band in found
    ]


def band_labels(found: Sequence[Band]) -> list[dict]:
    """The phase under the ticks of every band that is wide enough for its name."""
    whole = found[-1].end - found[0].start if found else 0
    return [
        {
            "text": TITLES.get(band.phase, band.phase),
            "x": band.start,
            "y": 0,
            "yref": "paper",
            "xanchor": "left",
            "yanchor": "top",
            "yshift": UNDER_TICKS,
            "showarrow": False,
        }
        for band in found
        if band.end - band.start >= NARROW * whole
    ]


def fork_shapes(steps: Sequence[Step], forks: Iterable[int], x: str = "step") -> list[dict]:
    """A dotted line over all rows at each step where a branch left its parent."""
    place = dict(zip((step.index for step in steps), positions(steps, x).tolist(), strict=True))
    line = {"color": INK, "width": 1.5, "dash": "dot"}
    return [
        {"type": "line", "yref": "paper", "x0": place[fork], "x1": place[fork], "y0": 0, "y1": 1, "line": line}
        for fork in forks
        if fork in place
    ]
