"""Structure: a dataset's graphs as the tensors that layers compute with, whole or a mini-batch of graphs at a time."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import torch
from scipy import sparse
from torch import Tensor

from igcl_core.data.graphs import NODE, Graphs
from igcl_core.sparse import Pattern, index_pointer, index_tensor, segment_ranges, spmm

FEATURES = ("raw", "row", "degree", "onehot", "raw+degree")
MAX_ONEHOT_DEGREE = 64


@dataclass(frozen=True, eq=False)
class SparseFeatures:
    """A sparse feature matrix: the bag of words of a citation graph is never made dense."""

    pattern: Pattern
    values: Tensor

    @property
    def shape(self) -> tuple[int, int]:
        return self.pattern.shape

    def with_values(self, values: Tensor) -> SparseFeatures:
        return replace(self, values=values)

    def mask_columns(self, keep: Tensor) -> SparseFeatures:
        return self.with_values(self.values * keep[self.pattern.columns])

    def __matmul__(self, weight: Tensor) -> Tensor:
        return spmm(self.pattern, self.values, weight)


@dataclass(frozen=True, eq=False)
class Structure:
    """Features and adjacency of one graph or of a disjoint union of graphs.

    `adjacency` is A + I as a pattern; `edge_of_entry` names the undirected edge behind every entry (-1 for a
    self-loop), so that dropping an edge changes weights and never the pattern.
    """

    x: Tensor | SparseFeatures
    adjacency: Pattern
    edge_of_entry: Tensor
    edges: np.ndarray
    ptr: np.ndarray
    task: str
    edge_weight: Tensor | None = None

    @classmethod
    def of(cls, graphs: Graphs, features: str = "raw") -> Structure:
        adjacency, edge_of_entry = _with_loops(graphs.edges, graphs.num_nodes)
        x = features_of(graphs, features)
        return cls(x, adjacency, edge_of_entry, graphs.edges, graphs.ptr, graphs.task)

    @property
    def num_nodes(self) -> int:
        return self.adjacency.shape[0]

    @property
    def num_graphs(self) -> int:
        return len(self.ptr) - 1

    @property
    def num_items(self) -> int:
        return self.num_nodes if self.task == NODE else self.num_graphs

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
    def gcn_weight(self) -> Tensor:
        """The values of D^-1/2 (A + I) D^-1/2."""
        degree = torch.zeros(self.num_nodes).index_add_(0, self.row_of_entry, self.entry_weight)
        scale = degree.rsqrt()
        return self.entry_weight * scale[self.row_of_entry] * scale[self.adjacency.columns]

    @cached_property
    def gin_weight(self) -> Tensor:
        """The values of A: every kept edge once, no self-loop."""
        return torch.where(self.edge_of_entry < 0, 0.0, self.entry_weight)

    @cached_property
    def pooling(self) -> Pattern:
        """Graphs x nodes: which nodes belong to which graph."""
        sizes = np.diff(self.ptr)
        graph = index_tensor(np.repeat(np.arange(self.num_graphs), sizes))
        node = index_tensor(np.arange(self.num_nodes))
        each = index_tensor(np.arange(self.num_nodes + 1))
        shape = (self.num_graphs, self.num_nodes)
        return Pattern(index_pointer(sizes), node, each, graph, torch.arange(self.num_nodes), shape)

    def pool(self, h: Tensor, mean: bool = False) -> Tensor:
        """Sum or mean of the rows of h over the nodes of each graph."""
        sizes = np.diff(self.ptr)
        share = np.repeat(1.0 / sizes if mean else np.ones(len(sizes)), sizes)
        return spmm(self.pooling, torch.from_numpy(share).to(h.dtype), h)

    def propagate(self, h: Tensor) -> Tensor:
        """D^-1/2 (A + I) D^-1/2 h."""
        return spmm(self.adjacency, self.gcn_weight, h)

    def dropping(self, edge_weight: Tensor, keep_columns: Tensor) -> Structure:
        """An explicit augmentation: the same graph with some edges dropped and some feature columns masked."""
        x = self.x.mask_columns(keep_columns) if isinstance(self.x, SparseFeatures) else self.x * keep_columns
        return replace(self, x=x, edge_weight=edge_weight)

    def batch(self, graphs: np.ndarray) -> Structure:
        """The disjoint union of these graphs, in this order."""
        nodes, edges, entries = (_blocks(ptr, graphs) for ptr in (self.ptr, self._edge_ptr, self._entry_ptr))
        rows, columns, to_transpose, edge_of_entry = self._adjacency_arrays
        counts = np.diff(rows)[nodes.picked]
        column = index_tensor(columns[entries.picked] + nodes.shift_for(entries))
        mirror = index_tensor(to_transpose[entries.picked] + entries.shift_for(entries))
        pointer = index_pointer(counts)
        edge = edge_of_entry[entries.picked]
        return replace(
            self,
            x=self.x[torch.from_numpy(nodes.picked)],
            adjacency=Pattern(pointer, column, pointer, column, mirror, (len(nodes.picked),) * 2),
            edge_of_entry=index_tensor(np.where(edge < 0, -1, edge + edges.shift_for(entries))),
            edges=self.edges[:, edges.picked] + nodes.shift_for(edges),
            ptr=nodes.ptr,
        )

    @cached_property
    def _edge_ptr(self) -> np.ndarray:
        """Where each graph's edges begin: edges are sorted by their smaller end, hence by graph."""
        return np.searchsorted(self.edges[0], self.ptr)

    @cached_property
    def _entry_ptr(self) -> np.ndarray:
        """Where each graph's entries of A + I begin."""
        return self.adjacency.rows.numpy()[self.ptr].astype(np.int64)

    @cached_property
    def _adjacency_arrays(self) -> tuple[np.ndarray, ...]:
        pattern = self.adjacency
        parts = (pattern.rows, pattern.columns, pattern.to_transpose, self.edge_of_entry)
        return tuple(part.numpy() for part in parts)


@dataclass(frozen=True, eq=False)
class _Blocks:
    """Consecutive runs of an array, one per graph, picked and laid end to end."""

    picked: np.ndarray
    lengths: np.ndarray
    shift: np.ndarray
    ptr: np.ndarray

    def shift_for(self, other: _Blocks) -> np.ndarray:
        """How far this kind of index moves, for every picked element of another kind."""
        return np.repeat(self.shift, other.lengths)


def _blocks(ptr: np.ndarray, graphs: np.ndarray) -> _Blocks:
    starts, lengths = ptr[graphs], ptr[graphs + 1] - ptr[graphs]
    new = np.concatenate([[0], np.cumsum(lengths)])
    return _Blocks(segment_ranges(starts, lengths), lengths, new[:-1] - starts, new)


def _with_loops(edges: np.ndarray, num_nodes: int) -> tuple[Pattern, Tensor]:
    """The pattern of A + I and the edge behind each of its entries (-1 for a self-loop)."""
    loops = np.arange(num_nodes, dtype=np.int32)
    row = np.concatenate([edges[0], edges[1], loops])
    column = np.concatenate([edges[1], edges[0], loops])
    edge = np.concatenate([np.tile(np.arange(edges.shape[1], dtype=np.int32), 2), np.full(num_nodes, -1, np.int32)])
    pattern, order = Pattern.of(row, column, (num_nodes, num_nodes))
    return pattern, index_tensor(edge[order])


def features_of(graphs: Graphs, kind: str) -> Tensor | SparseFeatures:
    """Node features of the chosen kind: as given, rows summing to one, or made from node degrees."""
    if kind in ("raw", "row", "raw+degree") and graphs.num_features == 0:
        raise ValueError(
            f"{graphs.name!r} has no node features, so features must be 'degree' or 'onehot', not {kind!r}."
        )
    if kind == "degree":
        return torch.from_numpy(_scaled_degree(graphs))
    if kind == "onehot":
        return torch.nn.functional.one_hot(torch.from_numpy(graphs.degree.clip(max=MAX_ONEHOT_DEGREE))).float()
    x = _row_normalised(graphs.x) if kind == "row" else graphs.x
    if kind == "raw+degree":
        join = sparse.hstack if sparse.issparse(x) else np.hstack
        x = join([x, _scaled_degree(graphs)])
    return _sparse_features(x) if sparse.issparse(x) else torch.from_numpy(np.ascontiguousarray(x, np.float32))


def _sparse_features(x: sparse.spmatrix) -> SparseFeatures:
    entries = x.tocoo()
    pattern, order = Pattern.of(entries.row, entries.col, x.shape)
    return SparseFeatures(pattern, torch.from_numpy(entries.data[order].astype(np.float32)))


def _scaled_degree(graphs: Graphs) -> np.ndarray:
    """Node degree as one number, divided by the mean degree so that its size does not depend on the dataset."""
    degree = graphs.degree.astype(np.float32)[:, None]
    return degree / max(float(degree.mean()), 1.0)


def _row_normalised(x: np.ndarray | sparse.csr_matrix) -> np.ndarray | sparse.csr_matrix:
    total = np.asarray(abs(x).sum(axis=1), np.float32).reshape(-1, 1)
    scale = 1.0 / np.where(total == 0, 1.0, total)
    return x.multiply(scale).tocsr() if sparse.issparse(x) else x * scale
