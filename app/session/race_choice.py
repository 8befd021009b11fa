"""Race choice: which methods are to race on which graph from which seed, and the link that says it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from app.session.choice import NOTHING, Choice, choice_of, read_link
from igcl_core import DATASETS, METHODS, DatasetCard
from igcl_core.data import Source
from igcl_core.training import find_method

RACE = "race"
MOST, LONGEST = 4, 40
USUAL_GRAPH, USUAL_METHODS = "planted", ("igcl", "vgae", "dgi", "grace")


@dataclass(frozen=True)
class RaceChoice:
    """Every method has its recommended preset for the graph, and all have one seed.

    `own` is the data behind a name that only this visit knows, for the visitor brought it.
    """

    dataset: str = USUAL_GRAPH
    methods: tuple[str, ...] = USUAL_METHODS
    seed: int = 0
    own: Source | None = field(default=None, compare=False, repr=False)

    @property
    def card(self) -> DatasetCard:
        return DATASETS[self.dataset] if self.own is None else self.own.card

    @property
    def choices(self) -> tuple[Choice, ...]:
        """What each method trains."""
        plain = [Choice(self.dataset, method=name, own=self.own) for name in self.methods]
        return tuple(choice_of(each, each.base.changed(seed=self.seed)) for each in plain)


def able(card: DatasetCard) -> tuple[str, ...]:
    """The methods that can work on this data."""
    return tuple(name for name, method in METHODS.items() if method.refusal(card) is None)


def refusals(card: DatasetCard) -> dict[str, str]:
    """Why each of the others cannot, by its title."""
    found = {method.title: method.refusal(card) for method in METHODS.values()}
    return {title: refusal for title, refusal in found.items() if refusal is not None}


def methods_for(card: DatasetCard, wanted: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Those wanted that can work on this data; without any, the usual ones that can, and others to fill up."""
    can = able(card)
    found = [name for name in wanted if name in can]
    usual = [name for name in USUAL_METHODS if name in can]
    return tuple(found or dict.fromkeys([*usual, *can]))[:MOST]


def write_race(choice: RaceChoice) -> dict[str, str]:
    """The query of a link that opens this race, ready to play."""
    return {RACE: ",".join(choice.methods), "dataset": choice.dataset, "seed": str(choice.seed)}


def read_race(query: Mapping[str, str], *, own: Mapping[str, Source] = NOTHING) -> tuple[RaceChoice | None, list[str]]:
    """The race a link asks for, None where it asks for none, and a sentence for everything in it that cannot be."""
    if RACE not in query:
        return None, []
    about = {name: query[name] for name in ("dataset", "seed") if name in query}
    start, problems = read_link(about, USUAL_GRAPH, own=own)
    wanted = _read_methods(query[RACE], start.card, problems)
    methods = methods_for(start.card, wanted)
    if not wanted:
        named = ", ".join(METHODS[name].title for name in methods)
        problems.append(f"The link names no method that can race on {start.card.called!r}; chosen instead: {named}.")
    return RaceChoice(start.dataset, methods, start.settings.seed, start.own), problems


def _read_methods(text: str, card: DatasetCard, problems: list[str]) -> tuple[str, ...]:
    """The methods a link names, each once, as far as they exist, can work on this data, and are not too many."""
    names = dict.fromkeys(name.strip()[:LONGEST] for name in text[: LONGEST * MOST * 2].split(",") if name.strip())
    found = []
    for name in names:
        try:
            method = find_method(name)
            refusal = method.refusal(card)
        except ValueError as problem:
            refusal = str(problem)
        if refusal is None:
            found.append(method.name)
        else:
            problems.append(f"{refusal} It is left out of the race.")
    found = list(dict.fromkeys(found))
    if len(found) > MOST:
        problems.append(f"At most {MOST} methods race at a time, but the link names {len(found)}; the first are used.")
    return tuple(found[:MOST])
