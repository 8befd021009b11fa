"""Old rows: lines of a results file whose numbers have another name today, or were scored by an older probe."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from igcl_core.reproduce.clusters import MEASURES, UNIT

ON_UNIT_ROWS = "on L2-normalised rows, best of"
PROBE = "logistic regression"
OLD_PROBE = "logistic regression that was not fitted to its optimum (the old probe)"
PROBED = ("accuracy", "val", "last")
MARK = "old probe"


def in_todays_words(row: dict[str, Any]) -> dict[str, Any]:
    """acc, nmi and ari once were of whichever rows the protocol names; now they are of the raw embedding alone.

    Those of L2-normalised rows are called acc_unit, nmi_unit and ari_unit, so that the two are never averaged.
    The probe has been fitted to its optimum since both are measured: a line with one of them is of the old probe,
    and says so.
    """
    metrics, protocol = row.get("metrics", {}), row.get("protocol", "")
    if f"acc{UNIT}" in metrics:
        return row
    if PROBE in protocol:
        row = {**row, "probe": MARK, "protocol": protocol.replace(PROBE, OLD_PROBE)}
    if "acc" in metrics and ON_UNIT_ROWS in protocol:
        row = {**row, "metrics": {name + UNIT if name in MEASURES else name: value for name, value in metrics.items()}}
    return row


def of_old_probe(row: dict[str, Any]) -> bool:
    """Whether the accuracy of this line is the old probe's."""
    return row.get("probe") == MARK


def scored_alike(rows: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """The rows without those of the old probe, wherever the same row of the dataset has been scored by today's.

    The stops of the sensitivity figure make one curve, so they count as one row.
    """
    rows = list(rows)
    renewed = {_group(row) for row in rows if not of_old_probe(row) and "accuracy" in row["metrics"]}
    return [row for row in rows if not of_old_probe(row) or _group(row) not in renewed]


def _group(row: dict[str, Any]) -> tuple[str, str, str]:
    name = "stop" if row["row"].startswith("stop-") else row["row"]
    return row["dataset"], name, row["preset"]
