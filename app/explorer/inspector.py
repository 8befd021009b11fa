"""Inspector: everything known of one item: class, links, words, nearest items in the true space, surroundings."""

from __future__ import annotations

import numpy as np
import streamlit as st

from app.desk import Desk
from app.explorer.studies import dense, prediction_of
from app.figures.drawing import drawing
from app.live_plot import live_plot
from app.seat import View
from igcl_core import Graphs
from igcl_core.layout import cosine_neighbours
from igcl_core.surroundings import Part, ego, graph, linked, telling_features

NEAREST, PIXEL = 8, 9


def inspect(view: View, desk: Desk, item: int, z: np.ndarray, where: str, step: int) -> None:
    """One item in words, numbers and a drawing; `z` is the true space, called `where`."""
    graphs = view.graphs
    st.markdown(f"**{graphs.task.capitalize()} {item}** · {', '.join(words(view, item, step))}")
    said = prediction_of(desk, z)
    if said is not None:
        label, sure = int(said.label[item]), float(said.confidence[item])
        verdict = ":green[right]" if label == graphs.y[item] else ":red[wrong]"
        st.markdown(f"The probe on {where} says **{class_name(graphs, label)}** ({sure:.0%} sure): {verdict}.")
    left, right = st.columns([1, 2.2], gap="small")
    if graphs.images is not None:
        picture = np.kron(graphs.images[item] / graphs.images.max(), np.ones((PIXEL, PIXEL)))
        left.image(picture, clamp=True, caption="its picture")
    with right if graphs.images is not None else st.container():
        show_surroundings(graphs, item)
    st.caption(f"Nearest in {where} (cosine, all dimensions)")
    st.dataframe(nearest_rows(graphs, z, item), hide_index=True, height=212, key="emb_nearest", alt="Nearest items")
    if graphs.task == "node" and graphs.num_features:
        on, count = telling_features(graphs, item)
        st.caption(f"{count} features on; the rarest: {', '.join(map(str, on)) or 'none'}")


def words(view: View, item: int, step: int) -> list[str]:
    """Class, degree or size, and mean sigma."""
    graphs, arrays = view.graphs, view.snapshots[step]
    found = [] if graphs.y is None else [f"class {class_name(graphs, graphs.y[item])}"]
    if graphs.task == "node":
        found.append(f"degree {graphs.degree[item]}")
    else:
        found.append(f"{graphs.ptr[item + 1] - graphs.ptr[item]} nodes")
    if "sigma" in arrays:
        found.append(f"mean σ {arrays['sigma'][item].mean():.3g}")
    return found


def class_name(graphs: Graphs, label: int) -> str:
    return graphs.classes[label] if label < len(graphs.classes) else str(label)


def show_surroundings(graphs: Graphs, item: int) -> None:
    """The ego network of a node, or the graph itself."""
    part = surroundings(graphs, item)
    node = graphs.task == "node"
    kind, names = kinds(graphs, part.nodes)
    look = {"ids": part.nodes - (0 if node else part.nodes[0]), "centre": 0 if node else None}
    figure = drawing(part.edges, len(part.nodes), kind=kind, names=names, height=170, **look)
    what = f"The surroundings of node {item}" if node else f"Graph {item}"
    live_plot(figure, key="emb_drawing", height=170, alt=what)
    left_out = f" {part.left_out} more are left out." if part.left_out else ""
    st.caption(f"{what}: {len(part.nodes)} nodes, {part.edges.shape[1]} links.{left_out}")


def kinds(graphs: Graphs, nodes: np.ndarray) -> tuple[np.ndarray | None, list[str]]:
    """Classes of nodes; where only graphs have classes, the one feature that each node has, if it is one."""
    if graphs.task == "node":
        if graphs.y is None:
            return None, []
        return graphs.y[nodes], [class_name(graphs, label) for label in range(graphs.num_classes)]
    x = dense(graphs.x[nodes])
    if not graphs.num_features or not ((x == 1).sum(axis=1) == 1).all() or np.count_nonzero(x) != len(x):
        return None, []
    return x.argmax(axis=1), [f"feature {number}" for number in range(graphs.num_features)]


@st.cache_data(max_entries=32, show_spinner=False, hash_funcs={Graphs: id})
def surroundings(graphs: Graphs, item: int) -> Part:
    return ego(graphs, item) if graphs.task == "node" else graph(graphs, item)


def nearest_rows(graphs: Graphs, z: np.ndarray, item: int) -> list[dict]:
    """The items nearest by cosine, with class and whether linked."""
    near = cosine_neighbours(z, item, min(NEAREST, graphs.num_items - 1))
    friends = linked(graphs, [item]) if graphs.task == "node" else ()
    rows = []
    for other, distance in zip(near.index.tolist(), near.distance.tolist(), strict=True):
        row = {graphs.task: other, "cosine": round(1 - distance, 3)}
        if graphs.y is not None:
            row["class"] = class_name(graphs, graphs.y[other])
            row["same"] = bool(graphs.y[other] == graphs.y[item])
        if graphs.task == "node":
            row["linked"] = bool(np.isin(other, friends))
        rows.append(row)
    return rows
