"""Mini-batches in which nodes that look alike are computed once.

A layer of depth k sees of a node no more than its k-hop neighbourhood. Nodes whose neighbourhoods carry the same
colours under Weisfeiler-Leman refinement get the same row from every GCN and GIN layer, whatever the weights, so one
row is computed for all of them and counted as often as it occurs. Molecules repeat their fragments and ego-networks
their cliques: a batch often has several times fewer distinct rows than nodes.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import torch
from scipy import sparse
from torch import Tensor

from igcl_core.sparse.products import Pattern, SparseMatrix, segment_ranges, spread
from igcl_core.sparse.structure import Structure, blocks


def refine(structure: Structure, depth: int) -> list[np.ndarray]:
    """Colours of all nodes at depth 0 (features and degree) to `depth`, shared by all graphs."""
    rows, columns = structure.adjacency.rows.numpy(), structure.adjacency.columns.numpy()
    adjacency = sparse.csr_matrix((np.ones(len(columns), np.uint64), columns, rows), structure.adjacency.shape)
    random = np.random.default_rng(0)
    x = structure.x.double().numpy()
    _, colour = np.unique((x * random.standard_normal(x.shape[1])).sum(axis=1), return_inverse=True)
    colours = [_joint(colour, np.diff(rows))]
    for _ in range(depth):
        word = random.integers(2**63, size=colours[-1].max() + 1, dtype=np.uint64)
        neighbourhood = adjacency @ word[colours[-1]]
        colours.append(_joint(colours[-1], neighbourhood))
    return colours


def _joint(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """One colour for every distinct pair."""
    _, second = np.unique(second, return_inverse=True)
    _, colour = np.unique(first.astype(np.int64) * (second.max() + 1) + second, return_inverse=True)
    return colour


@dataclass(frozen=True, eq=False)
class Level:
    """The distinct rows of a batch at one depth: their colours, a node that has each, and each node's row."""

    colours: np.ndarray
    example: np.ndarray
    row_of_node: np.ndarray

    @property
    def size(self) -> int:
        return len(self.colours)


class MergingStructure:
    """All graphs of a dataset, able to hand out mini-batches with alike nodes merged."""

    def __init__(self, structure: Structure, depth: int):
        self.structure, self.colours = structure, refine(structure, depth)
        self.rows, self.columns = structure.adjacency.rows.numpy(), structure.adjacency.columns.numpy()
        self.weights = structure.gcn(1).values.numpy()

    @property
    def pays(self) -> bool:
        """Whether enough nodes look alike from one hop for merging to save work."""
        return self.colours[1].max() + 1 < len(self.colours[1]) / 2

    def batch(self, graphs: np.ndarray) -> MergedBatch:
        nodes = blocks(self.structure.ptr, graphs)
        edges = blocks(self.structure.edge_ptr, graphs)
        levels = [_level(colour, nodes.picked) for colour in self.colours]
        x = self.structure.x[torch.from_numpy(levels[0].example)]
        moved = self.structure.edges[:, edges.picked] + nodes.shift_for(edges)
        return MergedBatch(x, levels, self, moved, nodes.ptr, self.structure.task)


def _level(colour: np.ndarray, nodes: np.ndarray) -> Level:
    colours, first, row = np.unique(colour[nodes], return_index=True, return_inverse=True)
    return Level(colours, nodes[first], row)


@dataclass(frozen=True, eq=False)
class MergedBatch:
    """A mini-batch with the interface of Structure whose rows at depth k are distinct neighbourhoods, not nodes."""

    x: Tensor
    levels: list[Level]
    whole: MergingStructure
    edges: np.ndarray
    ptr: np.ndarray
    task: str

    num_nodes, num_graphs, num_items = Structure.num_nodes, Structure.num_graphs, Structure.num_items

    @cached_property
    def _steps(self) -> dict[int, tuple[SparseMatrix, SparseMatrix]]:
        return {}

    def _step(self, depth: int) -> tuple[SparseMatrix, SparseMatrix]:
        """GCN weights and plain sums from the rows of depth - 1 to those of this depth."""
        if depth not in self._steps:
            here, below, whole = self.levels[depth], self.levels[depth - 1], self.whole
            start, end = whole.rows[here.example], whole.rows[here.example + 1]
            entries = segment_ranges(start, end - start)
            seen = np.searchsorted(below.colours, whole.colours[depth - 1][whole.columns[entries]])
            pattern = Pattern.from_rows(np.concatenate([[0], np.cumsum(end - start)]), seen, below.size)
            weights = torch.from_numpy(whole.weights[entries])
            self._steps[depth] = SparseMatrix(pattern, weights), SparseMatrix(pattern, torch.ones(len(entries)))
        return self._steps[depth]

    def gcn(self, depth: int) -> SparseMatrix:
        return self._step(depth)[0]

    def neighbours(self, depth: int) -> SparseMatrix:
        return self._step(depth)[1]

    def count(self, depth: int) -> np.ndarray:
        level = self.levels[depth]
        return np.bincount(level.row_of_node, minlength=level.size)

    def row_weights(self, per_node: np.ndarray, depth: int) -> Tensor:
        level = self.levels[depth]
        return torch.from_numpy(np.bincount(level.row_of_node, per_node, level.size).astype(np.float32))

    def expand(self, h: Tensor, depth: int) -> Tensor:
        if depth not in self._spreads:
            level = self.levels[depth]
            self._spreads[depth] = Pattern.from_rows(np.arange(self.num_nodes + 1), level.row_of_node, level.size)
        return spread(self._spreads[depth], h)

    @cached_property
    def _spreads(self) -> dict[int, Pattern]:
        return {}

    def pool(self, h: Tensor, depth: int, mean: bool = False) -> Tensor:
        sizes, level = np.diff(self.ptr), self.levels[depth]
        share = np.repeat(1.0 / sizes if mean else np.ones(len(sizes)), sizes)
        pattern = Pattern.from_rows(self.ptr, level.row_of_node, level.size)
        return SparseMatrix(pattern, torch.from_numpy(share)) @ h
