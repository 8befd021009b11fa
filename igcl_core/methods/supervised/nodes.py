"""Supervised learning of one graph's nodes: layers of one kind learn the classes of the training nodes."""

from __future__ import annotations

from abc import abstractmethod

import numpy as np
import torch
from torch import Generator, Tensor, nn
from torch.nn import functional as F

from igcl_core.budget.share import Share
from igcl_core.data.graphs import Graphs
from igcl_core.methods.shared.cost import Network, memory_of, trained, work_of
from igcl_core.methods.shared.node_trainer import NodeTrainer
from igcl_core.methods.supervised.classifier import SUPERVISED, ClassifierSettings, counted
from igcl_core.nn.parts import dropout
from igcl_core.sparse.structure import Structure


class NodeClassifier(nn.Module):
    """Hidden layers with an activation after each, and a last one that gives a score for every class."""

    activation = staticmethod(torch.relu)

    def __init__(self, inputs: int, classes: int, s: ClassifierSettings, generator: Generator):
        super().__init__()
        widths = (inputs, *[s.D] * s.layers)
        pairs = zip(widths, widths[1:], strict=False)
        self.hidden = nn.ModuleList(self.hidden_layer(a, b, s, generator) for a, b in pairs)
        self.last = self.last_layer(s.D, classes, s, generator)

    @abstractmethod
    def hidden_layer(self, inputs: int, outputs: int, s: ClassifierSettings, generator: Generator) -> nn.Module:
        """A layer between."""

    def last_layer(self, inputs: int, classes: int, s: ClassifierSettings, generator: Generator) -> nn.Module:
        """The layer that gives the classes."""
        return self.hidden_layer(inputs, classes, s, generator)

    def through(self, layer: nn.Module, structure: Structure, h: Tensor, depth: int, **noise: object) -> Tensor:
        """What the layer makes of h, the `depth`-th in a row."""
        return layer(structure, h)

    def forward(self, structure: Structure, p: float = 0.0, generator: Generator | None = None) -> Tensor:
        """The last hidden layer."""
        h = structure.x
        for depth, layer in enumerate(self.hidden, start=1):
            h = self.through(layer, structure, dropout(h, p, generator), depth, p=p, generator=generator)
            h = self.activation(h)
        return h

    def classify(self, structure: Structure, z: Tensor, p: float = 0.0, generator: Generator | None = None) -> Tensor:
        z, depth = dropout(z, p, generator), len(self.hidden) + 1
        return self.through(self.last, structure, z, depth, p=p, generator=generator)


class SupervisedNodes(NodeTrainer):
    """One step is one update on all training items. Other labels are used to count what is right, and no further."""

    phase, loss_name = SUPERVISED, "classification"
    network_type: type[NodeClassifier]

    def __init__(self, graphs: Graphs, settings: ClassifierSettings):
        self.classes = graphs.num_classes
        super().__init__(graphs, settings)
        self.y = torch.from_numpy(np.asarray(graphs.y, np.int64))
        self.split = graphs.split

    def build(self, inputs: int) -> nn.Module:
        return self.network_type(inputs, self.classes, self.settings, self.generator)

    @property
    def widths(self) -> dict[str, int]:
        return {"z": self.settings.D, "p": self.classes}

    def embed(self) -> Tensor:
        return self.network(self.structure)

    def chances(self) -> Tensor:
        """Of every class for every node."""
        return self.network.classify(self.structure, self.embed()).softmax(1)

    def lose(self, generator: Generator) -> tuple[Tensor, dict[str, float]]:
        p, train = self.settings.dropout, torch.from_numpy(self.split.train)
        z = self.network(self.structure, p, generator)
        scores = self.network.classify(self.structure, z, p, generator)[train]
        entropy = F.cross_entropy(scores, self.y[train])
        return entropy + self.penalty(), {"cross_entropy": entropy.item()}

    def penalty(self) -> Tensor | float:
        """What is added to the loss beside the L2 penalty on all weights."""
        return 0.0

    def look(self) -> dict[str, float]:
        return {**super().look(), **self.count()}

    def step(self) -> tuple[str, dict[str, float]]:
        phase, numbers = super().step()
        return phase, {**numbers, **self.count()}

    def count(self) -> dict[str, float]:
        with torch.no_grad():
            return counted(self.chances().numpy(), self.y.numpy(), self.split)

    def arrays(self) -> dict[str, np.ndarray]:
        with torch.no_grad():
            return {**super().arrays(), "p": self.chances().numpy().copy()}


def network_of(graphs: Graphs, s: ClassifierSettings) -> Network:
    return Network.of(graphs, s, *[s.D] * s.layers, max(graphs.num_classes, 1))


def memory(graphs: Graphs, s: ClassifierSettings, weights: float = 1.0, more: float = 0.0) -> list[Share]:
    """Of layers with `weights` matrices each; `more` bytes are a layer's own."""
    net = network_of(graphs, s)
    dropped = 2 * 4 * net.stored if s.dropout else 0
    update = Share("an update", net.layers + dropped + 4 * net.nodes * s.D + more, "D or layers")
    return memory_of(graphs, s, net, update, weights * net.weights, s.D + net.widths[-1])


def work(graphs: Graphs, s: ClassifierSettings, weights: float = 1.0, more: float = 0.0) -> list[Share]:
    net = network_of(graphs, s)
    once = net.forward + (weights - 1) * net.products + more
    updates = [
        Share("the layers", trained(net) / net.forward * once, "D or layers"),
        Share("counting what is right", once, "D or layers"),
    ]
    return work_of(graphs, net, updates, weights * net.weights)
