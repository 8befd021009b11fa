"""One graph of many, as a graph of its own whose nodes are looked at."""

from __future__ import annotations

from igcl_core.data.graphs import GRAPH, NODE, Graphs


def one_graph(graphs: Graphs, number: int) -> Graphs:
    """Graph `number` of a graph-level dataset as a node-level one, without labels: those belong to whole graphs."""
    check_number(graphs, number)
    first, last = graphs.ptr[number], graphs.ptr[number + 1]
    inside = (graphs.edges[0] >= first) & (graphs.edges[0] < last)
    edges = graphs.edges[:, inside] - first
    return Graphs(f"{graphs.name} {number}", NODE, graphs.x[first:last], edges)


def check_number(graphs: Graphs, number: int) -> None:
    """Refuse, in a sentence, a graph that is not there."""
    if graphs.task != GRAPH:
        raise ValueError(f"{graphs.name!r} is one graph; a dataset of many graphs was expected.")
    if not 0 <= number < graphs.num_graphs:
        raise ValueError(f"A graph from 0 to {graphs.num_graphs - 1} was expected, but {number} came.")
