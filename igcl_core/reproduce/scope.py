"""Scope: what the differences between seeds are about, and what they cannot tell."""

from __future__ import annotations

from collections.abc import Iterable

from igcl_core.data import find_card
from igcl_core.data.graphs import GRAPH
from igcl_core.reproduce.worker import SPLIT_PER_SEED

SAME_NODES = "all seeds share one test set, so spread and intervals are about training, not about other nodes"
OWN_SPLIT = "every seed draws its own split, so spread and intervals are about training and splits of the same nodes"
SAME_GRAPHS = (
    "seeds fold the same graphs anew, so spread and intervals are about training and folds, not about other graphs"
)


def scope(datasets: Iterable[str]) -> list[str]:
    """A sentence for each way in which seeds share what they are scored on, with the datasets it holds for."""
    names: dict[str, list[str]] = {}
    for dataset in dict.fromkeys(datasets):
        names.setdefault(_kind(dataset), []).append(find_card(dataset).title)
    return [f"{', '.join(titles)}: {kind}." for kind, titles in names.items()]


def _kind(dataset: str) -> str:
    if find_card(dataset).task == GRAPH:
        return SAME_GRAPHS
    return OWN_SPLIT if dataset in SPLIT_PER_SEED else SAME_NODES
