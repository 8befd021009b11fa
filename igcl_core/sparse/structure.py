"""Structure: a dataset's graphs as the tensors that layers compute with.

A layer of depth k asks for `gcn(k)`, `neighbours(k)`, `pool(h, k)`, ... and never for the adjacency itself, so that a
mini-batch may merge nodes that look alike from depth k (see merged.py) without any layer knowing.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import torch
from torch import Tensor

from igcl_core.data.graphs import Counted, Graphs
from igcl_core.sparse.features import features_of
from igcl_core.sparse.products import Pattern, SparseMatrix, index_pointer, index_tensor, segment_ranges


@dataclass(frozen=True, eq=False)
class Structure(Counted):
    """Features and adjacency of one graph or of a disjoint union of graphs; every node is a row at every depth.

    `adjacency` is A + I as a pattern; `edge_of_entry` names the undirected edge behind every entry (-1 for a
    self-loop), so that dropping an edge changes weights and never the pattern.
    """

    x: Tensor | SparseMatrix
    adjacency: Pattern
    edge_of_entry: Tensor
    edges: np.ndarray
    ptr: np.ndarray
    task: str
    edge_weight: Tensor | None = None

    @classmethod
    def of(cls, graphs: Graphs, features: str = "raw") -> Structure:
        adjacency, edge_of_entry = with_loops(graphs.edges, graphs.num_nodes)
        x = features_of(graphs, features)
        return cls(x, adjacency, edge_of_entry, graphs.edges, graphs.ptr, graphs.task)

    @property
    def num_nodes(self) -> int:
        return int(self.ptr[-1])

    @cached_property
    def entry_weight(self) -> Tensor:
        """1 at every entry of A + I that is kept, 0 at a dropped edge."""
        if self.edge_weight is None:
            return torch.ones(self.adjacency.size)
        return torch.cat([self.edge_weight, torch.ones(1)])[self.edge_of_entry]

    @cached_property
    def row_of_entry(self) -> Tensor:
        return self.adjacency.row_of_entry()

    @cached_property
    def _normalised(self) -> SparseMatrix:
        degree = torch.zeros(self.num_nodes).index_add_(0, self.row_of_entry, self.entry_weight)
        scale = degree.rsqrt()
        weight = self.entry_weight * scale[self.row_of_entry] * scale[self.adjacency.columns]
        return SparseMatrix(self.adjacency, weight)

    def gcn(self, depth: int) -> SparseMatrix:
        """D^-1/2 (A + I) D^-1/2, from the rows of depth - 1 to those of this depth."""
        return self._normalised

    def neighbours(self, depth: int) -> SparseMatrix:
        """A + I, from the rows of depth - 1 to those of this depth."""
        return SparseMatrix(self.adjacency, self.entry_weight)

    @cached_property
    def average(self) -> SparseMatrix:
        """D^-1 A: the mean over a node's neighbours without itself, 0 where it has none."""
        weight = self.entry_weight * (self.edge_of_entry >= 0)
        degree = torch.zeros(self.num_nodes).index_add_(0, self.row_of_entry, weight)
        return SparseMatrix(self.adjacency, weight / degree.clamp(min=1.0)[self.row_of_entry])

    def count(self, depth: int) -> np.ndarray | None:
        """How many nodes each row of this depth stands for; None where it is one each."""
        return None

    def row_weights(self, per_node: np.ndarray, depth: int) -> Tensor:
        """A weight per node, added up over the nodes of each row of this depth."""
        return torch.from_numpy(per_node.astype(np.float32))

    def expand(self, h: Tensor, depth: int) -> Tensor:
        """One row per node from the rows of this depth."""
        return h

    @cached_property
    def _pooling(self) -> Pattern:
        """Graphs x nodes: which nodes belong to which graph."""
        sizes, nodes = np.diff(self.ptr), np.arange(self.num_nodes)
        graph = index_tensor(np.repeat(np.arange(self.num_graphs), sizes))
        each, shape = index_tensor(np.arange(self.num_nodes + 1)), (self.num_graphs, self.num_nodes)
        return Pattern(index_pointer(sizes), index_tensor(nodes), each, graph, index_tensor(nodes), shape)

    def pool(self, h: Tensor, depth: int, mean: bool = False) -> Tensor:
        """Sum or mean over the nodes of each graph of the rows of this depth."""
        sizes = np.diff(self.ptr)
        share = np.repeat(1.0 / sizes if mean else np.ones(len(sizes)), sizes)
        return SparseMatrix(self._pooling, torch.from_numpy(share)) @ h

    def dropping(self, edge_weight: Tensor, keep_columns: Tensor) -> Structure:
        """An explicit augmentation: the same graph with some edges dropped and some feature columns masked."""
        x = self.x.mask_columns(keep_columns) if isinstance(self.x, SparseMatrix) else self.x * keep_columns
        return replace(self, x=x, edge_weight=edge_weight)

    def batch(self, graphs: np.ndarray) -> Structure:
        """The disjoint union of these graphs, in this order."""
        nodes, edges, entries = (blocks(ptr, graphs) for ptr in (self.ptr, self.edge_ptr, self._entry_ptr))
        pattern = self.adjacency
        counts = np.diff(pattern.rows.numpy())[nodes.picked]
        column = index_tensor(pattern.columns.numpy()[entries.picked] + nodes.shift_for(entries))
        mirror = index_tensor(pattern.to_transpose.numpy()[entries.picked] + entries.shift_for(entries))
        pointer, edge = index_pointer(counts), self.edge_of_entry.numpy()[entries.picked]
        return replace(
            self,
            x=self.x[torch.from_numpy(nodes.picked)],
            adjacency=Pattern(pointer, column, pointer, column, mirror, (len(nodes.picked),) * 2),
            edge_of_entry=index_tensor(np.where(edge < 0, -1, edge + edges.shift_for(entries))),
            edges=self.edges[:, edges.picked] + nodes.shift_for(edges),
            ptr=nodes.ptr,
        )

    @cached_property
    def edge_ptr(self) -> np.ndarray:
        """Where each graph's edges begin: edges are sorted by their smaller end, hence by graph."""
        return np.searchsorted(self.edges[0], self.ptr)

    @cached_property
    def _entry_ptr(self) -> np.ndarray:
        """Where each graph's entries of A + I begin."""
        return self.adjacency.rows.numpy()[self.ptr].astype(np.int64)


@dataclass(frozen=True, eq=False)
class Blocks:
    """Consecutive runs of an array, one per graph, picked and laid end to end."""

    picked: np.ndarray
    lengths: np.ndarray
    shift: np.ndarray
    ptr: np.ndarray

    def shift_for(self, other: Blocks) -> np.ndarray:
        """How far this kind of index moves, for every picked element of another kind."""
        return np.repeat(self.shift, other.lengths)


def blocks(ptr: np.ndarray, graphs: np.ndarray) -> Blocks:
    """The runs of these graphs in an array where graph g occupies ptr[g] to ptr[g + 1]."""
    starts, lengths = ptr[graphs], ptr[graphs + 1] - ptr[graphs]
    new = np.concatenate([[0], np.cumsum(lengths)])
    return Blocks(segment_ranges(starts, lengths), lengths, new[:-1] - starts, new)


def with_loops(edges: np.ndarray, num_nodes: int) -> tuple[Pattern, Tensor]:
    """The pattern of A + I and the edge behind each of its entries (-1 for a self-loop)."""
    loops = np.arange(num_nodes, dtype=np.int32)
    row = np.concatenate([edges[0], edges[1], loops])
    column = np.concatenate([edges[1], edges[0], loops])
    edge = np.concatenate([np.tile(np.arange(edges.shape[1], dtype=np.int32), 2), np.full(num_nodes, -1, np.int32)])
    pattern, order = Pattern.of(row, column, (num_nodes, num_nodes))
    return pattern, index_tensor(edge[order])
