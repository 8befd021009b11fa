"""Graph isomorphism network (Xu et al., 2019) with batch norm, sum pooling and all layers concatenated."""

from __future__ import annotations

import torch
from torch import Generator, Tensor, nn

from igcl_core.nn.parts import BatchNorm, Linear, dropout
from igcl_core.sparse.products import SparseMatrix
from igcl_core.sparse.structure import Structure


class GINLayer(nn.Module):
    """BatchNorm(ReLU(MLP(h_i + sum_j h_j)))."""

    def __init__(self, inputs: int, size: int, generator: Generator):
        super().__init__()
        self.first, self.second = Linear(inputs, size, generator), Linear(size, size, generator)
        self.norm = BatchNorm(size)

    def forward(self, structure: Structure, h: Tensor, depth: int, training: bool) -> Tensor:
        h = structure.neighbours(depth).between(h, self.first.weight) + self.first.bias
        return self.norm(self.second(h.relu()).relu(), training, structure.count(depth))


class GIN(nn.Module):
    """One vector per graph: the sum over its nodes of every layer, concatenated."""

    def __init__(self, inputs: int, size: int, layers: int, generator: Generator):
        super().__init__()
        self.layers = nn.ModuleList(GINLayer(inputs if k == 0 else size, size, generator) for k in range(layers))
        self.outputs = size * layers

    def forward(self, structure: Structure, p: float = 0.0, generator: Generator | None = None) -> Tensor:
        return self.pooled(structure, self.rows(structure, p, generator))

    def rows(self, structure: Structure, p: float = 0.0, generator: Generator | None = None) -> list[Tensor]:
        """What every layer gives, one row per node, or per merged node."""
        h, rows = structure.x, []
        if isinstance(h, SparseMatrix):
            raise ValueError("GIN expects dense node features, but sparse ones came: use a GCN or GAT backbone.")
        for depth, layer in enumerate(self.layers, start=1):
            h = layer(structure, dropout(h, p, generator), depth, training=generator is not None)
            rows.append(h)
        return rows

    def pooled(self, structure: Structure, rows: list[Tensor]) -> Tensor:
        return torch.cat([structure.pool(h, depth) for depth, h in enumerate(rows, start=1)], dim=1)
