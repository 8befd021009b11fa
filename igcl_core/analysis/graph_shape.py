"""Graph shape: what a graph looks like in numbers before anything is trained on it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.sparse.csgraph import connected_components

from igcl_core.analysis.adjacency_view import sample
from igcl_core.analysis.around_item import Part
from igcl_core.data.graphs import NODE, Graphs
from igcl_core.data.one_graph import one_graph


@dataclass(frozen=True, eq=False)
class Shape:
    """How many pieces hang together, the size of the largest, nodes without a link, and how many items a class has."""

    components: int
    largest: int
    alone: int
    mean_degree: float
    class_sizes: np.ndarray


def shape_of(graphs: Graphs) -> Shape:
    count, of_node = connected_components(graphs.to_scipy(), directed=False)
    sizes = np.bincount(of_node)
    classes = np.zeros(0, np.int64) if graphs.y is None else np.bincount(graphs.y, minlength=len(graphs.classes))
    return Shape(count, int(sizes.max()), int((graphs.degree == 0).sum()), float(graphs.degree.mean()), classes)


def drawable_part(graphs: Graphs, size: int = 120) -> Part:
    """At most `size` nodes with the edges between them: sampled by class along edges; of many graphs the first."""
    one = graphs if graphs.task == NODE else one_graph(graphs, 0)
    nodes = sample(one, size)
    place = np.full(one.num_nodes, -1)
    place[nodes] = np.arange(len(nodes))
    edges = place[one.edges]
    return Part(nodes, edges[:, (edges >= 0).all(axis=0)], one.num_nodes - len(nodes))
