"""Summary: rows of single runs as mean, spread and count, and as differences on the same seeds."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from dataclasses import dataclass
from statistics import mean, stdev

from igcl_core.reproduce.old_rows import PROBED, of_old_probe, scored_alike
from igcl_core.reproduce.results import Row
from igcl_core.reproduce.stops import reached


@dataclass(frozen=True)
class Summary:
    """A cell of ours: the values of single runs by seed, as shares; `failed` runs diverged and have none.

    Nor have the `unreached`: their VGAE never came to the stop that the row is named after. `old` values are those of
    the old probe, which count only while there are no others.
    """

    dataset: str
    row: str
    metric: str
    preset: str
    values: dict[int, float]
    failed: int
    protocol: str
    unreached: int = 0
    old: bool = False

    @property
    def n(self) -> int:
        return len(self.values)

    @property
    def mean(self) -> float:
        """NaN where no run has a value."""
        return mean(self.values.values()) if self.n else math.nan

    @property
    def spread(self) -> float:
        """Standard deviation between runs (n - 1); 0 for a single run."""
        return stdev(self.values.values()) if self.n > 1 else 0.0


@dataclass(frozen=True)
class Paired:
    """Differences between two rows on the seeds both have."""

    gains: tuple[float, ...]

    @property
    def n(self) -> int:
        return len(self.gains)

    @property
    def mean(self) -> float:
        return mean(self.gains)

    @property
    def se(self) -> float:
        """Standard error of the mean; NaN for one seed."""
        return stdev(self.gains) / math.sqrt(self.n) if self.n > 1 else math.nan

    @property
    def up(self) -> int:
        """How many went up."""
        return sum(gain > 0 for gain in self.gains)


def summarise(rows: Iterable[Row], metric: str = "accuracy") -> list[Summary]:
    """One summary for each dataset, row and preset, in the order of their first rows."""
    groups: dict[tuple[str, str, str], list[Row]] = {}
    for row in scored_alike(rows) if metric in PROBED else rows:
        groups.setdefault((row["dataset"], row["row"], row["preset"]), []).append(row)
    summaries = (_summary(key, members, metric) for key, members in groups.items())
    return [summary for summary in summaries if summary.n or summary.failed or summary.unreached]


def _summary(key: tuple[str, str, str], rows: list[Row], metric: str) -> Summary:
    dataset, row, preset = key
    scored = [r for r in rows if metric in r["metrics"]]
    values = {r["seed"]: r["metrics"][metric] for r in scored if reached(r)}
    failed, unreached = sum("error" in r for r in rows), sum(not reached(r) for r in scored)
    protocol = re.sub(r"seed \d+", "the seed of the run", next((r["protocol"] for r in rows if r["protocol"]), ""))
    old = metric in PROBED and any(map(of_old_probe, rows))
    return Summary(dataset, row, metric, preset, values, failed, protocol, unreached, old)


def paired(ours: Summary, reference: Summary) -> Paired | None:
    """ours minus reference, seed by seed: equal seeds mean equal first weights, folds and splits.

    None where they have no seed in common, or where one was scored by the old probe and the other was not.
    """
    if ours.old != reference.old:
        return None
    seeds = sorted(ours.values.keys() & reference.values.keys())
    gains = tuple(ours.values[seed] - reference.values[seed] for seed in seeds)
    return Paired(gains) if gains else None
