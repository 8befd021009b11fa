"""sub2vec: a long walk over a graph is a document, whose words tell nodes or how many neighbours they have."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from igcl_core.budget.share import Share
from igcl_core.data.cards import DatasetCard
from igcl_core.data.graphs import GRAPH, Graphs
from igcl_core.methods.shallow.cost import Reading, memory_of, work_of
from igcl_core.methods.shallow.declared import CURVES, GENSIM_RATE, METRICS, NO_FEATURES
from igcl_core.methods.shallow.settings import WALKS, WordSettings, window
from igcl_core.methods.shallow.trainer import GUESSES, ShallowTrainer
from igcl_core.methods.shallow.walks import ENDED, Walker, sentences
from igcl_core.methods.shallow.words import Words
from igcl_core.methods.shared.declared import needs_edges
from igcl_core.training.method import PAPER, Method, Phase
from igcl_core.training.registry import register
from igcl_core.training.settings import knob

BUCKETS = 20  # words for how many of a graph's nodes are neighbours of one
PIECE = 1000  # nodes of a walk in a text: gensim reads no more than 10,000 words of one
GUESSED_AT_ONCE = 2  # a guess here costs that of so many vectors: those around are added up and all moved


@dataclass(frozen=True)
class Sub2VecSettings(WordSettings):
    """What a run of sub2vec computes."""

    length: int = knob(
        1000, "Nodes in the walk over a graph.", label="Length of a walk", group=WALKS, low=2, high=1_000_000
    )
    window: int = window(2, "Nodes before and after one in the walk that it is guessed from, with its graph.")
    degrees: float = knob(
        0.5,
        "Share of words that tell a node's number of neighbours, which graphs have in common; others tell the node.",
        label="Words for degrees",
        group=WALKS,
        low=0,
        high=1,
    )


def bucket_of(graphs: Graphs) -> np.ndarray:
    """Of every node, into which BUCKETS-th of its graph's nodes the number of its neighbours falls."""
    size = np.diff(graphs.ptr)[graphs.graph_of_node]
    return np.minimum(BUCKETS * graphs.degree // size, BUCKETS - 1)


def reading_of(graphs: Graphs, s: Sub2VecSettings) -> Reading:
    words = BUCKETS + graphs.num_nodes
    tokens = graphs.num_graphs * s.length
    return Reading(words, graphs.num_graphs, tokens, GUESSED_AT_ONCE, graphs.num_graphs * pieces(s))


def pieces(s: Sub2VecSettings) -> int:
    """Into how many texts a walk is cut."""
    return -(-s.length // PIECE)


class Sub2Vec(ShallowTrainer):
    """Every pass reads the same walks, piece by piece; a piece begins where a long walk may be: at an end of any edge.

    z is the vector of a document. A graph without edges is a walk of one node.
    """

    phase = "walk"

    def __init__(self, graphs: Graphs, settings: Sub2VecSettings):
        self.walker, self.bucket = Walker(graphs), bucket_of(graphs)
        super().__init__(graphs, settings, reading_of(graphs, settings))

    def build(self) -> Words:
        s = self.settings
        return Words(self.counts(), s.D, s.window, s.seed, s.negatives, s.thin, self.graphs.num_graphs, ordered=True)

    def counts(self) -> np.ndarray:
        """How often each word is to be expected: a walk is at a node as often as this has neighbours."""
        ends = np.maximum(np.add.reduceat(self.walker.degree, self.graphs.ptr[:-1]), 1)
        visits = self.settings.length * self.walker.degree / ends[self.graphs.graph_of_node]
        buckets = np.bincount(self.bucket, visits, BUCKETS)
        share = self.settings.degrees
        return np.ceil(np.concatenate([share * buckets, (1.0 - share) * visits])).astype(np.int64)

    def starts(self, graphs: np.ndarray, random: np.random.Generator) -> np.ndarray:
        """An end of any edge of each graph, or any node of one without edges."""
        first, last = self.graphs.ptr[graphs], self.graphs.ptr[graphs + 1]
        ends = self.walker.first[first], self.walker.first[last]
        drawn = random.random(len(graphs))
        entry = (ends[0] + drawn * (ends[1] - ends[0])).astype(np.int64)
        node = (first + drawn * (last - first)).astype(np.int64)
        return np.where(ends[1] > ends[0], self.walker.neighbours[np.minimum(entry, ends[1].max() - 1)], node)

    def words_of(self, graphs: np.ndarray, length: int, random: np.random.Generator) -> np.ndarray:
        """The words of a walk over each of these graphs; ENDED fills what a walk did not reach."""
        walks = self.walker.walk(self.starts(graphs, random), length, random)
        told = random.random(walks.shape) < self.settings.degrees
        return np.where(walks == ENDED, ENDED, np.where(told, self.bucket[walks], BUCKETS + walks))

    def texts(self, part: int) -> tuple[list[list[int]], Sequence[int]]:
        """All graphs' first pieces come first."""
        graphs, parts, random = self.graphs.num_graphs, self.steps_per_pass, self.stream(part)
        first, last = (graphs * pieces(self.settings) * k // parts for k in (part, part + 1))
        tags = np.arange(first, last) % graphs
        length = -(-self.settings.length // pieces(self.settings))
        return sentences(self.words_of(tags, length, random)), tags

    def sample(self, random: np.random.Generator) -> tuple[np.ndarray, ...]:
        """Words in the middle of short walks, their graphs, and the words around them."""
        graphs = random.integers(self.graphs.num_graphs, size=GUESSES)
        middle = self.settings.window
        words = self.words_of(graphs, 2 * middle + 1, random)
        reached = words[:, middle] != ENDED
        reached |= ~reached.any()
        target = np.where(words[:, middle] == ENDED, words[:, 0], words[:, middle])
        around = np.delete(words, middle, axis=1)
        return target[reached], graphs[reached], around[reached]

    def inputs(self) -> np.ndarray:
        """The mean of a document's vector and of those of the words around."""
        _, graphs, around = self.guessed
        there = (around != ENDED)[:, :, None]
        total = self.words.of_documents[graphs] + (self.words.vectors[around] * there).sum(1)
        return total / (1 + there.sum(1))

    def embed(self) -> np.ndarray:
        return self.words.of_documents.copy()


def memory(graphs: Graphs, s: Sub2VecSettings) -> list[Share]:
    return memory_of(graphs, s, reading_of(graphs, s))


def work(graphs: Graphs, s: Sub2VecSettings) -> list[Share]:
    return work_of(graphs, s, reading_of(graphs, s))


def cannot(card: DatasetCard) -> str | None:
    return needs_edges("sub2vec", "walks along edges", card)


# Size, length, passes, window and the share of degree words are official; noise words, rate and thinning out are
# gensim's own, which the official code leaves as they are. It gives gensim the whole walk as one text, of which gensim
# reads the first 10,000 words. Our shorter walk is for time; that a bucket is a twentieth is a guess.
_OFFICIAL = dict(D=128, length=100_000, window=2, degrees=0.5, negatives=5, thin=1e-3, epochs=20, lr=GENSIM_RATE)
DATASETS = ("mutag", "nci1", "proteins", "imdb-b", "imdb-m")


def defaults(card: DatasetCard) -> dict[str, Any]:
    return {**_OFFICIAL, "length": 1000 if card.graphs < 2000 else 300, "health_every": 5}


SUB2VEC = register(
    Method(
        "sub2vec",
        "sub2vec",
        "shallow",
        "Adhikari, Zhang, Ramakrishnan, Prakash: Sub2Vec: Feature Learning for Subgraphs (2018)",
        "Reads a walk over each graph as a document, in words for nodes and for degrees. Features are unused.",
        Sub2VecSettings,
        {GRAPH: Sub2Vec},
        phases=(Phase("walk", "sub2vec", "every graph learns to help guessing what its walk comes to"),),
        curves=CURVES,
        arrays={"z": "sub2vec z"},
        metrics=METRICS,
        presets={PAPER: {name: _OFFICIAL for name in DATASETS}},
        defaults=defaults,
        fixed=NO_FEATURES,
        memory=memory,
        work=work,
        cannot=cannot,
    )
)
