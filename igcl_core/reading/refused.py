"""Refused: a file that cannot be read as it is, and the sentence that says where, what was expected, and what came."""

from __future__ import annotations

import re

from igcl_core.errors import shown

LONGEST_SAID = 200
MACHINERY = re.compile(r"<[^<>]* at 0x[0-9a-f]+>")


class Refused(ValueError):
    """A mistake in a file that somebody brought; nothing of the file is kept."""


def refused(
    file: str, expected: str, came: str, *, row: int | str | None = None, column: str | None = None, advice: str = ""
) -> Refused:
    """The error to raise. `row` counts from 1 as an editor does, or says what stands for a row there."""
    place = [shown(file).strip("'\"")]
    if row is not None:
        place.append(f"row {row:,}" if isinstance(row, int) else row)
    if column is not None:
        place.append(f"column {shown(column)}")
    return Refused(f"{', '.join(place)}: expected {expected}, but {came} came. {advice}".strip())


def said_by(problem: BaseException) -> str:
    """What a library says of foreign bytes, on one line and cut short, without what only machines understand."""
    words = " ".join(MACHINERY.sub("something", str(problem)).split()).rstrip(".")
    return words[:LONGEST_SAID] or type(problem).__name__
