"""Neighbourhood: what a batch of nodes needs of its graph, layer by layer, so that a step costs no more than that."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor

from igcl_core.sparse.products import SparseMatrix
from igcl_core.sparse.structure import Structure


@dataclass(frozen=True, eq=False)
class Neighbourhood:
    """Features and adjacency like a Structure's, cut down to the nodes within `layers` hops of the batch."""

    x: Tensor | SparseMatrix
    steps: tuple[SparseMatrix, ...]

    def gcn(self, depth: int) -> SparseMatrix:
        """D^-1/2 (A + I) D^-1/2 of the whole graph, from the nodes of depth - 1 to those of this depth."""
        return self.steps[depth - 1]


def neighbourhood(structure: Structure, rows: np.ndarray, layers: int) -> Neighbourhood:
    """What `layers` layers of graph convolution need to know for these rows."""
    steps: list[SparseMatrix] = []
    for depth in range(layers, 0, -1):
        step, rows = structure.gcn(depth).taking(rows).without_empty_columns()
        steps.insert(0, step)
    x = structure.x
    return Neighbourhood(x.taking(rows) if isinstance(x, SparseMatrix) else x[torch.from_numpy(rows)], tuple(steps))
