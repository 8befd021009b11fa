"""node2vec: walks that like to stay or to leave, read as sentences; of a graph the mean over its nodes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from igcl_core.budget.share import Share
from igcl_core.data.cards import DatasetCard
from igcl_core.data.graphs import GRAPH, Graphs
from igcl_core.methods.shallow.cost import memory_of, work_of
from igcl_core.methods.shallow.declared import CURVES, GENSIM_RATE, METRICS, NO_FEATURES
from igcl_core.methods.shallow.settings import WALKS, WalkSettings
from igcl_core.methods.shallow.walking import WalkingTrainer, reading_of
from igcl_core.methods.shallow.walks import Walker
from igcl_core.methods.shared.declared import needs_edges
from igcl_core.training.method import Method, Phase
from igcl_core.training.registry import register
from igcl_core.training.settings import knob


@dataclass(frozen=True)
class Node2VecSettings(WalkSettings):
    """What a run of node2vec computes."""

    p: float = knob(
        1.0, "Large makes a walk seldom step right back.", label="Return", group=WALKS, symbol="p", low=0.01, high=100
    )
    q: float = knob(
        1.0,
        "Large keeps a walk near where it was, small sends it away.",
        label="In or out",
        group=WALKS,
        symbol="q",
        low=0.01,
        high=100,
    )


class Node2Vec(WalkingTrainer):
    """One vector per node of any graph, with no word in common between two graphs; z is their mean."""

    def walker_of(self, graphs: Graphs, s: Node2VecSettings) -> Walker:
        return Walker(graphs, s.p, s.q)

    def embed(self) -> np.ndarray:
        ptr = self.graphs.ptr
        return np.add.reduceat(self.words.vectors, ptr[:-1]) / np.diff(ptr)[:, None].astype(np.float32)


def memory(graphs: Graphs, s: Node2VecSettings) -> list[Share]:
    return memory_of(graphs, s, reading_of(graphs, s))


def work(graphs: Graphs, s: Node2VecSettings) -> list[Share]:
    return work_of(graphs, s, reading_of(graphs, s))


def cannot(card: DatasetCard) -> str | None:
    return needs_edges("node2vec", "walks along edges", card)


# Walks, window, size, p, q and the one pass are official; noise words and rate are gensim's own, which the official
# code leaves as they are. It embeds nodes: that a graph is the mean of its nodes is borrowed. More than 100,000 nodes
# get fewer and shorter walks, which is ours, for time.
_OFFICIAL = dict(D=128, walks=10, length=80, window=10, p=1.0, q=1.0, negatives=5, thin=1e-3, epochs=1, lr=GENSIM_RATE)
_MANY = dict(walks=2, length=40)


def defaults(card: DatasetCard) -> dict[str, Any]:
    """Where there are so few nodes that each is a large share of all words, none is thinned out."""
    fitted = {"thin": 0.0} if card.nodes < 1000 else _MANY if card.nodes > 100_000 else {}
    return {**_OFFICIAL, **fitted, "health_every": 5}


NODE2VEC = register(
    Method(
        "node2vec",
        "node2vec",
        "shallow",
        "Grover, Leskovec: node2vec: Scalable Feature Learning for Networks (2016)",
        "Reads walks as sentences, one vector per node; a graph is the mean of its nodes. Features are unused.",
        Node2VecSettings,
        {GRAPH: Node2Vec},
        phases=(Phase("walk", "node2vec", "every node learns to guess those that walks meet near it"),),
        curves=CURVES,
        arrays={"z": "node2vec z"},
        metrics=METRICS,
        defaults=defaults,
        fixed=NO_FEATURES,
        memory=memory,
        work=work,
        cannot=cannot,
    )
)
