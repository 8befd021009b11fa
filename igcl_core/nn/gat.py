"""Graph attention networks: GAT (Velickovic et al., 2018) and GATv2 (Brody et al., 2022)."""

from __future__ import annotations

import torch
from torch import Generator, Tensor, nn
from torch.nn import functional as F

from igcl_core.nn.parts import ACTIVATIONS, dropout, glorot
from igcl_core.sparse.products import SparseMatrix, spmm
from igcl_core.sparse.structure import Structure

SLOPE = 0.2


def edge_softmax(structure: Structure, score: Tensor) -> Tensor:
    """Softmax of the scores [entries, heads] over each node's neighbours and itself; dropped edges get 0."""
    score = score.masked_fill(structure.entry_weight[:, None] == 0, -torch.inf)
    row = structure.row_of_entry[:, None].expand_as(score)
    top = torch.full((structure.num_nodes, score.shape[1]), -torch.inf, dtype=score.dtype)
    top = top.scatter_reduce(0, row, score.detach(), "amax")
    weight = (score - top[structure.row_of_entry]).exp()
    total = weight.new_zeros(structure.num_nodes, score.shape[1]).index_add(0, structure.row_of_entry, weight)
    return weight / total[structure.row_of_entry]


class GATLayer(nn.Module):
    """sum_j alpha_ij W h_j, alpha = softmax_j LeakyReLU(a_target . W h_i + a_source . W h_j), heads side by side."""

    def __init__(self, inputs: int, outputs: int, heads: int, generator: Generator):
        super().__init__()
        self.heads = heads
        self.weight = glorot(inputs, outputs, generator)
        self.source = glorot(heads, outputs // heads, generator)
        self.target = glorot(heads, outputs // heads, generator)
        self.bias = nn.Parameter(torch.zeros(outputs))

    def forward(
        self, structure: Structure, h: Tensor | SparseMatrix, p: float = 0.0, generator: Generator | None = None
    ) -> Tensor:
        """With p, a share of all attention is dropped in training."""
        message = (h @ self.weight).unflatten(1, (self.heads, -1))
        source, target = ((message * a).sum(-1) for a in (self.source, self.target))
        score = F.leaky_relu(target[structure.row_of_entry] + source[structure.adjacency.columns], SLOPE)
        return attend(structure, score, message, p, generator) + self.bias


class GATv2Layer(nn.Module):
    """As GAT with alpha = softmax_j a . LeakyReLU(W_target h_i + W_source h_j): attention that depends on the pair."""

    def __init__(self, inputs: int, outputs: int, heads: int, generator: Generator):
        super().__init__()
        self.heads = heads
        self.weight = glorot(inputs, outputs, generator)
        self.weight_target = glorot(inputs, outputs, generator)
        self.attention = glorot(heads, outputs // heads, generator)
        self.bias = nn.Parameter(torch.zeros(outputs))

    def forward(self, structure: Structure, h: Tensor | SparseMatrix) -> Tensor:
        message = (h @ self.weight).unflatten(1, (self.heads, -1))
        target = (h @ self.weight_target).unflatten(1, (self.heads, -1))
        pair = target[structure.row_of_entry] + message[structure.adjacency.columns]
        score = (F.leaky_relu(pair, SLOPE) * self.attention).sum(-1)
        return attend(structure, score, message) + self.bias


def attend(
    structure: Structure, score: Tensor, message: Tensor, p: float = 0.0, generator: Generator | None = None
) -> Tensor:
    """Each head's messages averaged with its own attention, heads concatenated."""
    alpha = dropout(edge_softmax(structure, score), p, generator)
    heads = [
        spmm(structure.adjacency, alpha[:, k].contiguous(), message[:, k].contiguous()) for k in range(alpha.shape[1])
    ]
    return torch.cat(heads, dim=1)


class GAT(nn.Module):
    """Layers of attention, each followed by the activation, with dropout on every layer's input."""

    layer = GATLayer

    def __init__(self, inputs: int, size: int, layers: int, activation: str, generator: Generator, heads: int = 4):
        super().__init__()
        widths = [inputs] + [size] * layers
        pairs = zip(widths, widths[1:], strict=False)
        self.layers = nn.ModuleList(self.layer(a, b, heads, generator) for a, b in pairs)
        self.activations = nn.ModuleList(ACTIVATIONS[activation]() for _ in range(layers))
        self.outputs = size

    def forward(self, structure: Structure, p: float = 0.0, generator: Generator | None = None) -> Tensor:
        h = structure.x
        for layer, activation in zip(self.layers, self.activations, strict=True):
            h = activation(layer(structure, dropout(h, p, generator)))
        return h

    def of_rows(self, structure: Structure, rows: Tensor, p: float, generator: Generator) -> Tensor:
        """The embeddings of these nodes."""
        return self(structure, p, generator)[rows]


class GATv2(GAT):
    """GAT with the pair-dependent attention of GATv2."""

    layer = GATv2Layer
