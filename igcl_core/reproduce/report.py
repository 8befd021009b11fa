"""Report: our cells of a table, each beside the printed one and the references that nothing trained.

Every comparison with the paper is made from these lines: the app's tables, the command line's, and those of the notes.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from igcl_core.reproduce.clusters import printed_metric
from igcl_core.reproduce.old_rows import MARK
from igcl_core.reproduce.paper import OURS, Cell, printed
from igcl_core.reproduce.results import Row
from igcl_core.reproduce.scope import scope
from igcl_core.reproduce.standing import standing
from igcl_core.reproduce.stops import stop_of
from igcl_core.reproduce.summary import Paired, Summary, paired, summarise
from igcl_core.reproduce.tables import REFERENCES, Table
from igcl_core.reproduce.variants import OTHERS, VARIANTS
from igcl_core.reproduce.words import gain_words, mean_words, printed_words

PRINTED_AS = {"igcl": OURS, "vgae": "VGAE", "raw": "K-means", "spectral": "SC", **OTHERS}
LABELS = "uses labels"
ONLY_DATA = ("smoothed",)  # the reference that has nothing of iGCL in it
Key = tuple[str, str, str, str]


@dataclass(frozen=True)
class Line:
    """A cell of ours, what the paper prints there, and the differences to the references on the same seeds.

    References are those of the same preset: they share first weights, folds and splits with the runs beside them.
    """

    ours: Summary
    paper: Cell | None
    over: dict[str, Paired]

    @property
    def protocol(self) -> str:
        return self.ours.protocol

    @property
    def uses_labels(self) -> bool:
        """Whether labels were used before the score was taken."""
        return self.ours.row in VARIANTS and VARIANTS[self.ours.row].uses_labels

    @property
    def standing(self) -> str | None:
        """Within, above or below the printed spread; None where that is not known."""
        return None if self.paper is None else standing(self.ours, self.paper)

    def shown(self) -> dict[str, str | int]:
        """The line as columns of a printed table."""
        line = {name: getattr(self.ours, name) for name in ("dataset", "row", "preset", "metric")}
        line["row"] += f" ({LABELS})" if self.uses_labels else ""
        line |= {"ours": mean_words(self.ours), "runs": self.ours.n, "diverged": self.ours.failed}
        line |= {"paper": printed_words(self.paper), "standing": self.standing or "-"}
        line |= {"never reached": self.ours.unreached} if stop_of(self.ours.row) else {}
        return line | {f"over {name}": gain_words(self.over.get(name)) for name in REFERENCES}


def report(table: Table, rows: Iterable[Row]) -> list[Line]:
    """The lines of a table from rows of its datasets, those of every preset."""
    rows = [row for row in rows if row["dataset"] in table.datasets]
    return [line for metric in table.metrics for line in _lines(table, summarise(rows, metric))]


def by_key(table: Table, rows: Iterable[Row]) -> dict[Key, Line]:
    """The same lines by dataset, row, metric and preset."""
    return {
        (line.ours.dataset, line.ours.row, line.ours.metric, line.ours.preset): line for line in report(table, rows)
    }


def _lines(table: Table, summaries: list[Summary]) -> list[Line]:
    by_row = {(summary.dataset, summary.row, summary.preset): summary for summary in summaries}
    return [Line(summary, _cell(table, summary), _differences(summary, by_row)) for summary in summaries]


def _cell(table: Table, ours: Summary) -> Cell | None:
    method = PRINTED_AS.get(ours.row)
    return printed(table.name, ours.dataset, printed_metric(ours.metric), method) if method else None


def _differences(ours: Summary, by_row: dict[tuple[str, str, str], Summary]) -> dict[str, Paired]:
    if ours.row in REFERENCES:
        return {}
    names = ONLY_DATA if ours.row in OTHERS else REFERENCES
    references = {name: by_row.get((ours.dataset, name, ours.preset)) for name in names}
    found = {name: paired(ours, other) for name, other in references.items() if other is not None}
    return {name: difference for name, difference in found.items() if difference}


def plain_line(line: Line) -> dict[str, Any]:
    """The line for machines."""
    ours = line.ours
    about = {name: getattr(ours, name) for name in ("dataset", "row", "metric", "preset", "mean", "spread", "n")}
    cell = line.paper
    about |= {
        "uses_labels": line.uses_labels,
        "failed": ours.failed,
        "never_reached": ours.unreached,
        "values": ours.values,
        "protocol": ours.protocol,
    }
    about |= {"probe": MARK if ours.old else None, "standing": line.standing, "scope": " ".join(scope([ours.dataset]))}
    about["paper"] = None if cell is None else {"mean": cell.mean, "spread": cell.spread, "label": cell.label}
    return about | {"over": {name: _numbers(difference) for name, difference in line.over.items()}}


def _numbers(difference: Paired) -> dict[str, float]:
    return {name: getattr(difference, name) for name in ("mean", "se", "n", "up")}
