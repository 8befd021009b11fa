"""graph2vec: a graph is a document whose words are the neighbourhoods in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from igcl_core.budget.share import Share, largest_first
from igcl_core.data.cards import DatasetCard
from igcl_core.data.graphs import GRAPH, Graphs
from igcl_core.methods.shallow.cost import Reading, memory_of, work_of
from igcl_core.methods.shallow.declared import CURVES, GENSIM_RATE, METRICS
from igcl_core.methods.shallow.neighbourhood_words import neighbourhood_words
from igcl_core.methods.shallow.settings import WordSettings
from igcl_core.methods.shallow.trainer import GUESSES, ShallowTrainer
from igcl_core.methods.shallow.words import Words
from igcl_core.methods.shared.declared import graph_features_for
from igcl_core.training.method import PAPER, Method, Phase
from igcl_core.training.registry import register
from igcl_core.training.settings import INPUT, knob

MOST_WORDS = 9000  # in a text, of which gensim reads no more than 10,000
DIFFERENT = 0.1  # share of words that are not said before: 0.02 on MUTAG, 0.06 on NCI1, 0.16 on PROTEINS
SIGHT = 150  # bytes of a neighbourhood while words are made


@dataclass(frozen=True)
class Graph2VecSettings(WordSettings):
    """What a run of graph2vec computes."""

    hops: int = knob(2, "How far a word sees around its node.", label="Hops in a word", group=INPUT, low=0, high=8)


def reading_of(graphs: Graphs, s: Graph2VecSettings) -> Reading:
    """Which neighbourhoods are alike is not known before they are compared: DIFFERENT is a guess."""
    tokens = graphs.num_nodes * (s.hops + 1)
    return Reading(int(DIFFERENT * tokens) + 1, graphs.num_graphs, tokens, 1, graphs.num_graphs)


class Graph2Vec(ShallowTrainer):
    """The words of a graph are guessed from its vector, which is z."""

    phase = "read"

    def __init__(self, graphs: Graphs, settings: Graph2VecSettings):
        self.known = neighbourhood_words(graphs, settings.hops, settings.features)
        super().__init__(graphs, settings, reading_of(graphs, settings))

    def build(self) -> Words:
        s = self.settings
        return Words(np.bincount(self.known.ravel()), s.D, 1, s.seed, s.negatives, s.thin, self.graphs.num_graphs)

    def texts(self, part: int) -> tuple[list[list[int]], Sequence[int]]:
        """All words of some graphs, in an order that every part has for itself; a large graph is several texts."""
        graphs, parts = self.graphs.num_graphs, self.steps_per_pass
        order = self.stream(parts).permutation(graphs)
        texts, tags = [], []
        for graph in order[graphs * part // parts : graphs * (part + 1) // parts].tolist():
            words = self.known[self.graphs.ptr[graph] : self.graphs.ptr[graph + 1]].ravel().tolist()
            cut = [words[k : k + MOST_WORDS] for k in range(0, len(words), MOST_WORDS)]
            texts += cut
            tags += [graph] * len(cut)
        return texts, tags

    def sample(self, random: np.random.Generator) -> tuple[np.ndarray, ...]:
        """Words, and the graphs they are of."""
        node = random.integers(self.graphs.num_nodes, size=GUESSES)
        hop = random.integers(self.known.shape[1], size=GUESSES)
        return self.known[node, hop], self.graphs.graph_of_node[node]

    def inputs(self) -> np.ndarray:
        return self.words.of_documents[self.guessed[1]]

    def embed(self) -> np.ndarray:
        return self.words.of_documents.copy()


def memory(graphs: Graphs, s: Graph2VecSettings) -> list[Share]:
    sights = Share("the neighbourhoods that are words", SIGHT * graphs.num_nodes * (s.hops + 1), "hops")
    return largest_first([sights, *memory_of(graphs, s, reading_of(graphs, s))])


def work(graphs: Graphs, s: Graph2VecSettings) -> list[Share]:
    return work_of(graphs, s, reading_of(graphs, s))


# The official code has 1024 numbers, 3 hops, 10 noise words and 1000 passes at rate 0.3 over means of 128 words, which
# is 0.3 / 128 a word. Ours are those of its widely used port, but that this forgets words seen less than five times,
# which costs small datasets many; passes are ours. Where nodes have no labels, degrees are taken, as is usual.
_OFFICIAL = dict(D=1024, hops=3, negatives=10, epochs=1000, lr=0.3 / 128)
_PORT = dict(D=128, hops=2, negatives=5, epochs=50, lr=GENSIM_RATE)
DATASETS = ("mutag", "nci1", "proteins")


def defaults(card: DatasetCard) -> dict[str, Any]:
    epochs = 50 if card.nodes < 200_000 else 10
    return {**_PORT, "epochs": epochs, "features": graph_features_for(card), "health_every": 5}


GRAPH2VEC = register(
    Method(
        "graph2vec",
        "graph2vec",
        "shallow",
        "Narayanan, Chandramohan, Venkatesan, Chen, Liu, Jaiswal: graph2vec: Learning Distributed Representations of "
        "Graphs (2017)",
        "Reads each graph as a document whose words are its nodes' neighbourhoods. A node's label is its largest "
        "feature, or its degree.",
        Graph2VecSettings,
        {GRAPH: Graph2Vec},
        phases=(Phase("read", "graph2vec", "every graph learns to guess the neighbourhoods in it"),),
        curves=CURVES,
        arrays={"z": "graph2vec z"},
        metrics=METRICS,
        presets={PAPER: {name: _OFFICIAL for name in DATASETS}},
        defaults=defaults,
        memory=memory,
        work=work,
    )
)
