"""GraphTrainer: one network over many graphs, and a part of a pass in mini-batches a step."""

from __future__ import annotations

from abc import abstractmethod

import numpy as np
import torch
from torch import Generator, Tensor, nn

from igcl_core.data.graphs import Graphs
from igcl_core.methods.shared.graph_cost import GraphNetwork
from igcl_core.methods.shared.mini_batches import MiniBatches
from igcl_core.nn.adam import Adam
from igcl_core.sparse.merged_batches import MergedBatch
from igcl_core.sparse.structure import Structure
from igcl_core.training.metrics import health
from igcl_core.training.settings import Settings
from igcl_core.training.trainer import Trainer

Batch = Structure | MergedBatch


class GraphTrainer(Trainer):
    """A method builds its network, says how it embeds graphs, and what it descends of a mini-batch.

    `passes` are the trained passes through the network in an update; `merges` says whether alike nodes may be one row;
    a mini-batch has at least `least` graphs.
    """

    phase: str
    loss_name: str
    passes = 1
    merges = True
    least = 1

    def __init__(self, graphs: Graphs, settings: Settings):
        super().__init__(graphs, settings)
        self.structure = Structure.of(graphs, settings.features)
        depth = settings.layers if self.merges else None
        items = self.items(graphs)
        self.mini = MiniBatches(self.structure, settings.b or len(items), depth, items, self.least)
        self.steps_per_pass = min(GraphNetwork.of(graphs, settings).parts(self.passes), self.mini.count)
        self.network = self.build(self.structure.x.shape[1])
        self.adam = Adam(self.network)
        self.adams = {"network": self.adam}

    @abstractmethod
    def build(self, inputs: int) -> nn.Module:
        """The network for so many features, its weights drawn from `generator`."""

    @abstractmethod
    def embed(self, batch: Batch) -> Tensor:
        """z of every graph of the batch, as evaluation sees it."""

    @abstractmethod
    def lose(
        self, batch: Batch, members: np.ndarray, generator: Generator, training: bool
    ) -> tuple[Tensor, dict[str, float], Tensor]:
        """The loss of these graphs, the numbers to report of it, and z as the loss saw it.

        Only in training may anything but the generator change, as statistics of batch norm do.
        """

    def items(self, graphs: Graphs) -> np.ndarray:
        """The graphs that are trained on."""
        return np.arange(graphs.num_graphs)

    @property
    def weight_decay(self) -> float:
        return getattr(self.settings, "weight_decay", 0.0)

    def learning_rate(self, epoch: int) -> float:
        return self.settings.lr

    @property
    def planned(self) -> int:
        return self.settings.epochs * self.steps_per_pass

    @property
    def widths(self) -> dict[str, int]:
        return {"z": self.settings.D * self.settings.layers}

    def batches(self, epoch: int, part: int) -> list[np.ndarray]:
        return self.mini.part_of_pass((self.settings.seed, epoch), part, self.steps_per_pass)

    def look(self) -> dict[str, float]:
        members = self.batches(0, 0)[0]
        with torch.no_grad():
            _, numbers, z = self.lose(self.mini.batch(members), members, self.aside(), training=False)
        return {"epoch": 0.0, **numbers, **health(z)}

    def step(self) -> tuple[str, dict[str, float]]:
        epoch, part = divmod(self.index, self.steps_per_pass)
        self.adam.set(lr=self.learning_rate(epoch), weight_decay=self.weight_decay)
        losses, reported, seen = zip(*(self.update(members) for members in self.batches(epoch, part)), strict=True)
        self.plateau.see(float(np.mean(losses)))
        numbers = {name: float(np.mean([each[name] for each in reported])) for name in reported[0]}
        return self.phase, {"epoch": (self.index + 1) / self.steps_per_pass, **numbers, **self.health(torch.cat(seen))}

    def update(self, members: np.ndarray) -> tuple[float, dict[str, float], Tensor]:
        """One update on these graphs."""
        loss, numbers, z = self.lose(self.mini.batch(members), members, self.generator, training=True)
        self.descend(loss, self.adam, self.loss_name)
        return loss.item(), numbers, z.detach()

    def health(self, z: Tensor) -> dict[str, float]:
        """Length and rank of what the step has seen, on their rhythm."""
        return {} if (self.index + 1) % self.settings.health_every else health(z)

    def arrays(self) -> dict[str, np.ndarray]:
        return {"z": torch.cat(self.mini.over_all(self.embed)).numpy().copy()}
