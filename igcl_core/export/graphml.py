"""GraphML: the graph with a place on the map for every node, as Gephi and networkx read it."""

from __future__ import annotations

import io

import numpy as np

from igcl_core.export.chart import MapTable


def write_graphml(chart: MapTable, edges: np.ndarray | None = None) -> bytes:
    """`edges` [2, E] name rows of the chart; without them (whole graphs are the items) there are only points."""
    import networkx

    graph = networkx.Graph()
    columns = {name: values.tolist() for name, values in chart.columns.items()}
    for row, (item, (x, y)) in enumerate(zip(chart.ids.tolist(), chart.xy.tolist(), strict=True)):
        graph.add_node(item, x=x, y=y, **{name: values[row] for name, values in columns.items()})
    if edges is not None:
        graph.add_edges_from(zip(*chart.ids[edges].tolist(), strict=True))
    buffer = io.BytesIO()
    networkx.write_graphml(graph, buffer)
    return buffer.getvalue()


def read_graphml(content: bytes) -> tuple[MapTable, np.ndarray]:
    """The chart (with no embedding: GraphML holds none) and the edges between its rows."""
    import networkx

    graph = networkx.read_graphml(io.BytesIO(content), node_type=int)
    ids = np.array(list(graph.nodes))
    about = {name: np.array([graph.nodes[item][name] for item in graph]) for name in graph.nodes[ids[0]]}
    xy = np.stack([about.pop("x"), about.pop("y")], axis=1)
    row = {item: number for number, item in enumerate(ids.tolist())}
    edges = np.array([[row[a], row[b]] for a, b in graph.edges], np.int64).reshape(-1, 2).T
    return MapTable(ids, xy, np.zeros((len(ids), 0), np.float32), about), edges
