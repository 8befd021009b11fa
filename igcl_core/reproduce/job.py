"""Job: one training with one seed and its scores, independent of every other."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from typing import Any

from igcl_core.data import find_card
from igcl_core.data.graphs import NODE
from igcl_core.reproduce.old_rows import PROBED, of_old_probe
from igcl_core.reproduce.variants import VARIANTS
from igcl_core.training.preset import preset as preset_of
from igcl_core.training.settings import Settings

EPOCHS_BETWEEN_PROBES = 10
QUICK = "quick"
QUICK_SHARE = 10


@dataclass(frozen=True)
class Job:
    """What decides one line of a results file. `table` is the one that asked; other tables may use the line too.

    `needs` are the metrics that the table wants of it: a line without them, or with the old probe's, does not do.
    """

    table: str
    dataset: str
    row: str
    preset: str
    seed: int
    settings: Settings
    map: bool = False
    needs: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """Equal for jobs that compute the same numbers: only settings off their default count, so that a new setting
        leaves old lines valid."""
        default = type(self.settings)().as_dict()
        changed = {name: value for name, value in self.settings.as_dict().items() if value != default[name]}
        identity = [self.dataset, self.row, self.preset, self.seed, changed, *(["map"] if self.map else [])]
        return hashlib.sha256(json.dumps(identity, sort_keys=True).encode()).hexdigest()[:16]

    def made(self, row: dict[str, Any]) -> bool:
        """Whether this row is what the job would compute: a default may have changed, which the key does not tell."""
        now = self.settings.as_dict()
        known = row.get("settings", {}).items()
        enough = "error" in row or all(_has(row, name) for name in self.needs)
        return row["key"] == self.key and enough and all(now.get(name, value) == value for name, value in known)


def make_job(
    table: str,
    dataset: str,
    row: str,
    kind: str,
    seed: int,
    quick: bool = False,
    map: bool = False,
    needs: tuple[str, ...] = (),
    **changes: Any,
) -> Job:
    """The preset of the dataset, changed as the row asks. Nothing is measured on the way but what the scores need."""
    card, variant = find_card(dataset), VARIANTS[row]
    settings = preset_of(card.name, variant.method, kind)
    between = EPOCHS_BETWEEN_PROBES if card.task == NODE or variant.uses_labels else 0
    quiet = dict(icl_every=0, probe_every=0, health_every=1000, snapshot_every=between)
    quiet = {name: value for name, value in quiet.items() if name in settings.as_dict()}
    settings = settings.changed(**{**quiet, **variant.changes, **changes, "seed": seed})
    settings = shortened(settings) if quick else settings
    return Job(table, card.name, row, f"{kind}, {QUICK}" if quick else kind, seed, settings, map, needs)


def _has(row: dict[str, Any], name: str) -> bool:
    """Whether the line holds this number as it would be scored today."""
    return name in row["metrics"] and not (name in PROBED and of_old_probe(row))


def shortened(settings: Settings) -> Settings:
    """A tenth of the epochs: fast, and no result."""
    passes = {name: value for name, value in settings.as_dict().items() if name in ("epochs", "warmup")}
    return settings.changed(**{name: -(-value // QUICK_SHARE) for name, value in passes.items()})
