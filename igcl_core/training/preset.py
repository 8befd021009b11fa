"""Presets: a method's settings for a dataset, known by what it contains and never by a name that happens to match."""

from __future__ import annotations

from igcl_core.data import GraphsLike, as_graphs, card_of, find_card, known_name
from igcl_core.data.cards import DatasetCard
from igcl_core.errors import UnknownName
from igcl_core.training.method import KINDS, PAPER, RECOMMENDED, Method, Values
from igcl_core.training.registry import find_method
from igcl_core.training.settings import Settings


def preset(dataset: GraphsLike, method: str = "igcl", kind: str = RECOMMENDED) -> Settings:
    """The settings of a dataset's preset; data of your own gets sensible ones for its task and size."""
    if kind not in KINDS:
        raise UnknownName("kind of preset", kind, KINDS)
    chosen = find_method(method)
    name, card = _identity(dataset)
    return chosen.settings(**{**_values(chosen, name, card, kind), **chosen.fixed})


def kinds_of(name: str | None, method: Method) -> tuple[str, ...]:
    """The presets a dataset has: a paper has settings for its own datasets only."""
    return tuple(kind for kind in KINDS if kind == RECOMMENDED or name in method.presets.get(kind, {}))


def _identity(dataset: GraphsLike) -> tuple[str | None, DatasetCard]:
    """The registered name of the data, or None for somebody's own, and its card."""
    if isinstance(dataset, str):
        card = find_card(dataset)
        return card.name, card
    graphs = as_graphs(dataset)
    name = known_name(graphs)
    return name, card_of(graphs) if name is None else find_card(name)


def _values(method: Method, name: str | None, card: DatasetCard, kind: str) -> Values:
    known = method.presets.get(kind, {})
    if name in known:
        return known[name]
    if kind == PAPER:
        has = f"; it has them for {', '.join(known)}" if known else ""
        raise ValueError(f"The paper of {method.title} has no settings for {card.called!r}{has}.")
    return method.defaults(card)
