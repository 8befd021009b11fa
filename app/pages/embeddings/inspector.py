"""Inspector: everything known of one item: class, links, words, nearest items in the true space, what is around it."""

from __future__ import annotations

import numpy as np
import streamlit as st

from app.figures.drawing import drawing
from app.pages.embeddings.explored import Explored
from app.pages.embeddings.studies import dense, prediction_of
from app.plain_text import plain
from app.plot.live_plot import live_plot
from app.session.background import Background
from app.session.content_key import graphs_key
from igcl_core import Graphs
from igcl_core.analysis import Part, ego, graph, linked, telling_features
from igcl_core.layout import cosine_neighbours

NEAREST, PIXEL = 8, 9


def inspect(explored: Explored, background: Background, item: int, z: np.ndarray, where: str, step: int) -> None:
    """One item in words, numbers and a drawing; `z` is the true space, called `where`."""
    st.markdown(
        f"**{explored.item.capitalize()} {item}**{''.join(f' · {said}' for said in facts(explored, item, step))}"
    )
    say_prediction(explored, background, item, z, where)
    if explored.graphs is not None:
        show_pictures(explored, item)
    st.caption(f"Nearest in {plain(where)} (cosine, all dimensions)")
    st.dataframe(nearest_rows(explored, z, item), hide_index=True, height=212, key="emb_nearest", alt="Nearest items")
    if explored.nodes is not None and explored.nodes.num_features:
        on, count = telling_features(explored.nodes, item)
        st.caption(f"{count} features on; the rarest: {', '.join(map(str, on)) or 'none'}")


def say_prediction(explored: Explored, background: Background, item: int, z: np.ndarray, where: str) -> None:
    said = prediction_of(background, explored, z)
    if said is not None:
        label, sure = int(said.label[item]), float(said.confidence[item])
        verdict = ":green[right]" if label == explored.y[item] else ":red[wrong]"
        name = plain(explored.class_name(label))
        st.markdown(f"The probe on {plain(where)} says **{name}** ({sure:.0%} sure): {verdict}.")


def show_pictures(explored: Explored, item: int) -> None:
    """Its own picture, if it has one, and what is around it."""
    images = explored.graphs.images
    if images is None:
        show_around(explored, item)
        return
    left, right = st.columns([1, 2.2], gap="small")
    left.image(np.kron(images[item] / images.max(), np.ones((PIXEL, PIXEL))), clamp=True, caption="its picture")
    with right:
        show_around(explored, item)


def facts(explored: Explored, item: int, step: int) -> list[str]:
    """Its text; its class, degree or size, and mean sigma."""
    arrays, found = explored.snapshots[step], []
    if explored.y is not None:
        found.append(f"class {plain(explored.class_name(explored.y[item]))}")
    if explored.size is not None:
        what, sizes = explored.size
        found.append(f"degree {sizes[item]}" if what == "degree" else f"{sizes[item]} nodes")
    if "sigma" in arrays:
        found.append(f"mean σ {arrays['sigma'][item].mean():.3g}")
    return [plain(text) for text in explored.texts[item : item + 1]] + ([", ".join(found)] if found else [])


def show_around(explored: Explored, item: int) -> None:
    """The ego network of a node, or the graph itself."""
    graphs = explored.graphs
    part, node = around(graphs, item), explored.nodes is not None
    kind, names = kinds(explored, part.nodes)
    look = {"ids": part.nodes - (0 if node else part.nodes[0]), "centre": 0 if node else None}
    figure = drawing(part.edges, len(part.nodes), kind=kind, names=names, height=170, **look)
    what = f"The surroundings of node {item}" if node else f"Graph {item}"
    live_plot(figure, key="emb_drawing", height=170, alt=what)
    left_out = f" {part.left_out} more are left out." if part.left_out else ""
    st.caption(f"{what}: {len(part.nodes)} nodes, {part.edges.shape[1]} links.{left_out}")


def kinds(explored: Explored, nodes: np.ndarray) -> tuple[np.ndarray | None, list[str]]:
    """Classes of nodes; where only graphs have classes, the one feature that each node has, if it is one."""
    if explored.nodes is not None:
        return (None, []) if explored.y is None else (explored.y[nodes], explored.names_in_chart)
    graphs = explored.graphs
    x = dense(graphs.x[nodes])
    if not graphs.num_features or not ((x == 1).sum(axis=1) == 1).all() or np.count_nonzero(x) != len(x):
        return None, []
    return x.argmax(axis=1), [f"feature {number}" for number in range(graphs.num_features)]


@st.cache_data(max_entries=32, show_spinner=False, hash_funcs={Graphs: graphs_key})
def around(graphs: Graphs, item: int) -> Part:
    return ego(graphs, item) if graphs.task == "node" else graph(graphs, item)


def nearest_rows(explored: Explored, z: np.ndarray, item: int) -> list[dict]:
    """The items nearest by cosine, with class and whether linked."""
    y, nodes = explored.y, explored.nodes
    near = cosine_neighbours(z, item, min(NEAREST, explored.items - 1))
    friends = () if nodes is None else linked(nodes, [item])
    rows = []
    for other, distance in zip(near.index.tolist(), near.distance.tolist(), strict=True):
        row = {explored.item: other, "cosine": round(1 - distance, 3)}
        if explored.texts:
            row["text"] = explored.texts[other]
        if y is not None:
            row["class"] = explored.class_name(y[other])
            row["same"] = bool(y[other] == y[item])
        if nodes is not None:
            row["linked"] = bool(np.isin(other, friends))
        rows.append(row)
    return rows
