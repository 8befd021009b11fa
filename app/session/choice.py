"""Choice: what a visitor has chosen to train, and the link that says it."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import Field, dataclass, field, fields, replace
from types import MappingProxyType
from typing import Any

from igcl_core import DATASETS, METHODS, DatasetCard, Method, Settings, preset
from igcl_core.data import OWN, Source, find_card
from igcl_core.training import RECOMMENDED, find_method, kinds_of, live_names

DEFAULT_DATASET, DEFAULT_METHOD = "karate", "igcl"
NOTHING: Mapping[str, Source] = MappingProxyType({})
NOT_HERE = (
    "The link asks for data that somebody dropped on the Data page of their own visit, which nobody else has. "
    "Whoever has its files can drop them here, too."
)
LARGEST, LONGEST = 2**53 - 1, 40  # whole numbers that a browser still tells apart, and the most digits that say one


@dataclass(frozen=True)
class Choice:
    """A dataset, a method, one of its presets, and the settings changed from it.

    `own` is the data behind a name that only this visit knows, for the visitor brought it.
    """

    dataset: str = DEFAULT_DATASET
    kind: str = RECOMMENDED
    changes: Mapping[str, Any] = field(default_factory=dict)
    method: str = DEFAULT_METHOD
    own: Source | None = field(default=None, compare=False, repr=False)

    @property
    def card(self) -> DatasetCard:
        return DATASETS[self.dataset] if self.own is None else self.own.card

    @property
    def base(self) -> Settings:
        return preset(self.dataset if self.own is None else self.own.graphs, self.method, self.kind)

    @property
    def settings(self) -> Settings:
        return self.base.changed(**self.changes)

    @property
    def where(self) -> tuple[str, str]:
        """What a run cannot change on its way: its data and its method."""
        return self.dataset, self.method


def knobs_of(method: str) -> dict[str, Field]:
    """Everything there is to set in a method."""
    return {knob.name: knob for knob in fields(METHODS[method].settings)}


def choice_of(start: Choice, settings: Settings) -> Choice:
    """The same choice, with these settings."""
    base = start.base.as_dict()
    return replace(start, changes={name: value for name, value in settings.as_dict().items() if base[name] != value})


def presets_of(dataset: str, method: str) -> tuple[str, ...]:
    return kinds_of(dataset, METHODS[method])


def write_link(choice: Choice) -> dict[str, str]:
    """The query of a link that opens this choice, seed included; what equals the preset is left out."""
    base, settings = choice.base.as_dict(), choice.settings
    changed = {name: value for name, value in choice.changes.items() if base[name] != value}
    query = {"dataset": choice.dataset, "preset": choice.kind}
    query |= {} if choice.method == DEFAULT_METHOD else {"method": choice.method}
    query |= {name: as_text(getattr(settings, name)) for name in (*settings.headline, "seed")}
    return query | {name: as_text(value) for name, value in changed.items()}


def as_text(value: Any) -> str:
    """A value so that reading it gives the same: a number in its shortest form."""
    short = f"{value:g}" if isinstance(value, float) else str(value)
    return short if not isinstance(value, float) or float(short) == value else repr(value)


def read_link(
    query: Mapping[str, str], usual: str = DEFAULT_DATASET, *, own: Mapping[str, Source] = NOTHING
) -> tuple[Choice, list[str]]:
    """The choice a link asks for, and a sentence for everything in it that cannot be; `usual` is the dataset of a link
    that names none, `own` the visit's own data."""
    if query.get("dataset") in own:
        return _read_own(query, own[query["dataset"]])
    problems: list[str] = []
    dataset = _read_dataset({"dataset": usual, **query}, problems)
    method = _read_method(query, DATASETS[dataset], problems)
    kind = query.get("preset", RECOMMENDED)
    if kind not in presets_of(dataset, method.name):
        problems.append(
            f"The link asks for the preset {kind!r}, which {dataset!r} does not have; {RECOMMENDED} is used."
        )
        kind = RECOMMENDED
    asked = {name: text for name, text in query.items() if name in knobs_of(method.name) and name not in method.fixed}
    changes = read_settings(preset(dataset, method.name, kind), asked, problems)
    return Choice(dataset, kind, changes, method.name), problems


def _read_own(query: Mapping[str, str], source: Source) -> tuple[Choice, list[str]]:
    """The choice a link asks for of data that this visit brought."""
    problems: list[str] = []
    method = _read_method(query, source.card, problems)
    plain = Choice(source.key, RECOMMENDED, {}, method.name, source)
    asked = {name: text for name, text in query.items() if name in knobs_of(method.name) and name not in method.fixed}
    return replace(plain, changes=read_settings(plain.base, asked, problems)), problems


def _read_method(query: Mapping[str, str], card: DatasetCard, problems: list[str]) -> Method:
    """The method a link names, if there is such a one and it can work on this data."""
    try:
        method = find_method(query.get("method", DEFAULT_METHOD))
        refusal = method.refusal(card)
    except ValueError as problem:
        refusal = str(problem)
    if refusal is None:
        return method
    other = next((each for each in METHODS.values() if each.refusal(card) is None), METHODS[DEFAULT_METHOD])
    if "method" in query:
        problems.append(f"{refusal} {other.title} is used instead.")
    return other


def _read_dataset(query: Mapping[str, str], problems: list[str]) -> str:
    if query["dataset"].startswith(OWN):
        problems.append(f"{NOT_HERE} {DATASETS[DEFAULT_DATASET].title} is shown instead.")
        return DEFAULT_DATASET
    try:
        return find_card(query["dataset"]).name
    except ValueError as problem:
        problems.append(f"{problem} {DATASETS[DEFAULT_DATASET].title} is shown instead.")
        return DEFAULT_DATASET


def read_settings(base: Settings, asked: Mapping[str, str], problems: list[str]) -> dict[str, Any]:
    """The changes that can be, together: one that others forbid waits until these are made, in whatever order they
    came. What cannot be in the end gets a sentence."""
    settings, waiting = base, dict(asked)
    sentences: dict[str, str] = {}
    while waiting:
        for name, text in waiting.items():
            try:
                settings = settings.changed(**{name: _shown(name, text, getattr(base, name))})
                break
            except (ValueError, OverflowError) as problem:
                sentences[name] = f"The link's {name} cannot be used: {problem}"
        else:
            break
        del waiting[name]
    problems += [sentences[name] for name in waiting]
    return {name: value for name, value in settings.as_dict().items() if value != getattr(base, name)}


def _shown(name: str, text: str, usual: Any) -> str:
    """The text of a value, unless no field of a page could show it."""
    if len(text) > LONGEST:
        raise ValueError(f"{name} must be at most {LONGEST} characters long, but {len(text):,} came.")
    with suppress(ValueError):
        if isinstance(usual, int) and abs(int(text)) > LARGEST:
            raise OverflowError(f"{name} must be at most {LARGEST:,}, but {int(text):,} came.")
    return text


def only_live(old: Settings, new: Settings) -> dict[str, Any] | None:
    """What differs, if a run with the old settings can go on with the new ones; None if it needs a new run."""
    differing = {name: value for name, value in new.as_dict().items() if getattr(old, name) != value}
    return differing if set(differing) <= set(live_names(type(old))) else None
