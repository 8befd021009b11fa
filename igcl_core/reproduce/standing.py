"""Standing: where our mean lies against a printed cell."""

from __future__ import annotations

from igcl_core.reproduce.paper import Cell
from igcl_core.reproduce.summary import Summary

WITHIN, ABOVE, BELOW = "within", "above", "below"


def standing(ours: Summary, cell: Cell) -> str | None:
    """Within the paper's spread, above or below it; where the paper prints no spread, our own takes its place.

    None where one of these is not known: a single run has no spread.
    """
    if cell.mean is None or not ours.n or (cell.spread is None and ours.n < 2):
        return None
    spread = ours.spread * cell.unit if cell.spread is None else cell.spread
    difference = ours.mean * cell.unit - cell.mean
    if abs(difference) <= spread + 1e-9:
        return WITHIN
    return ABOVE if difference > 0 else BELOW
