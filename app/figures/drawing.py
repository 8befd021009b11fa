"""Drawing: a small graph as dots and lines, an item's surroundings or a whole graph of a dataset."""

from __future__ import annotations

from collections.abc import Sequence

import networkx as nx
import numpy as np
import plotly.graph_objects as go

from app.figures.map import coordinates, edge_lines, frame
from app.figures.palette import INK, class_color

MANY = 150


def drawing(
    edges: np.ndarray,
    count: int,
    *,
    kind: np.ndarray | None = None,
    names: Sequence[str] = (),
    ids: np.ndarray | None = None,
    centre: int | None = None,
    height: int = 240,
) -> go.Figure:
    """`count` nodes in the colours of their kinds, placed so that linked ones are near; the centre is ringed."""
    kind, ids = np.zeros(count, int) if kind is None else kind, np.arange(count) if ids is None else ids
    xy = places(edges, count)
    words = [f"node {node}" + (f" · {names[label]}" if names else "") for node, label in zip(ids, kind, strict=True)]
    width = np.where(np.arange(count) == (-1 if centre is None else centre), 3.0, 0.6)
    marker = {"size": 9 if count <= 60 else 6, "color": [class_color(int(label)) for label in kind]}
    marker["line"] = {"width": width.tolist(), "color": [INK if w > 1 else "white" for w in width]}
    dots = {"mode": "markers", "marker": marker, "hovertext": words, "hoverinfo": "text", **coordinates(xy)}
    lines = {**edge_lines(xy, edges), "line": {"color": INK, "width": 1}}
    figure = go.Figure([lines, {"type": "scatter", **dots}])
    return figure.update_layout(frame(height, wide=False), showlegend=False, margin={"l": 4, "r": 4, "t": 4, "b": 4})


def places(edges: np.ndarray, count: int, most: int = MANY) -> np.ndarray:
    """Distances along edges become distances in the plane; above `most` nodes springs do it, which is quicker."""
    graph = nx.Graph()
    graph.add_nodes_from(range(count))
    graph.add_edges_from(edges.T.tolist())
    if count <= most and nx.is_connected(graph):
        found = nx.kamada_kawai_layout(graph)
    else:
        found = nx.spring_layout(graph, seed=0, iterations=60)
    return np.array([found[node] for node in range(count)], np.float32).reshape(count, 2)
