"""Counted: the lines of a results file that count today, and those among them that a claim is judged by."""

from __future__ import annotations

from collections.abc import Iterable
from os import PathLike

from igcl_core.reproduce.results import Results, Row
from igcl_core.reproduce.tables import is_current
from igcl_core.training.method import KINDS

RECOMMENDED, PAPER = KINDS


def counted(file: str | PathLike) -> list[Row]:
    """The runs with either preset as it is now; rehearsals and runs of earlier presets stay in the file."""
    return [row for row in Results(file).rows() if is_current(row)]


def recommended(rows: Iterable[Row]) -> list[Row]:
    """The runs with our recommended settings."""
    return [row for row in rows if row["preset"] == RECOMMENDED]
