"""The numbers of the stages of a run, as lines of a table."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence

from igcl_core.analysis.gaussians.attribution import Attribution
from igcl_core.analysis.gaussians.separation import Separation
from igcl_core.analysis.gaussians.stages import MEANS, Stage

LARGEST, NEAREST = "Samples whose own product is largest", "Samples whose own is the nearest"


def lines(found: Mapping[Stage, Separation]) -> list[dict[str, str]]:
    """One line per number: its value at every stage, and its change from each stage of means to the last."""
    states = list(found.values())
    numbers = [
        *_plain(_overlaps(states), short, change),
        (LARGEST, [state.attribution for state in states], _share, _points),
        (NEAREST, [state.nearest for state in states], _share, _points),
        *_plain(_distances(states), short, change),
        *_plain({"Own mean is the nearest": [state.nearness.share for state in states]}, _percent, _percent_points),
    ]
    return [_line(list(found), *number) for number in numbers]


def _overlaps(states: Sequence[Separation]) -> dict[str, list[float]]:
    return {
        "Overlap within a class": [state.overlap.within for state in states],
        "Overlap between classes": [state.overlap.between for state in states],
        "within ÷ between": [state.overlap.contrast for state in states],
        "Overlap of all pairs": [state.overlap.overall for state in states],
    }


def _distances(states: Sequence[Separation]) -> dict[str, list[float]]:
    return {
        "Distance to own mean": [state.nearness.own.mean() for state in states],
        "Distance to nearest other": [state.nearness.other.mean() for state in states],
        "own ÷ nearest other": [state.nearness.ratio for state in states],
    }


def _plain(values: Mapping[str, Sequence[float]], words: Callable, moved: Callable) -> Iterator[tuple]:
    return ((name, row, words, moved) for name, row in values.items())


def _line(stages: list[Stage], name: str, values: Sequence, words: Callable, moved: Callable) -> dict[str, str]:
    """A number in words: its values by the titles of their stages, and what moved from each stage of means."""
    shown = {stage.title: words(value) for stage, value in zip(stages, values, strict=True)}
    changes = {
        f"change from {stage.title}": moved(value, values[-1])
        for stage, value in zip(stages, values, strict=True)
        if stage.place == MEANS
    }
    return {"Number": name, **shown, **changes}


def _share(one: Attribution) -> str:
    return f"{one.accuracy:.1%} ± {one.error:.1%}"


def _points(before: Attribution, now: Attribution) -> str:
    error = math.hypot(before.error, now.error)
    return f"{100 * (now.accuracy - before.accuracy):+.1f} ± {100 * error:.1f} points"


def _percent(share: float) -> str:
    return f"{share:.1%}"


def _percent_points(before: float, now: float) -> str:
    return f"{100 * (now - before):+.1f} points"


def change(before: float, now: float) -> str:
    """How a positive number changed, as a difference and as a factor."""
    if not (math.isfinite(before) and math.isfinite(now)):
        return "–"
    factor = f" (× {now / before:.3g})" if before > 0 else ""
    return f"{now - before:+.2g}{factor}"


def short(value: float) -> str:
    """Two digits or more, however small: 102, 0.25, 0.0071, 1e-09; a dash where there is no number."""
    if math.isnan(value):
        return "–"
    return f"{value:.0f}" if value >= 100 else f"{value:.2g}" if value >= 1e-4 or value == 0 else f"{value:.0e}"
