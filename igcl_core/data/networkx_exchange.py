"""networkx at the door: its graphs as Graphs, and Graphs as its graphs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy import sparse

from .disjoint_union import disjoint_union, taken_apart
from .graphs import NODE, Graphs, Split

if TYPE_CHECKING:
    import networkx as nx


def from_networkx(
    graphs: nx.Graph | Sequence[nx.Graph],
    features: str | Sequence[str] = (),
    label: str | None = None,
    *,
    split: Split | None = None,
    name: str | None = None,
) -> Graphs:
    """See Graphs.from_networkx."""
    given = list(graphs) if isinstance(graphs, (list, tuple)) else [graphs]
    _check_are_graphs(given)
    many = len(given) > 1
    name = name or ("graphs" if many else str(given[0].name) or "graph")
    wanted = [features] if isinstance(features, str) else list(features)
    x, edges = [_features(graph, wanted, name) for graph in given], [_edges(graph) for graph in given]
    holders = [graph.graph for graph in given] if many else [given[0].nodes[node] for node in given[0]]
    y, classes = (None, ()) if label is None else _labels(holders, label, "graph" if many else "node", name)
    if many:
        return disjoint_union(name, x, edges, y=y, split=split, classes=classes)
    return Graphs(name, NODE, x[0], edges[0], y, split=split, classes=classes)


def _check_are_graphs(given: list[Any]) -> None:
    import networkx as nx

    if not given:
        raise ValueError("A list of networkx graphs needs at least one, but it is empty.")
    for graph in given:
        if not isinstance(graph, nx.Graph):
            raise TypeError(f"A networkx graph or a list of them was expected, but {type(graph).__name__} came.")
        if len(graph) == 0:
            raise ValueError(f"A graph needs at least one node, but {graph} came.")


def _edges(graph: nx.Graph) -> np.ndarray:
    """Pairs of places in the order of the nodes, whatever the nodes are called."""
    import networkx as nx

    return np.stack(nx.to_scipy_sparse_array(graph, weight=None).nonzero())


def _features(graph: nx.Graph, wanted: list[str], name: str) -> np.ndarray:
    """The wanted attributes of every node side by side; each is a number or a row of numbers."""
    columns = [np.zeros((len(graph), 0), np.float32)]
    for attribute in wanted:
        values = _values([graph.nodes[node] for node in graph], attribute, "node", name)
        try:
            columns.append(np.array(values, np.float32).reshape(len(graph), -1))
        except (TypeError, ValueError):
            raise ValueError(
                f"The attribute {attribute!r} of {name!r} must be a number, or as many numbers, at every node, "
                f"but there is {values[0]!r}. Number what is text before it becomes a feature."
            ) from None
    return np.hstack(columns)


def _labels(holders: list[dict], label: str, kind: str, name: str) -> tuple[Sequence[int], tuple[str, ...]]:
    """Whole numbers as they are; names of classes are numbered in the order of the alphabet."""
    values = _values(holders, label, kind, name)
    if not all(isinstance(value, str) for value in values):
        return values, ()
    classes, y = np.unique(values, return_inverse=True)
    return y, tuple(classes.tolist())


def _values(holders: list[dict], attribute: str, kind: str, name: str) -> list[Any]:
    without = sum(attribute not in holder for holder in holders)
    if without:
        raise ValueError(
            f"Every {kind} of {name!r} needs the attribute {attribute!r}, but {without} of {len(holders)} have none."
        )
    return [holder[attribute] for holder in holders]


def to_networkx(graphs: Graphs) -> nx.Graph | list[nx.Graph]:
    """See Graphs.to_networkx."""
    made = [_graph(graphs.name, x, edges) for x, edges in taken_apart(graphs)]
    labels = [] if graphs.y is None else graphs.y.tolist()
    if graphs.task == NODE:
        _set(made[0], "y", labels)
        return made[0]
    for graph, label in zip(made, labels, strict=False):
        graph.graph["y"] = label
    return made


def _graph(name: str, x: np.ndarray | sparse.csr_matrix, edges: np.ndarray) -> nx.Graph:
    import networkx as nx

    graph = nx.empty_graph(x.shape[0])
    graph.name = name
    graph.add_edges_from(edges.T.tolist())
    if x.shape[1]:
        _set(graph, "x", x.toarray() if sparse.issparse(x) else x.copy())
    return graph


def _set(graph: nx.Graph, attribute: str, values: Sequence[Any]) -> None:
    import networkx as nx

    nx.set_node_attributes(graph, dict(enumerate(values)), attribute)
