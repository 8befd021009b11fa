"""Comparison: a table of the paper with our numbers beside the printed ones, as plain rows of text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from igcl_core import DATASETS
from igcl_core.reproduce import TABLES, VARIANTS
from igcl_core.reproduce.paper import OURS, Cell, paper_cells
from igcl_core.reproduce.results import Row
from igcl_core.reproduce.standing import ABOVE, BELOW, WITHIN, standing
from igcl_core.reproduce.summary import Summary, paired, summarise

RUN_HERE = {"iGCL": "igcl", "VGAE": "vgae"}
REFERENCES = ("untrained", "batch-norm")
MARKS = {WITHIN: "✓ within", ABOVE: "▲ above", BELOW: "▼ below", None: ""}
METRIC_TITLES = {"accuracy": "", "acc": "Acc", "nmi": "NMI", "ari": "ARI"}


@dataclass(frozen=True)
class Entry:
    """A cell: a number, a smaller line below it, where it stands against the paper, and how it was measured."""

    text: str
    small: str = ""
    standing: str | None = None
    about: str = ""


NOTHING = Entry("–")


@dataclass(frozen=True)
class Line:
    """A row: `kind` is "printed", "ours", "reference" or "visit"."""

    label: str
    kind: str
    entries: tuple[Entry, ...]


@dataclass(frozen=True)
class VisitRun:
    """A run of this visit, with the accuracy its own probe reads."""

    name: str
    dataset: str
    accuracy: float
    protocol: str


def columns(table: str) -> list[tuple[str, str]]:
    """Dataset and metric of every column, in the order of the paper."""
    return list(dict.fromkeys((cell.dataset, cell.metric) for cell in paper_cells() if cell.table == table))


def headings(table: str) -> list[str]:
    return [f"{DATASETS[dataset].title} {METRIC_TITLES[metric]}".strip() for dataset, metric in columns(table)]


def comparison(table: str, rows: Sequence[Row], visit: Iterable[VisitRun] = ()) -> list[Line]:
    """iGCL as printed and as run here, its references and the visit's runs; then the other methods of the paper."""
    ours, methods = _summaries(table, rows), _printed(table)
    lines = _method_lines(table, OURS, methods.pop(OURS), ours)
    lines += [line for name in REFERENCES for line in _reference(table, name, ours)]
    lines += [_visit_line(table, run) for run in visit if any(run.dataset == dataset for dataset, _ in columns(table))]
    return lines + [line for method, cells in methods.items() for line in _method_lines(table, method, cells, ours)]


def _method_lines(table: str, method: str, cells: list[Cell], ours: dict[tuple[str, str, str], Summary]) -> list[Line]:
    """A method as printed, and below it as run here where it has been."""
    lines = [Line(method, "printed", tuple(printed_entry(cell) for cell in cells))]
    found = [ours.get((cell.dataset, RUN_HERE.get(method), cell.metric)) for cell in cells]
    if any(found):
        entries = tuple(our_entry(summary, cell, table) for summary, cell in zip(found, cells, strict=True))
        lines.append(Line(f"{method}, run here", "ours", entries))
    return lines


def printed_entry(cell: Cell) -> Entry:
    digits = 1 if cell.unit == 100 else 3
    if cell.mean is None:
        return NOTHING
    spread = "" if cell.spread is None else f" ± {cell.spread:.{digits}f}"
    return Entry(f"{cell.mean:.{digits}f}{spread}", about=f"As printed in the paper's table “{cell.label}”.")


def our_entry(ours: Summary | None, cell: Cell, table: str) -> Entry:
    if ours is None:
        return NOTHING
    where = standing(ours, cell)
    wanted = TABLES[table].repeats
    runs = f"{ours.n} runs" if ours.n >= wanted else f"{ours.n} of {wanted} runs"
    gone = f" · {ours.failed} diverged" if ours.failed else ""
    return Entry(_words(ours, cell.unit), f"{MARKS[where]} · {runs}{gone}".removeprefix(" · "), where, ours.protocol)


def _reference(table: str, name: str, ours: dict[tuple[str, str, str], Summary]) -> list[Line]:
    """A reference row, with what training adds to it on the same seeds."""
    pairs = [((dataset, name, metric), (dataset, "igcl", metric)) for dataset, metric in columns(table)]
    found = [(ours.get(reference), ours.get(trained)) for reference, trained in pairs]
    if not any(reference for reference, _ in found):
        return []
    unit = 1.0 if table == "clusters" else 100.0
    return [Line(f"{VARIANTS[name].title}, run here", "reference", tuple(_gain(*pair, unit) for pair in found))]


def _gain(reference: Summary | None, trained: Summary | None, unit: float) -> Entry:
    if reference is None:
        return NOTHING
    gain = paired(trained, reference) if trained else None
    digits = 1 if unit == 100 else 3
    small = f"iGCL {unit * gain.mean:+.{digits}f} ({gain.up} of {gain.n} up)" if gain else ""
    return Entry(_words(reference, unit), small, about=reference.protocol)


def _visit_line(table: str, run: VisitRun) -> Line:
    """The accuracy of a run of this visit, in the column of its dataset."""
    entries = tuple(
        Entry(f"{100 * run.accuracy:.1f}", "1 run, its probe", about=run.protocol)
        if dataset == run.dataset and metric == "accuracy"
        else NOTHING
        for dataset, metric in columns(table)
    )
    return Line(run.name, "visit", entries)


def _words(summary: Summary, unit: float) -> str:
    if not summary.n:
        return "diverged"
    digits = 1 if unit == 100 else 3
    spread = f" ± {unit * summary.spread:.{digits}f}" if summary.n > 1 else ""
    return f"{unit * summary.mean:.{digits}f}{spread}"


def _printed(table: str) -> dict[str, list[Cell]]:
    rows: dict[str, list[Cell]] = {}
    for cell in paper_cells():
        if cell.table == table:
            rows.setdefault(cell.method, []).append(cell)
    return rows


def _summaries(table: str, rows: Sequence[Row]) -> dict[tuple[str, str, str], Summary]:
    found = [summary for metric in TABLES[table].metrics for summary in summarise(rows, metric)]
    return {(summary.dataset, summary.row, summary.metric): summary for summary in found}
