"""The numbers before contrasting and now, as lines of a table."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence

from igcl_core.gaussians.separation import Separation


def lines(vgae: Separation, untrained: Separation, now: Separation, step: int) -> list[dict[str, str]]:
    """One line per number: the VGAE alone, untrained z, z at `step`, and the change from the first to the last."""
    states = (vgae, untrained, now)
    own, nearest = [state.attribution for state in states], [state.nearness.share for state in states]
    error = math.hypot(own[0].error, own[-1].error)
    moved = f"{100 * (own[-1].accuracy - own[0].accuracy):+.1f} ± {100 * error:.1f} points"
    overlaps = {
        "Overlap within a class": [state.overlap.within for state in states],
        "Overlap between classes": [state.overlap.between for state in states],
        "within ÷ between": [state.overlap.contrast for state in states],
        "Overlap of all pairs": [state.overlap.overall for state in states],
    }
    distances = {
        "Distance to own mean": [state.nearness.own.mean() for state in states],
        "Distance to nearest other": [state.nearness.other.mean() for state in states],
        "own ÷ nearest other": [state.nearness.ratio for state in states],
    }
    points = f"{100 * (nearest[-1] - nearest[0]):+.1f} points"
    return [
        *plain_lines(overlaps, step),
        line("Samples nearest to their own", [f"{one.accuracy:.1%} ± {one.error:.1%}" for one in own], moved, step),
        *plain_lines(distances, step),
        line("Own mean is the nearest", [f"{share:.1%}" for share in nearest], points, step),
    ]


def plain_lines(values: Mapping[str, Sequence[float]], step: int) -> Iterator[dict[str, str]]:
    for name, row in values.items():
        yield line(name, [short(value) for value in row], change(row[0], row[-1]), step)


def line(name: str, values: Sequence[str], moved: str, step: int) -> dict[str, str]:
    first, second, third = values
    return {"Number": name, "VGAE alone": first, "untrained z": second, f"z at step {step}": third, "change": moved}


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
