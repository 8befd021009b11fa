"""Report: our cells of a table, each beside the printed one and the untrained reference."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from igcl_core.reproduce.paper import Cell, printed
from igcl_core.reproduce.results import Row
from igcl_core.reproduce.summary import Paired, Summary, paired, summarise
from igcl_core.reproduce.tables import Table

REFERENCES = ("untrained", "batch-norm")


@dataclass(frozen=True)
class Line:
    """A cell of ours, what the paper prints there, and the differences to the references on the same seeds."""

    ours: Summary
    paper: Cell | None
    over: dict[str, Paired]

    @property
    def protocol(self) -> str:
        return self.ours.protocol

    def shown(self) -> dict[str, str | int]:
        """The line as columns of a printed table."""
        line = {"dataset": self.ours.dataset, "row": self.ours.row, "metric": self.ours.metric}
        spread = f" ± {100 * self.ours.spread:.1f}" if self.ours.n > 1 else ""
        line |= {"ours": f"{100 * self.ours.mean:.1f}{spread}" if self.ours.n else "-", "runs": self.ours.n}
        line |= {"diverged": self.ours.failed, "paper": as_printed(self.paper)}
        return line | {f"over {name}": _difference(self.over.get(name)) for name in REFERENCES}


def report(table: Table, rows: list[Row]) -> list[Line]:
    """The lines of a table from the rows of its jobs."""
    return [line for metric in table.metrics for line in _lines(table, summarise(rows, metric))]


def _lines(table: Table, summaries: list[Summary]) -> list[Line]:
    by_row = {(summary.dataset, summary.row): summary for summary in summaries}
    lines = []
    for summary in summaries:
        cell = printed(table.name, summary.dataset, summary.metric) if summary.row == "igcl" else None
        lines.append(Line(summary, cell, _differences(summary, by_row)))
    return lines


def _differences(summary: Summary, by_row: dict[tuple[str, str], Summary]) -> dict[str, Paired]:
    references = {name: by_row.get((summary.dataset, name)) for name in REFERENCES if name != summary.row}
    found = {name: paired(summary, other) for name, other in references.items() if other is not None}
    return {name: difference for name, difference in found.items() if difference and summary.row not in REFERENCES}


def as_printed(cell: Cell | None) -> str:
    if cell is None or cell.mean is None:
        return "-"
    scale = 100 / cell.unit
    return f"{scale * cell.mean:.1f}" + ("" if cell.spread is None else f" ± {scale * cell.spread:.1f}")


def _difference(difference: Paired | None) -> str:
    if difference is None:
        return "-"
    return f"{100 * difference.mean:+.1f} ({difference.up} of {difference.n} up)"


def plain_line(line: Line) -> dict[str, Any]:
    """The line for machines."""
    ours = line.ours
    about = {name: getattr(ours, name) for name in ("dataset", "row", "metric", "preset", "mean", "spread", "n")}
    cell = line.paper
    about |= {"failed": ours.failed, "values": ours.values, "protocol": ours.protocol}
    about["paper"] = None if cell is None else {"mean": cell.mean, "spread": cell.spread, "label": cell.label}
    return about | {"over": {name: _numbers(difference) for name, difference in line.over.items()}}


def _numbers(difference: Paired) -> dict[str, float]:
    return {name: getattr(difference, name) for name in ("mean", "se", "n", "up")}
