"""NodeTrainer: one network over all nodes of one graph, and one update of it a step."""

from __future__ import annotations

from abc import abstractmethod

import numpy as np
import torch
from torch import Generator, Tensor, nn

from igcl_core.data.graphs import Graphs
from igcl_core.nn.adam import Adam
from igcl_core.sparse.structure import Structure
from igcl_core.training.metrics import health
from igcl_core.training.settings import Settings
from igcl_core.training.trainer import Trainer


class NodeTrainer(Trainer):
    """A method builds its network, says how it embeds, and what it descends; `phase` is its only one."""

    phase: str
    loss_name: str

    def __init__(self, graphs: Graphs, settings: Settings):
        super().__init__(graphs, settings)
        self.structure = Structure.of(graphs, settings.features)
        self.network = self.build(self.structure.x.shape[1])
        self.adam = Adam(self.network)
        self.adams = {"network": self.adam}

    @abstractmethod
    def build(self, inputs: int) -> nn.Module:
        """The network for so many features, its weights drawn from `generator`."""

    @abstractmethod
    def embed(self) -> Tensor:
        """z of every node, as evaluation sees it."""

    @abstractmethod
    def lose(self, generator: Generator) -> tuple[Tensor, dict[str, float]]:
        """The loss to descend, and the numbers to report of it."""

    @property
    def weight_decay(self) -> float:
        return getattr(self.settings, "weight_decay", 0.0)

    @property
    def planned(self) -> int:
        return self.settings.epochs

    @property
    def widths(self) -> dict[str, int]:
        return {"z": self.settings.D}

    def look(self) -> dict[str, float]:
        with torch.no_grad():
            return {"epoch": 0.0, **self.lose(self.aside())[1], **health(self.embed())}

    def step(self) -> tuple[str, dict[str, float]]:
        self.adam.set(lr=self.settings.lr, weight_decay=self.weight_decay)
        loss, numbers = self.lose(self.generator)
        self.descend(loss, self.adam, self.loss_name)
        self.plateau.see(loss.item())
        return self.phase, {"epoch": self.index + 1.0, **numbers, **self.health()}

    def health(self) -> dict[str, float]:
        """Length and rank of the embedding, on their rhythm."""
        if (self.index + 1) % self.settings.health_every:
            return {}
        with torch.no_grad():
            return health(self.embed())

    def arrays(self) -> dict[str, np.ndarray]:
        with torch.no_grad():
            return {"z": self.embed().numpy().copy()}
