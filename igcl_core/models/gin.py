"""Graph isomorphism network (Xu et al., 2019) with batch norm, sum pooling and all layers concatenated."""

from __future__ import annotations

import torch
from torch import Generator, Tensor, nn

from igcl_core.models.parts import BatchNorm, Linear, dropout
from igcl_core.sparse import spmm
from igcl_core.structure import SparseFeatures, Structure


class GINLayer(nn.Module):
    """BatchNorm(ReLU(MLP(h_i + sum_j h_j)))."""

    def __init__(self, inputs: int, size: int, generator: Generator):
        super().__init__()
        self.first, self.second = Linear(inputs, size, generator), Linear(size, size, generator)
        self.norm = BatchNorm(size)

    def forward(self, structure: Structure, h: Tensor, training: bool) -> Tensor:
        h = h + spmm(structure.adjacency, structure.gin_weight, h)
        return self.norm(self.second(self.first(h).relu()).relu(), training)


class GIN(nn.Module):
    """One vector per graph: the sum over its nodes of every layer, concatenated."""

    def __init__(self, inputs: int, size: int, layers: int, generator: Generator):
        super().__init__()
        self.layers = nn.ModuleList(GINLayer(inputs if k == 0 else size, size, generator) for k in range(layers))
        self.outputs = size * layers

    def forward(self, structure: Structure, p: float = 0.0, generator: Generator | None = None) -> Tensor:
        h, pooled = structure.x, []
        if isinstance(h, SparseFeatures):
            raise ValueError("GIN expects dense node features, but sparse ones came: use a GCN or GAT backbone.")
        for layer in self.layers:
            h = layer(structure, dropout(h, p, generator), training=generator is not None)
            pooled.append(h)
        return structure.pool(torch.cat(pooled, dim=1))
