"""Preview: a graph in numbers and pictures before anything is trained on it."""

from __future__ import annotations

import numpy as np
import streamlit as st

from app.figures.class_sizes import class_sizes_figure
from app.figures.degrees import degrees_figure
from app.figures.drawing import drawing
from app.pages.data.dropped import Dropped
from app.plain_text import names_in_chart, plain_in_chart
from app.plot.live_plot import live_plot, payload
from igcl_core import Graphs
from igcl_core.analysis import Part, Shape, drawable_part, shape_of
from igcl_core.data import NODE
from igcl_core.reading import Reading

HEIGHT, MOST_ROWS = 230, 8


def preview(dropped: Dropped) -> None:
    """Counts, pieces, homophily, classes, degrees, a drawing, and the first rows."""
    reading: Reading = dropped.found
    graphs, shape = reading.graphs, dropped.picture("shape", lambda: shape_of(reading.graphs))
    counts = [("Graphs", f"{graphs.num_graphs:,}")] if graphs.task != NODE else []
    counts += [("Nodes", f"{graphs.num_nodes:,}"), ("Edges", f"{graphs.num_edges:,}")]
    counts += [("Features", f"{graphs.num_features:,}"), ("Classes", f"{graphs.num_classes:,}")]
    if graphs.homophily is not None:
        counts.append(("Homophily", f"{graphs.homophily:.2f}"))
    row = st.container(horizontal=True, gap="medium")
    for label, value in counts:
        row.metric(label, value, width="content")
    st.caption(
        f"{piece_words(shape)}; nodes without a link: {shape.alone:,}; {shape.mean_degree:.1f} links a node on average."
    )
    left, right = st.columns(2, gap="small")
    with left:
        show_drawing(graphs, *dropped.picture("drawing", lambda: drawn(graphs)))
    with right:
        live_plot(degrees_figure(graphs.degree, height=HEIGHT), key="own_degrees", height=HEIGHT,
                  alt="How many nodes have how many links")  # fmt: skip
        if len(shape.class_sizes):
            names = names_in_chart(graphs.classes)
            live_plot(class_sizes_figure(shape.class_sizes, names, height=HEIGHT), key="own_classes", height=HEIGHT,
                      alt="How many items every class has")  # fmt: skip
    st.dataframe(first_rows(reading), hide_index=True, key="own_rows", alt="The first nodes")


def piece_words(shape: Shape) -> str:
    """How much of the graph hangs together."""
    if shape.components == 1:
        return "All in one piece"
    return f"{shape.components:,} pieces, the largest of {shape.largest:,} nodes"


def drawn(graphs: Graphs) -> tuple[Part, str]:
    """The graph, or a part of it that can be drawn, and its picture."""
    part = drawable_part(graphs)
    classes = graphs.task == NODE and graphs.y is not None
    names = [plain_in_chart(class_name(graphs, label)) for label in range(graphs.num_classes)] if classes else []
    kind = graphs.y[part.nodes] if classes else None
    figure = drawing(part.edges, len(part.nodes), kind=kind, names=names, ids=part.nodes, height=2 * HEIGHT)
    return part, payload(figure)


def show_drawing(graphs: Graphs, part: Part, picture: str) -> None:
    live_plot(picture, key="own_drawing", height=2 * HEIGHT, alt="A drawing of the graph")
    whole = "The first graph" if graphs.task != NODE else "All nodes"
    shown = f"{len(part.nodes):,} nodes, sampled by class along edges; {part.left_out:,} are not drawn"
    st.caption(f"{shown if part.left_out else whole}.")


def first_rows(reading: Reading) -> list[dict]:
    """The first nodes with their names, classes, links and texts, as they were read."""
    graphs = reading.graphs
    rows = []
    for node in range(min(MOST_ROWS, graphs.num_nodes)):
        row = {"node": reading.names[node] if reading.names else str(node), "links": int(graphs.degree[node])}
        if graphs.task == NODE and graphs.y is not None:
            row["class"] = class_name(graphs, int(graphs.y[node]))
        if reading.texts:
            row["text"] = reading.texts[node]
        rows.append(row | feature_words(graphs, node))
    return rows


def class_name(graphs: Graphs, label: int) -> str:
    return graphs.classes[label] if label < len(graphs.classes) else f"class {label}"


def feature_words(graphs: Graphs, node: int) -> dict[str, str]:
    values = graphs.x[node]
    values = np.asarray(values.toarray() if hasattr(values, "toarray") else values).reshape(-1)
    if not len(values):
        return {}
    more = " …" if len(values) > MOST_ROWS else ""
    return {"features": " ".join(f"{value:g}" for value in values[:MOST_ROWS]) + more}
