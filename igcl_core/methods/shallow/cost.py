"""What reading words costs: bytes beside the graphs, and multiply-adds of a step."""

from __future__ import annotations

import math
from dataclasses import dataclass

from igcl_core.budget import RATE
from igcl_core.budget.share import Share, largest_first
from igcl_core.data.graphs import Graphs
from igcl_core.methods.implicit.cost.memory import DOUBLE, FLOAT, STEP
from igcl_core.methods.shallow.settings import WordSettings
from igcl_core.methods.shared.cost import kept, probing

SLOW = 10  # vectors are read one after the other, from all over memory
SETTING_OUT = 60  # numbers that could be read in the time it takes to find a vector
STEP_SECONDS = 0.25  # that a step may read for
GENSIM = 45_000_000  # bytes of the library itself
WORD = 900  # bytes that a word takes beside its vectors: its name, count, and way through the tree
TOKEN = 45  # bytes of a word in a text while it is read
LINK = 40  # bytes behind an end of an edge
LOWER = "D"


@dataclass(frozen=True)
class Reading:
    """`words` in the vocabulary, `documents` with a vector, and `tokens` in all texts, each guessed `guesses` times."""

    words: int
    documents: int
    tokens: float
    guesses: float
    texts: int

    def turns(self, s: WordSettings) -> float:
        """Vectors that one guess is compared with."""
        return s.negatives + 1 if s.negatives else math.log2(max(self.words, 2))

    def multiply_adds(self, s: WordSettings) -> float:
        """Of a pass, in those of a matrix product."""
        return SLOW * self.tokens * self.guesses * self.turns(s) * 3 * (s.D + SETTING_OUT)

    def parts(self, s: WordSettings) -> int:
        """Into how many steps a pass over all texts is cut, so that a step stays short."""
        return max(1, min(self.texts, math.ceil(self.multiply_adds(s) / (RATE * STEP_SECONDS))))


def memory_of(graphs: Graphs, s: WordSettings, reading: Reading) -> list[Share]:
    """What a run takes, the largest first: good to a factor of two."""
    numbers = (2 * reading.words + reading.documents) * s.D
    parts, items = reading.parts(s), graphs.num_items
    steps = s.epochs * parts
    small = min(items, s.D)
    looking = DOUBLE * (2 * items * s.D + 4 * small**2)
    return largest_first(
        [
            Share("the vectors of all words", FLOAT * numbers + WORD * reading.words, LOWER),
            Share("the words of a step", TOKEN * reading.tokens / parts, "the number of walks"),
            Share("the links and gensim itself", GENSIM + LINK * 2 * graphs.num_edges, "the size of the graph"),
            Share("the snapshots and checkpoints kept", kept(graphs, s, numbers / 3, s.D, steps), LOWER),
            Share("the numbers of every step", STEP * steps, "epochs"),
            Share("a look at the whole embedding", looking, LOWER),
        ]
    )


def work_of(graphs: Graphs, s: WordSettings, reading: Reading) -> list[Share]:
    """What a step does that reads, looks and is probed, the largest first."""
    items, small = graphs.num_items, min(graphs.num_items, s.D)
    look = 2 * (items * s.D * small + 10 * small**3) + probing(graphs, s.D)
    return largest_first(
        [
            Share("reading walks", reading.multiply_adds(s) / reading.parts(s), LOWER),
            Share("looking at the embedding", look, LOWER),
        ]
    )
