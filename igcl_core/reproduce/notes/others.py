"""The paper's other systems in the notes, wherever they have been run here."""

from __future__ import annotations

from igcl_core.data import find_card
from igcl_core.reproduce.counted import RECOMMENDED
from igcl_core.reproduce.notes.markdown import markdown
from igcl_core.reproduce.report import LABELS, Line, report
from igcl_core.reproduce.results import Row
from igcl_core.reproduce.tables import TABLES
from igcl_core.reproduce.variants import OTHERS
from igcl_core.reproduce.words import NONE, mean_words, printed_words, run_words

HEAD = ["table", "dataset", "system", "settings", "runs", "here", "printed", "standing"]


def others(rows: list[Row]) -> str:
    """A line for every system, dataset and settings, by the first number of its table."""
    lines = [
        _cells(name, line)
        for name in ("nodes", "graphs", "clusters")
        for line in report(TABLES[name], rows)
        if line.ours.row in OTHERS and line.ours.row in TABLES[name].others
        if line.ours.metric == TABLES[name].metrics[0]
    ]
    return markdown(HEAD, lines)


def _cells(name: str, line: Line) -> list[str]:
    ours, unit = line.ours, line.paper.unit if line.paper else 100.0
    title = OTHERS[ours.row] + (f", {LABELS}" if line.uses_labels else "")
    settings = "ours" if ours.preset == RECOMMENDED else "its own paper's"
    about = [TABLES[name].title, find_card(ours.dataset).title, title, settings]
    numbers = [run_words(ours, TABLES[name].repeats, ""), mean_words(ours, unit), printed_words(line.paper, unit)]
    return [*about, *numbers, line.standing or NONE]
