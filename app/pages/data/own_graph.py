"""Own graph: files dropped by a visitor, what they were taken to mean, a preview, and a run on them."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from app.controls.settings_form import keep_for_return
from app.pages.data.dropped import Dropped, drop, forget, show_guesses
from app.pages.data.preview import preview
from app.pages.train.page import page as train_page
from app.plain_text import plain
from app.session.visit import Visit
from igcl_core import Graphs
from igcl_core.data import NODE
from igcl_core.reading import ENDINGS, LIMITS, look

PLACE = "own"
ABOUT = (
    "Drop an edge list (CSV, TSV or spaces; names or numbers), alone or with a table of nodes; or one file: NPZ as in "
    "gnn-benchmark or with torch_geometric's names, GraphML, GEXF, GML, JSON node-link, or a zip of the TU "
    "collection's text files for many graphs. Nothing in a file is ever run, and nobody but you sees it."
)


def own_graph(here: Visit) -> None:
    """Drop files, look at what they are taken for, train."""
    st.markdown(ABOUT)
    st.caption(LIMITS.format(megabytes=st.get_option("server.maxUploadSize")))
    dropped = drop(PLACE, "Files of your graph", ENDINGS, look)
    if dropped is None:
        return
    left, right = st.columns([2.2, 1], gap="large")
    if dropped.found is not None:
        with left:
            offer(here, dropped)
    with right if dropped.found is not None else left:
        show_guesses(dropped)


def offer(here: Visit, dropped: Dropped) -> None:
    """A name, the button that trains, and the preview."""
    graphs = dropped.found.graphs
    row = st.container(horizontal=True, vertical_alignment="bottom", gap="small")
    name = row.text_input("Name", graphs.name, max_chars=80, key=f"own_name/{graphs.fingerprint}", width=260)
    graphs = replace(graphs, name=name.strip() or graphs.name)
    if row.button("Train on it", key="own_train", type="primary", icon=":material/play_arrow:"):
        train(here, graphs)
    st.caption(will_be(graphs))
    preview(dropped)


def will_be(graphs: Graphs) -> str:
    """What training on it means."""
    item = "node" if graphs.task == NODE else "graph"
    probed = "Its classes are used for scores and colours only." if graphs.y is not None else "No classes: no probe."
    return f"It becomes a dataset of this visit alone; every {item} gets an embedding. {probed}"


def train(here: Visit, graphs: Graphs) -> None:
    """Choose it, begin, and go to where it can be watched."""
    try:
        choice = here.bring(graphs)
    except ValueError as problem:
        st.error(plain(str(problem)), icon=":material/error:")
        return
    here.steer(choice)
    keep_for_return(choice)
    here.begin(choice).play()
    forget(PLACE)
    st.switch_page(st.Page(train_page, title="Train", default=True))
