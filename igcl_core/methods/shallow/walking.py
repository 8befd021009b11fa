"""WalkingTrainer: walks from every node as sentences, and skip-gram over them."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence

import numpy as np

from igcl_core.data.graphs import Graphs
from igcl_core.methods.shallow.cost import Reading
from igcl_core.methods.shallow.settings import WalkSettings
from igcl_core.methods.shallow.trainer import GUESSES, ShallowTrainer
from igcl_core.methods.shallow.walks import ENDED, Walker, pairs_within, sentences
from igcl_core.methods.shallow.words import Words
from igcl_core.stopping import stop_if_asked

ORDERS = 2**32  # streams of random numbers from here on shuffle the nodes
SAMPLED = 500  # walks that the sample is taken from


def reading_of(graphs: Graphs, s: WalkSettings) -> Reading:
    """Every node is guessed from those within a window whose width is drawn anew each time."""
    texts = graphs.num_nodes * s.walks
    return Reading(graphs.num_nodes, 0, texts * s.length, min(s.window + 1, s.length), texts)


class WalkingTrainer(ShallowTrainer):
    """Every pass reads the same walks; all nodes begin one in an order drawn anew, as often as there are walks."""

    phase = "walk"

    def __init__(self, graphs: Graphs, settings: WalkSettings):
        self.walker = self.walker_of(graphs, settings)
        super().__init__(graphs, settings, reading_of(graphs, settings))

    @abstractmethod
    def walker_of(self, graphs: Graphs, s: WalkSettings) -> Walker:
        """What goes over these graphs."""

    def build(self) -> Words:
        s = self.settings
        return Words(self.counts(), s.D, s.window, s.seed, s.negatives, s.thin)

    def counts(self) -> np.ndarray:
        """How often the walks of a pass come to each node."""
        counts = np.zeros(self.graphs.num_nodes, np.int64)
        for part in range(self.steps_per_pass):
            stop_if_asked()
            walks = self.walks(part)
            counts += np.bincount(walks[walks != ENDED], minlength=len(counts))
        return counts

    def walks(self, part: int) -> np.ndarray:
        """The walks of this part of a pass."""
        nodes, parts = self.graphs.num_nodes, self.steps_per_pass
        first, last = (nodes * self.settings.walks * k // parts for k in (part, part + 1))
        rounds = [self.stream(ORDERS + k).permutation(nodes) for k in range(first // nodes, -(-last // nodes))]
        begin = first // nodes * nodes
        return self.walker.walk(np.concatenate(rounds)[first - begin : last - begin], self.length, self.stream(part))

    @property
    def length(self) -> int:
        return self.settings.length

    def texts(self, part: int) -> tuple[list[list[int]], Sequence[int]]:
        return sentences(self.walks(part)), ()

    def sample(self, random: np.random.Generator) -> tuple[np.ndarray, ...]:
        """Nodes, and others within a window of them."""
        starts = random.choice(np.flatnonzero(self.walker.degree), SAMPLED)
        return tuple(pairs_within(self.walker.walk(starts, self.length, random), self.settings.window, GUESSES, random))

    def inputs(self) -> np.ndarray:
        return self.words.vectors[self.guessed[1]]
