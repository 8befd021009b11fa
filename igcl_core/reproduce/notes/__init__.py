"""Notes: the tables of RESULTS.md and of the README, made from a results file.

A text holds each between the two lines `<!-- results: NAME -->` and `<!-- end of results -->`; `rewritten` fills
them in.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from igcl_core.errors import UnknownName
from igcl_core.reproduce.notes.classification import accuracy, accuracy_paper, counts, overview, standings
from igcl_core.reproduce.notes.figures import ablation, clusters, sensitivity
from igcl_core.reproduce.notes.others import others
from igcl_core.reproduce.results import Row

BEGIN, END = "<!-- results: {} -->", "<!-- end of results -->"
BLOCK = re.compile(rf"{BEGIN.format('(.+?)')}\n.*?{END}", re.DOTALL)
NOTES: dict[str, Callable[[list[Row]], str]] = {
    "overview": overview,
    "counts": counts,
    "accuracy": accuracy,
    "accuracy with the paper's settings": accuracy_paper,
    "standings": standings,
    "clusters": clusters,
    "ablation": ablation,
    "sensitivity": sensitivity,
    "other systems": others,
}


def rewritten(text: str, rows: Iterable[Row]) -> str:
    """The text with every block as these rows have it."""
    rows = list(rows)

    def block(found: re.Match) -> str:
        if found[1] not in NOTES:
            raise UnknownName("table of the notes", found[1], NOTES)
        return f"{BEGIN.format(found[1])}\n{NOTES[found[1]](rows)}\n{END}"

    return BLOCK.sub(block, text)
