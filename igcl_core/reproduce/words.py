"""Words: a number of ours, its runs and its differences, written the same way wherever they are shown."""

from __future__ import annotations

from igcl_core.reproduce.old_rows import MARK
from igcl_core.reproduce.paper import Cell
from igcl_core.reproduce.summary import Paired, Summary

NONE = "-"


def mean_words(ours: Summary | None, unit: float = 100.0) -> str:
    """Mean ± spread; the mean alone of one run."""
    if ours is None or not ours.n:
        return NONE
    return _with_spread(unit * ours.mean, unit * ours.spread if ours.n > 1 else None, unit)


def printed_words(cell: Cell | None, unit: float = 100.0) -> str:
    """What the paper prints, in this unit."""
    if cell is None or cell.mean is None:
        return NONE
    scale = unit / cell.unit
    return _with_spread(scale * cell.mean, None if cell.spread is None else scale * cell.spread, unit)


def gain_words(gain: Paired | None, unit: float = 100.0) -> str:
    """The mean difference, and on how many seeds it goes up."""
    if gain is None:
        return NONE
    return f"{unit * gain.mean:+.{_digits(unit)}f} ({gain.up} of {gain.n} up)"


def run_words(ours: Summary | None, wanted: int, noun: str = " runs") -> str:
    """How many runs of how many there are, which diverged, and whether the old probe scored them."""
    if ours is None:
        return NONE
    runs = f"{ours.n}{noun}" if ours.n >= wanted and noun else f"{ours.n} of {wanted}{noun}"
    gone = f" · {ours.failed} diverged" if ours.failed else ""
    return f"{runs}{gone}{f' · {MARK}' if ours.old else ''}"


def _with_spread(mean: float, spread: float | None, unit: float) -> str:
    digits = _digits(unit)
    return f"{mean:.{digits}f}" + ("" if spread is None else f" ± {spread:.{digits}f}")


def _digits(unit: float) -> int:
    return 1 if unit == 100 else 3
