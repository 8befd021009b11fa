"""Graph convolutional network (Kipf and Welling, 2017)."""

from __future__ import annotations

import torch
from torch import Generator, Tensor, nn

from igcl_core.nn.parts import ACTIVATIONS, dropout, glorot
from igcl_core.sparse.neighbourhood import Neighbourhood, neighbourhood
from igcl_core.sparse.products import SparseMatrix
from igcl_core.sparse.structure import Structure


class GCNLayer(nn.Module):
    """D^-1/2 (A + I) D^-1/2 H W + b."""

    def __init__(self, inputs: int, outputs: int, generator: Generator):
        super().__init__()
        self.weight = glorot(inputs, outputs, generator)
        self.bias = nn.Parameter(torch.zeros(outputs))

    def forward(self, structure: Structure | Neighbourhood, h: Tensor | SparseMatrix, depth: int) -> Tensor:
        return structure.gcn(depth).between(h, self.weight).add_(self.bias)


class GCN(nn.Module):
    """Layers of graph convolution, each followed by the activation, with dropout on every layer's input."""

    def __init__(self, inputs: int, size: int, layers: int, activation: str, generator: Generator):
        super().__init__()
        widths = [inputs] + [size] * layers
        self.layers = nn.ModuleList(GCNLayer(a, b, generator) for a, b in zip(widths, widths[1:], strict=False))
        self.activations = nn.ModuleList(ACTIVATIONS[activation]() for _ in range(layers))
        self.outputs = size

    def forward(
        self, structure: Structure | Neighbourhood, p: float = 0.0, generator: Generator | None = None
    ) -> Tensor:
        h = structure.x
        for depth, (layer, activation) in enumerate(zip(self.layers, self.activations, strict=True), start=1):
            h = activation(layer(structure, dropout(h, p, generator), depth))
        return h

    def of_rows(self, structure: Structure, rows: Tensor, p: float, generator: Generator) -> Tensor:
        """The embeddings of these nodes, computed from their surroundings alone."""
        return self(neighbourhood(structure, rows.numpy(), len(self.layers)), p, generator)
