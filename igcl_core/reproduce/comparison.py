"""Comparison: a table of the paper with our numbers beside the printed ones, as plain rows of text.

iGCL stands there three times: as printed, as run here with our recommended settings, and as run here with the paper's.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from igcl_core.data import find_card
from igcl_core.reproduce.clusters import UNIT
from igcl_core.reproduce.cost import cost_words, not_run
from igcl_core.reproduce.counted import PAPER, RECOMMENDED
from igcl_core.reproduce.old_rows import MARK
from igcl_core.reproduce.paper import OURS, Cell, paper_cells
from igcl_core.reproduce.report import LABELS, PRINTED_AS, Key, by_key
from igcl_core.reproduce.report import Line as Compared
from igcl_core.reproduce.results import Row
from igcl_core.reproduce.runnable import why_not
from igcl_core.reproduce.standing import ABOVE, BELOW, WITHIN
from igcl_core.reproduce.tables import REFERENCES, TABLES
from igcl_core.reproduce.variants import OTHERS, VARIANTS
from igcl_core.reproduce.words import gain_words, mean_words, printed_words, run_words

PRINTED, RUN_HERE, REFERENCE, ADDED = "printed", "ours", "reference", "added"
SETTINGS = {RECOMMENDED: ", run here", PAPER: ", the paper's settings, run here"}
SETTINGS_OF_OTHERS = {RECOMMENDED: ", run here", PAPER: ", its own paper's settings, run here"}
MARKS = {WITHIN: "✓ within", ABOVE: "▲ above", BELOW: "▼ below", None: ""}
METRIC_TITLES = {"accuracy": "", "acc": "Acc", "nmi": "NMI", "ari": "ARI"}
CANNOT = "cannot run"
ONE_WAY, CLUSTER_WAYS = {"": ""}, {"": "", UNIT: ", L2-normalised rows"}


@dataclass(frozen=True)
class Entry:
    """A cell: a number, a smaller line below it, where it stands against the paper, and how it was measured."""

    text: str
    small: str = ""
    standing: str | None = None
    about: str = ""


NOTHING = Entry("–")


@dataclass(frozen=True)
class TableRow:
    """A row: `kind` is PRINTED, RUN_HERE, REFERENCE or ADDED."""

    label: str
    kind: str
    entries: tuple[Entry, ...]


@dataclass(frozen=True)
class AddedRun:
    """A run that somebody adds to the table, with the accuracy its own probe reads."""

    name: str
    dataset: str
    accuracy: float
    protocol: str


class _Way(NamedTuple):
    """Whose settings were run, and in which way the run was scored; both in words."""

    preset: str
    suffix: str
    words: str


def columns(table: str) -> list[tuple[str, str]]:
    """Dataset and metric of every column, in the order of the paper."""
    return list(dict.fromkeys((cell.dataset, cell.metric) for cell in paper_cells() if cell.table == table))


def headings(table: str) -> list[str]:
    return [f"{find_card(dataset).title} {METRIC_TITLES[metric]}".strip() for dataset, metric in columns(table)]


def comparison(table: str, rows: Sequence[Row], added: Iterable[AddedRun] = ()) -> list[TableRow]:
    """iGCL as printed and as run here, its references and the added runs; then the other methods of the paper."""
    found, methods = by_key(TABLES[table], rows), _printed(table)
    lines = _method_lines(table, OURS, methods.pop(OURS), found)
    lines += [line for name in REFERENCES for line in _reference_lines(table, name, found)]
    lines += [_added_line(table, run) for run in added if any(run.dataset == dataset for dataset, _ in columns(table))]
    return lines + [line for method, cells in methods.items() for line in _method_lines(table, method, cells, found)]


def _ways(table: str, row: str = "igcl") -> list[_Way]:
    scored = CLUSTER_WAYS if table == "clusters" else ONE_WAY
    return [
        _Way(preset, suffix, f"{settings}{words}")
        for preset, settings in (SETTINGS_OF_OTHERS if row in OTHERS else SETTINGS).items()
        for suffix, words in scored.items()
    ]


def _method_lines(table: str, method: str, cells: list[Cell], found: dict[Key, Compared]) -> list[TableRow]:
    """A method as printed, and below it as run here where it has been."""
    lines = [TableRow(method, PRINTED, tuple(map(printed_entry, cells)))]
    row = next((row for row, name in PRINTED_AS.items() if name == method), "")
    labels = f", {LABELS}" if row in VARIANTS and VARIANTS[row].uses_labels else ""
    for way in _ways(table, row):
        ours = [found.get((cell.dataset, row, cell.metric + way.suffix, way.preset)) for cell in cells]
        if any(ours):
            entries = tuple(
                our_entry(line, cell, table) if line else _missing(cell.dataset, row, way.preset)
                for line, cell in zip(ours, cells, strict=True)
            )
            lines.append(TableRow(f"{method}{labels}{way.words}", RUN_HERE, _said_once(entries)))
    return lines


def _said_once(entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
    """Of columns in a row that cannot be run for one reason, the first has it in words."""
    pairs = zip((NOTHING, *entries), entries, strict=False)
    return tuple(replace(entry, small="") if entry.text == CANNOT and entry == left else entry for left, entry in pairs)


def printed_entry(cell: Cell) -> Entry:
    if cell.mean is None:
        return NOTHING
    return Entry(printed_words(cell, cell.unit), about=f"As printed in the paper's table “{cell.label}”.")


def our_entry(line: Compared, cell: Cell, table: str) -> Entry:
    ours = line.ours
    text = mean_words(ours, cell.unit) if ours.n else "diverged"
    runs = run_words(ours, TABLES[table].repeats)
    return Entry(text, f"{MARKS[line.standing]} · {runs}".removeprefix(" · "), line.standing, ours.protocol)


def _missing(dataset: str, row: str, preset: str) -> Entry:
    """Nothing; but where a method cannot be run, or iGCL has not been with the paper's settings, the reason."""
    if (reason := why_not(row, dataset, preset)) is not None:
        return Entry(CANNOT, reason, about=reason)
    if (row, preset) != ("igcl", PAPER):
        return NOTHING
    return Entry("not run", cost_words(dataset), about=f"Not run: {not_run(dataset)}.")


def _reference_lines(table: str, name: str, found: dict[Key, Compared]) -> list[TableRow]:
    """A reference for either settings and every way of scoring, with what training adds to it on the same seeds."""
    lines, unit = [], 1.0 if table == "clusters" else 100.0
    for way in _ways(table):
        where = [(dataset, metric + way.suffix, way.preset) for dataset, metric in columns(table)]
        pairs = [(found.get((dataset, name, *rest)), found.get((dataset, "igcl", *rest))) for dataset, *rest in where]
        if any(reference for reference, _ in pairs):
            entries = tuple(_reference_entry(name, *pair, unit) for pair in pairs)
            lines.append(TableRow(f"{VARIANTS[name].title}{way.words}", REFERENCE, entries))
    return lines


def _reference_entry(name: str, reference: Compared | None, trained: Compared | None, unit: float) -> Entry:
    if reference is None:
        return NOTHING
    gain = trained.over.get(name) if trained else None
    words = [f"iGCL {gain_words(gain, unit)}"] if gain else []
    words += [MARK] if reference.ours.old else []
    return Entry(mean_words(reference.ours, unit), " · ".join(words), about=reference.protocol)


def _added_line(table: str, run: AddedRun) -> TableRow:
    """The accuracy of an added run, in the column of its dataset."""
    entries = tuple(
        Entry(f"{100 * run.accuracy:.1f}", "1 run, its probe", about=run.protocol)
        if dataset == run.dataset and metric == "accuracy"
        else NOTHING
        for dataset, metric in columns(table)
    )
    return TableRow(run.name, ADDED, entries)


def _printed(table: str) -> dict[str, list[Cell]]:
    rows: dict[str, list[Cell]] = {}
    for cell in paper_cells():
        if cell.table == table:
            rows.setdefault(cell.method, []).append(cell)
    return rows
