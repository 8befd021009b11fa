"""DeepWalk: reads random walks as sentences, so that nodes that are met together get vectors that are alike."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from igcl_core.budget.share import Share
from igcl_core.data.cards import DatasetCard
from igcl_core.data.graphs import NODE, Graphs
from igcl_core.methods.shallow.cost import memory_of, work_of
from igcl_core.methods.shallow.declared import CURVES, GENSIM_RATE, METRICS, NO_FEATURES
from igcl_core.methods.shallow.settings import WalkSettings, negatives
from igcl_core.methods.shallow.walking import WalkingTrainer, reading_of
from igcl_core.methods.shallow.walks import Walker
from igcl_core.methods.shared.declared import needs_edges
from igcl_core.training.method import Method, Phase
from igcl_core.training.registry import register


@dataclass(frozen=True)
class DeepWalkSettings(WalkSettings):
    """What a run of DeepWalk computes."""

    negatives: int = negatives(0)


class DeepWalk(WalkingTrainer):
    """z is the vector of a node; one that has no neighbour keeps its first."""

    def walker_of(self, graphs: Graphs, s: DeepWalkSettings) -> Walker:
        return Walker(graphs)

    def embed(self) -> np.ndarray:
        return self.words.vectors.copy()


def memory(graphs: Graphs, s: DeepWalkSettings) -> list[Share]:
    return memory_of(graphs, s, reading_of(graphs, s))


def work(graphs: Graphs, s: DeepWalkSettings) -> list[Share]:
    return work_of(graphs, s, reading_of(graphs, s))


def cannot(card: DatasetCard) -> str | None:
    return needs_edges("DeepWalk", "walks along edges", card)


# Walks, window, size and the Huffman tree are official. Passes, rate and thinning out are gensim's own, which the
# official code leaves as they are. Its paper has none of these datasets.
_OFFICIAL = dict(D=64, walks=10, length=40, window=5, negatives=0, thin=1e-3, epochs=5, lr=GENSIM_RATE)


def defaults(card: DatasetCard) -> dict[str, Any]:
    """The official settings; where there are so few nodes that each is a large share of all words, none is thinned."""
    small = dict(D=32, thin=0.0) if card.nodes < 1000 else {}
    return {**_OFFICIAL, **small, "health_every": 5}


DEEPWALK = register(
    Method(
        "deepwalk",
        "DeepWalk",
        "shallow",
        "Perozzi, Al-Rfou, Skiena: DeepWalk: Online Learning of Social Representations (2014)",
        "Reads random walks as sentences: nodes that are met together get vectors that are alike. Features are unused.",
        DeepWalkSettings,
        {NODE: DeepWalk},
        phases=(Phase("walk", "DeepWalk", "every node learns to guess those that walks meet near it"),),
        curves=CURVES,
        arrays={"z": "DeepWalk z"},
        metrics=METRICS,
        defaults=defaults,
        fixed=NO_FEATURES,
        memory=memory,
        work=work,
        cannot=cannot,
    )
)
