"""GraphSAGE's mean aggregator (Hamilton et al., 2017)."""

from __future__ import annotations

import torch
from torch import Generator, Tensor, nn

from igcl_core.nn.parts import glorot
from igcl_core.sparse.products import SparseMatrix
from igcl_core.sparse.structure import Structure


class SAGELayer(nn.Module):
    """W_own h_i + W_others mean_j h_j + b, with j the neighbours of i."""

    def __init__(self, inputs: int, outputs: int, generator: Generator):
        super().__init__()
        self.own, self.others = (glorot(inputs, outputs, generator) for _ in range(2))
        self.bias = nn.Parameter(torch.zeros(outputs))

    def forward(self, structure: Structure, h: Tensor | SparseMatrix) -> Tensor:
        return structure.average.between(h, self.others).add_(h @ self.own).add_(self.bias)
