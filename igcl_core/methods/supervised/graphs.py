"""Supervised learning of whole graphs: a network with pooling learns the classes of the training graphs."""

from __future__ import annotations

import numpy as np
import torch
from torch import Generator, Tensor, nn
from torch.nn import functional as F

from igcl_core.budget.share import Share
from igcl_core.data.graphs import Graphs
from igcl_core.methods.implicit.cost.work import TRAINED
from igcl_core.methods.shared.graph_cost import LOWER, GraphNetwork, memory_of, work_of
from igcl_core.methods.shared.graph_trainer import Batch, GraphTrainer
from igcl_core.methods.supervised.classifier import SUPERVISED, GraphClassifierSettings, counted
from igcl_core.nn.parts import Linear, dropout


class GraphClassifier(nn.Module):
    """A graph network that gives a vector per graph, and a linear layer with a score for every class."""

    def __init__(self, backbone: nn.Module, classes: int, generator: Generator):
        super().__init__()
        self.backbone, self.last = backbone, Linear(backbone.outputs, classes, generator)

    def forward(self, batch: Batch, generator: Generator | None = None) -> Tensor:
        return self.backbone(batch, 0.0, generator)

    def classify(self, z: Tensor, p: float = 0.0, generator: Generator | None = None) -> Tensor:
        return self.last(dropout(z, p, generator))


class SupervisedGraphs(GraphTrainer):
    """Mini-batches of training graphs. Other labels are used to count what is right, and no further."""

    phase, loss_name = SUPERVISED, "classification"

    def __init__(self, graphs: Graphs, settings: GraphClassifierSettings):
        self.classes = graphs.num_classes
        super().__init__(graphs, settings)
        self.y = torch.from_numpy(np.asarray(graphs.y, np.int64))
        self.split = graphs.split

    def items(self, graphs: Graphs) -> np.ndarray:
        return graphs.split.train

    def backbone(self, inputs: int) -> nn.Module:
        """The graph network with its pooling."""
        raise NotImplementedError

    def build(self, inputs: int) -> nn.Module:
        return GraphClassifier(self.backbone(inputs), self.classes, self.generator)

    @property
    def widths(self) -> dict[str, int]:
        return {"z": self.network.backbone.outputs, "p": self.classes}

    def learning_rate(self, epoch: int) -> float:
        every = self.settings.halve_every
        return self.settings.lr * (0.5 ** (epoch // every) if every else 1.0)

    def embed(self, batch: Batch) -> Tensor:
        return self.network(batch)

    def lose(
        self, batch: Batch, members: np.ndarray, generator: Generator, training: bool
    ) -> tuple[Tensor, dict[str, float], Tensor]:
        source = generator if training else None
        z = self.network(batch, source)
        scores = self.network.classify(z, self.settings.dropout, source)
        loss = F.cross_entropy(scores, self.y[torch.from_numpy(members)])
        return loss, {"cross_entropy": loss.item()}, z

    def look(self) -> dict[str, float]:
        return {**super().look(), **self.count()}

    def health(self, z: Tensor) -> dict[str, float]:
        """On the same rhythm, what is classified right."""
        due = super().health(z)
        return {**due, **self.count()} if due else {}

    def chances(self) -> tuple[np.ndarray, np.ndarray]:
        """z and the chance of every class, for every graph."""
        z = torch.cat(self.mini.over_all(self.embed))
        with torch.no_grad():
            return z.numpy().copy(), self.network.classify(z).softmax(1).numpy().copy()

    def count(self) -> dict[str, float]:
        return counted(self.chances()[1], self.y.numpy(), self.split)

    def arrays(self) -> dict[str, np.ndarray]:
        return dict(zip(("z", "p"), self.chances(), strict=True))


def memory(graphs: Graphs, s: GraphClassifierSettings) -> list[Share]:
    net = GraphNetwork.of(graphs, s)
    return memory_of(graphs, s, net, Share("an update", net.update, LOWER), net.weights, net.outputs, 1)


def work(graphs: Graphs, s: GraphClassifierSettings) -> list[Share]:
    net = GraphNetwork.of(graphs, s)
    updates = [Share("the layers", TRAINED * net.forward, LOWER)]
    return work_of(graphs, net, updates, net.weights, 1)
