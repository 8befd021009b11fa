"""Graphs: loaded data, one graph to embed node by node or many graphs to embed one by one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy import sparse

from igcl_core.errors import shown

from .fingerprint import fingerprint_of
from .own_arrays import array_of, check_shares, features_matrix, item_numbers, label_numbers, pointer, whole_numbers

if TYPE_CHECKING:
    import networkx as nx
    from torch_geometric.data import Data, Dataset

NODE, GRAPH = "node", "graph"
LONGEST_NAME = 200


@dataclass(frozen=True)
class Split:
    """Which items (nodes or graphs) a probe learns from, is chosen on, and is scored on: their numbers, no masks."""

    train: np.ndarray
    val: np.ndarray
    test: np.ndarray
    protocol: str = "given"

    def __post_init__(self) -> None:
        for part, said in (("train", "training"), ("val", "validation"), ("test", "test")):
            object.__setattr__(self, part, item_numbers(getattr(self, part), f"The {said} items of the split"))


class Counted:
    """How many graphs and items there are, for whatever has `ptr`, `task` and `num_nodes`."""

    ptr: np.ndarray
    task: str

    @property
    def num_graphs(self) -> int:
        return len(self.ptr) - 1

    @property
    def num_items(self) -> int:
        """How many embeddings a run makes: nodes at node level, graphs at graph level."""
        return self.num_nodes if self.task == NODE else self.num_graphs


@dataclass(frozen=True, eq=False)
class Graphs(Counted):
    """One graph (task "node") or many graphs as one disjoint union (task "graph").

    Node i of graph g has the row `ptr[g] + i` of `x`; `edges` holds every undirected edge once, smaller end first.
    An item is what gets an embedding: a node, or a whole graph.
    """

    name: str
    task: str
    x: np.ndarray | sparse.csr_matrix
    edges: np.ndarray
    y: np.ndarray | None = None
    ptr: np.ndarray | None = None
    split: Split | None = None
    classes: tuple[str, ...] = ()
    images: np.ndarray | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        if self.task not in (NODE, GRAPH):
            raise ValueError(f"The task must be 'node' or 'graph', not {shown(self.task)}.")
        check_name(self.name)
        x = features_matrix(self.x, self.name)
        object.__setattr__(self, "x", x)
        object.__setattr__(self, "ptr", pointer(self.ptr, x.shape[0], self.name))
        object.__setattr__(self, "edges", canonical_edges(self.edges, x.shape[0], self.name))
        if self.y is not None:
            object.__setattr__(self, "y", label_numbers(self.y, self.task, self.name))
        self._check()

    def _check(self) -> None:
        values = self.x.data if sparse.issparse(self.x) else self.x
        if not np.isfinite(values).all():
            raise ValueError(
                f"Features of {self.name!r} must be finite numbers, but {int((~np.isfinite(values)).sum())} are "
                "NaN or infinite. Fill or drop them before making Graphs."
            )
        if self.task == NODE and self.num_graphs != 1:
            raise ValueError(f"A node task has one graph, but {self.name!r} has {self.num_graphs}.")
        if (self.graph_of_node[self.edges[0]] != self.graph_of_node[self.edges[1]]).any():
            raise ValueError(f"An edge of {self.name!r} joins two different graphs.")
        if self.y is not None and len(self.y) != self.num_items:
            raise ValueError(
                f"{self.name!r} needs one label per {self.task}: {self.num_items}, but {len(self.y)} came."
            )
        if self.y is not None and len(self.y) and self.y.min() < 0:
            raise ValueError(f"Labels of {self.name!r} must be 0, 1, 2, ..., but {self.y.min()} came.")
        if self.split is not None:
            self._check_split(check_is_split(self.split))

    def _check_split(self, split: Split) -> None:
        items = np.concatenate([split.train, split.val, split.test])
        if len(items) and (items.min() < 0 or items.max() >= self.num_items):
            raise ValueError(
                f"The split of {self.name!r} must name {self.task}s 0 to {self.num_items - 1}, "
                f"but {items.min()} to {items.max()} came."
            )

    @property
    def num_nodes(self) -> int:
        return self.x.shape[0]

    @property
    def num_edges(self) -> int:
        """Undirected edges, each counted once, self-loops not counted."""
        return self.edges.shape[1]

    @property
    def num_features(self) -> int:
        return self.x.shape[1]

    @property
    def num_classes(self) -> int:
        return 0 if self.y is None else int(self.y.max()) + 1

    @cached_property
    def graph_of_node(self) -> np.ndarray:
        return np.repeat(np.arange(self.num_graphs, dtype=np.int32), np.diff(self.ptr))

    @cached_property
    def degree(self) -> np.ndarray:
        return np.bincount(self.edges.ravel(), minlength=self.num_nodes)

    @cached_property
    def fingerprint(self) -> str:
        """A hash of everything training depends on: features, edges, and which nodes make a graph."""
        return fingerprint_of(self.x, self.edges, self.ptr)

    @property
    def homophily(self) -> float | None:
        """Share of edges that join two nodes of one class; None where nodes have no class or there are no edges."""
        if self.task != NODE or self.y is None or not self.num_edges:
            return None
        return float((self.y[self.edges[0]] == self.y[self.edges[1]]).mean())

    def unlabelled(self) -> Graphs:
        """The same graphs without labels or split: all that an unsupervised method may see."""
        return replace(self, y=None, split=None, images=None)

    @staticmethod
    def from_pyg(
        data: Data | Dataset | Sequence[Data], name: str | None = None, *, split: int | Split | None = None
    ) -> Graphs:
        """A torch_geometric Data, Dataset, list of Data or Batch: one graph is a node task, several a graph task.

        Taken are x (sparse stays sparse), edge_index or a sparse adj_t, y, and the three masks if each has a node;
        of masks with several columns `split` names one. Dropped are the direction of edges, their weights and
        attributes, and self-loops. Dense x that is mostly zeros trains faster as `data.x.to_sparse_csr()`.
        """
        from .pyg_exchange import from_pyg

        return from_pyg(data, name, split=split)

    def to_pyg(self) -> Data | list[Data]:
        """A torch_geometric Data with every edge in both directions and the split as masks, or one Data per graph.

        Sparse x becomes a sparse CSR tensor, and no features become num_nodes. Names, pictures and a split of graphs
        have no place in it.
        """
        from .pyg_exchange import to_pyg

        return to_pyg(self)

    @staticmethod
    def from_networkx(
        graphs: nx.Graph | Sequence[nx.Graph],
        features: str | Sequence[str] = (),
        label: str | None = None,
        *,
        split: Split | None = None,
        name: str | None = None,
    ) -> Graphs:
        """A networkx graph (a node task) or a list of several (a graph task); nodes are numbered in their order there.

        `features` names node attributes, each a number or a row of numbers; `label` an attribute of the nodes, or of
        several graphs: whole numbers or the names of classes. What is not named is not used. Dropped are the
        direction of edges, their weights, parallel edges and self-loops.
        """
        from .networkx_exchange import from_networkx

        return from_networkx(graphs, features, label, split=split, name=name)

    def to_networkx(self) -> nx.Graph | list[nx.Graph]:
        """A networkx graph of nodes 0, 1, 2, ..., or one per graph: features in `x`, dense, and labels in `y`.

        At graph level y is an attribute of the graph. The split, class names and pictures have no place in it.
        """
        from .networkx_exchange import to_networkx

        return to_networkx(self)

    @staticmethod
    def from_scipy(
        adjacency: sparse.spmatrix | sparse.sparray,
        x: Any = None,
        y: Any = None,
        *,
        ptr: Any = None,
        split: Split | None = None,
        classes: Sequence[str] = (),
        name: str = "graph",
    ) -> Graphs:
        """A square sparse matrix in which an entry other than 0, on either side of the diagonal, is an edge.

        With `ptr` its blocks are many graphs. Dropped are the direction of edges, their weights and self-loops.
        """
        from .scipy_exchange import from_scipy

        return from_scipy(adjacency, x, y, ptr=ptr, split=split, classes=classes, name=name)

    def to_scipy(self) -> sparse.csr_matrix:
        """The symmetric adjacency of all nodes, 1 at both places of an edge; many graphs are blocks of it."""
        from .scipy_exchange import to_scipy

        return to_scipy(self)


def canonical_edges(edges: np.ndarray, num_nodes: int, name: str = "graph") -> np.ndarray:
    """Every undirected edge once, smaller end first, sorted, without self-loops: int32 [2, E]."""
    given = type(edges).__name__
    edges = array_of(edges, f"Edges of {name!r}")
    if edges.size == 0:
        return np.zeros((2, 0), np.int32)
    if edges.ndim != 2 or edges.shape[0] != 2:
        hint = " Transpose it: edges.T." if edges.ndim == 2 and edges.shape[1] == 2 else ""
        came = edges.shape if edges.ndim else given
        raise ValueError(f"Edges of {name!r} must have shape [2, number of edges], not {came}.{hint}")
    edges = whole_numbers(edges, f"Edges of {name!r}", "An edge names two nodes by their numbers, from 0.")
    if edges.min() < 0 or edges.max() >= num_nodes:
        raise ValueError(
            f"Edges of {name!r} must name nodes 0 to {num_nodes - 1}, but {edges.min()} to {edges.max()} came."
        )
    if _is_canonical(edges):
        return edges.astype(np.int32, order="C")
    low, high = edges.min(axis=0).astype(np.int64), edges.max(axis=0).astype(np.int64)
    key = low * num_nodes + high
    key = key[low != high]
    if len(key) > 1 and not (np.diff(key) > 0).all():
        key = sorted_unique(key)
    return np.stack([key // num_nodes, key % num_nodes]).astype(np.int32)


def _is_canonical(edges: np.ndarray) -> bool:
    """Whether sorting would change nothing; found out without copies eight bytes wide of millions of edges."""
    low, high = edges
    if not (low < high).all():
        return False
    rises, stays = low[1:] > low[:-1], low[1:] == low[:-1]
    return bool((rises | (stays & (high[1:] > high[:-1]))).all())


def check_name(name: Any) -> None:
    """Refuse what cannot stand in a list of runs or in the header of a file."""
    if not isinstance(name, str) or len(name) > LONGEST_NAME:
        raise ValueError(f"The name must be text of at most {LONGEST_NAME} characters, but {shown(name)} came.")


def check_is_split(split: Any) -> Split:
    """The split itself, or a sentence about what came instead."""
    if not isinstance(split, Split):
        raise TypeError(
            f"A split must be Split(train, val, test), but {type(split).__name__} came. "
            "Make one from the numbers of the items, or with random_split(number of items, train=0.1, val=0.1)."
        )
    return split


def sorted_unique(values: np.ndarray) -> np.ndarray:
    """What np.unique gives, many times quicker on millions of whole numbers, which newer numpy puts in a hash table."""
    values = np.sort(values)
    return values[np.diff(values, prepend=values[:1] - 1) > 0]


def random_split(num_items: int, train: float, val: float, seed: int = 0) -> Split:
    """A seeded random split; what is neither train nor val is test."""
    check_shares(num_items, train, val)
    order = np.random.default_rng(seed).permutation(num_items)
    a, b = round(num_items * train), round(num_items * (train + val))
    shares = "/".join(str(round(100 * share)) for share in (train, val, 1 - train - val))
    return Split(np.sort(order[:a]), np.sort(order[a:b]), np.sort(order[b:]), f"random {shares}, seed {seed}")
