"""Choice: what a visitor has chosen to train, and the link that says it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from igcl_core import DATASETS, Settings, preset
from igcl_core.data import find_card
from igcl_core.presets import KINDS, PAPER

DEFAULT_DATASET = "karate"
KNOBS = {knob.name: knob for knob in fields(Settings)}


@dataclass(frozen=True)
class Choice:
    """A dataset, one of its presets, and the settings changed from it."""

    dataset: str = DEFAULT_DATASET
    kind: str = KINDS[0]
    changes: Mapping[str, Any] = field(default_factory=dict)

    @property
    def base(self) -> Settings:
        return preset(self.dataset, kind=self.kind)

    @property
    def settings(self) -> Settings:
        return self.base.changed(**self.changes)


def kinds_of(dataset: str) -> tuple[str, ...]:
    """The presets a dataset has: the paper has settings for its eleven only."""
    return KINDS if dataset in PAPER else KINDS[:1]


def write_link(choice: Choice) -> dict[str, str]:
    """The query of a link that opens this choice, seed included; what equals the preset is left out."""
    base = choice.base.as_dict()
    changed = {name: value for name, value in choice.changes.items() if base[name] != value}
    query = {"dataset": choice.dataset, "preset": choice.kind, "tau": f"{choice.settings.tau:g}"}
    query["seed"] = str(choice.settings.seed)
    return query | {name: f"{value:g}" if isinstance(value, float) else str(value) for name, value in changed.items()}


def read_link(query: Mapping[str, str]) -> tuple[Choice, list[str]]:
    """The choice a link asks for, and a sentence for everything in it that cannot be."""
    problems: list[str] = []
    dataset = _read_dataset(query, problems)
    kind = query.get("preset", KINDS[0])
    if kind not in kinds_of(dataset):
        problems.append(f"The link asks for the preset {kind!r}, which {dataset!r} does not have; {KINDS[0]} is used.")
        kind = KINDS[0]
    base, changes = preset(dataset, kind=kind), {}
    for name in query:
        if name in KNOBS:
            _read_setting(base, name, query[name], changes, problems)
    return Choice(dataset, kind, changes), problems


def _read_dataset(query: Mapping[str, str], problems: list[str]) -> str:
    name = query.get("dataset", DEFAULT_DATASET)
    try:
        return find_card(name).name
    except ValueError as problem:
        problems.append(f"{problem} {DATASETS[DEFAULT_DATASET].title} is shown instead.")
        return DEFAULT_DATASET


def _read_setting(base: Settings, name: str, text: str, changes: dict[str, Any], problems: list[str]) -> None:
    try:
        value = getattr(base.changed(**{name: text}), name)
    except ValueError as problem:
        problems.append(f"The link's {name} cannot be used: {problem}")
    else:
        if value != getattr(base, name):
            changes[name] = value


def only_live(old: Settings, new: Settings) -> dict[str, Any] | None:
    """What differs, if a run with the old settings can go on with the new ones; None if it needs a new run."""
    differing = {name: value for name, value in new.as_dict().items() if getattr(old, name) != value}
    return differing if all(KNOBS[name].metadata["live"] for name in differing) else None
