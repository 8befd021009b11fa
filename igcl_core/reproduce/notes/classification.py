"""Classification in the notes: iGCL with our settings and with the paper's, beside what is printed."""

from __future__ import annotations

from igcl_core.data import find_card
from igcl_core.reproduce.cost import not_run
from igcl_core.reproduce.counted import PAPER, RECOMMENDED
from igcl_core.reproduce.notes.markdown import markdown
from igcl_core.reproduce.old_rows import MARK
from igcl_core.reproduce.paper import printed
from igcl_core.reproduce.report import Line, by_key
from igcl_core.reproduce.results import Row
from igcl_core.reproduce.standing import WITHIN
from igcl_core.reproduce.tables import TABLES
from igcl_core.reproduce.words import NONE, gain_words, mean_words, printed_words, run_words

COLUMNS = [(table, dataset) for table in ("nodes", "graphs") for dataset in TABLES[table].datasets]
REFERENCES = {"untrained": "over untrained", "smoothed": "over smoothed", "batch-norm": "over batch norm only"}
AT_OR_ABOVE, NEARLY, BELOW = (
    "at or above the printed mean",
    "below it within the printed spread",
    "below the printed spread",
)
WHOSE = {RECOMMENDED: "Our settings", PAPER: "The paper's settings"}
OVERVIEW = {
    "iGCL here": ("igcl", RECOMMENDED),
    "paper's settings here": ("igcl", PAPER),
    "untrained here": ("untrained", RECOMMENDED),
    "untrained, paper's settings": ("untrained", PAPER),
    "smoothed, not trained": ("smoothed", RECOMMENDED),
    "batch norm only": ("batch-norm", RECOMMENDED),
}
Found = dict[tuple[str, str, str], Line]


def overview(rows: list[Row]) -> str:
    """The README's table: a column for each dataset. Runs stand below what was trained."""
    found = _found(rows)
    lines = [["paper", *(printed_words(printed(*where)) for where in COLUMNS)]]
    for label, (row, preset) in OVERVIEW.items():
        ours = [found.get((dataset, row, preset)) for _, dataset in COLUMNS]
        lines.append([label, *(mean_words(line.ours if line else None) for line in ours)])
        if row == "igcl":
            lines.append([f"{label}: runs", *map(_count, ours)])
    return markdown(["accuracy, %", *(find_card(dataset).title for _, dataset in COLUMNS)], lines)


def counts(rows: list[Row]) -> str:
    """How many datasets stand where, in a sentence for each settings."""
    found = _found(rows)
    sentences = []
    for preset, whose in WHOSE.items():
        groups = _groups(found, preset)
        known = sum(map(len, groups.values()))
        words = ", ".join(f"{len(names)} {where}" for where, names in groups.items())
        sentences.append(f"{whose}: {f'of {known} datasets {words}' if known else 'not run yet'}.")
    return "\n".join(sentences)


def accuracy(rows: list[Row]) -> str:
    """With our recommended settings, against the paper and against what nothing trained."""
    found, lines = _found(rows), []
    for table, dataset in COLUMNS:
        line = found.get((dataset, "igcl", RECOMMENDED))
        gains = [gain_words(line.over.get(name) if line else None) for name in REFERENCES]
        lines.append([*_beside_the_paper(line, table, dataset), *gains])
    return markdown(["dataset", "runs", "iGCL here", "paper", "standing", *REFERENCES.values()], lines)


def accuracy_paper(rows: list[Row]) -> str:
    """With the paper's settings, or why there is no run."""
    found, lines = _found(rows), []
    for table, dataset in COLUMNS:
        line = found.get((dataset, "igcl", PAPER))
        name, runs, ours, *rest = _beside_the_paper(line, table, dataset)
        gain = gain_words(line.over.get("untrained") if line else None)
        lines.append([name, runs, ours if line else f"not run: {not_run(dataset)}", *rest, gain])
    return markdown(["dataset", "runs", "iGCL here", "paper", "standing", "over its untrained"], lines)


def standings(rows: list[Row]) -> str:
    """Which datasets stand where, as a list."""
    found, lines = _found(rows), []
    for preset, whose in WHOSE.items():
        groups = {where: names for where, names in _groups(found, preset).items() if names}
        words = "; ".join(f"{where}: {', '.join(names)}" for where, names in groups.items())
        lines.append(f"- {whose}, {words}." if words else f"- {whose}: not run yet.")
    return "\n".join(lines)


def _found(rows: list[Row]) -> Found:
    lines = [*by_key(TABLES["nodes"], rows).values(), *by_key(TABLES["graphs"], rows).values()]
    return {(line.ours.dataset, line.ours.row, line.ours.preset): line for line in lines}


def _beside_the_paper(line: Line | None, table: str, dataset: str) -> list[str]:
    """Name, runs, our mean, the paper's, and where ours stands."""
    ours = line.ours if line else None
    about = [find_card(dataset).title, run_words(ours, TABLES[table].repeats, ""), mean_words(ours)]
    return [*about, printed_words(printed(table, dataset)), (line.standing if line else None) or NONE]


def _groups(found: Found, preset: str) -> dict[str, list[str]]:
    """Titles of datasets by where our mean stands against the printed one, to the digit that is shown."""
    groups: dict[str, list[str]] = {AT_OR_ABOVE: [], NEARLY: [], BELOW: []}
    for _, dataset in COLUMNS:
        line = found.get((dataset, "igcl", preset))
        if line and line.ours.n and line.paper:
            above = round(100 * line.ours.mean, 1) >= line.paper.mean
            where = AT_OR_ABOVE if above else NEARLY if line.standing == WITHIN else BELOW
            groups[where].append(find_card(dataset).title)
    return groups


def _count(line: Line | None) -> str:
    return f"{line.ours.n}{f', {MARK}' if line.ours.old else ''}" if line else NONE
