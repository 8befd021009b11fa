"""ShallowTrainer: reads a part of all texts a step, with a rate that falls from step to step."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence

import numpy as np
import torch

from igcl_core.data.graphs import Graphs
from igcl_core.errors import Diverged
from igcl_core.methods.shallow.cost import Reading
from igcl_core.methods.shallow.settings import WordSettings
from igcl_core.methods.shallow.words import SMALLEST_RATE, Words
from igcl_core.stopping import stop_if_asked
from igcl_core.training.metrics import health
from igcl_core.training.trainer import Trainer

GUESSES = 1000  # in the fixed sample that the loss is measured on
SAMPLE = 2**33  # a stream of random numbers that no part of a pass has


class ShallowTrainer(Trainer):
    """A method makes its words, says which texts are a part of a pass, and what is guessed from what.

    Texts are drawn from the seed again whenever they are read, so that none is kept.
    """

    phase: str
    words: Words

    def __init__(self, graphs: Graphs, settings: WordSettings, reading: Reading):
        super().__init__(graphs, settings)
        self.graphs, self.steps_per_pass = graphs, reading.parts(settings)
        self.words = self.build()
        random = self.stream(SAMPLE)
        self.guessed = self.sample(random)
        self.noise = self.words.noise(len(self.guessed[0]), random)

    @abstractmethod
    def build(self) -> Words:
        """The model with its first vectors."""

    @abstractmethod
    def texts(self, part: int) -> tuple[list[list[int]], Sequence[int]]:
        """The texts of this part of a pass, and the document of each."""

    @abstractmethod
    def sample(self, random: np.random.Generator) -> tuple[np.ndarray, ...]:
        """About GUESSES words to guess, and what they are guessed from."""

    @abstractmethod
    def inputs(self) -> np.ndarray:
        """The vectors that the words of the sample are guessed from."""

    @abstractmethod
    def embed(self) -> np.ndarray:
        """z of every item."""

    def stream(self, number: int) -> np.random.Generator:
        """Random numbers that the seed gives again."""
        return np.random.default_rng((self.settings.seed, number))

    @property
    def planned(self) -> int:
        return self.settings.epochs * self.steps_per_pass

    @property
    def widths(self) -> dict[str, int]:
        return {"z": self.settings.D}

    def rate(self, index: int) -> float:
        """Falls in a line over the run, as gensim's does."""
        lr = self.settings.lr
        return lr + (min(lr, SMALLEST_RATE) - lr) * index / max(self.planned, 1)

    def loss(self) -> float:
        return self.words.loss(self.inputs(), self.guessed[0], self.noise)

    def look(self) -> dict[str, float]:
        return {"epoch": 0.0, "guessing": self.loss(), **health(torch.from_numpy(self.embed()))}

    def step(self) -> tuple[str, dict[str, float]]:
        stop_if_asked()
        self.check()
        texts, tags = self.texts(self.index % self.steps_per_pass)
        rates = self.rate(self.index), self.rate(self.index + 1)
        self.words.read(texts, tags, rates, int(torch.randint(2**32, (1,), generator=self.generator)))
        self.check()
        loss, z = self.loss(), self.embed()
        self.plateau.see(loss)
        watched = {} if (self.index + 1) % self.settings.health_every else health(torch.from_numpy(z))
        return self.phase, {"epoch": (self.index + 1) / self.steps_per_pass, "guessing": loss, **watched}

    def check(self) -> None:
        if not self.words.readable:
            raise Diverged(self._divergence("A vector became too long to go on with"))

    def arrays(self) -> dict[str, np.ndarray]:
        return {"z": self.embed()}

    def more_state(self) -> dict[str, np.ndarray]:
        return {name: array.copy() for name, array in self.words.arrays().items()}

    def restore_more(self, state: Mapping[str, np.ndarray]) -> None:
        for name, array in self.words.arrays().items():
            array[...] = state[name]
