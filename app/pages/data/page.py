"""Data page: every dataset of the lab at a glance, and a graph or an embedding of one's own."""

from __future__ import annotations

from typing import Any

import streamlit as st

from app.glossary import GLOSSARY
from app.pages.data.own_embedding import own_embedding
from app.pages.data.own_graph import own_graph
from app.pages.live_page import live_page
from app.session.memory import GB
from app.session.server import visit
from app.session.visit import Visit
from app.terms import say
from igcl_core import DATASETS, DatasetCard

ROW, HEADER = 35, 38
CROWD_SECONDS = 2.0
INTRODUCTION = "Here you learn which graphs the lab can train on, and how to train on one of your own."


def page() -> None:
    here = visit()
    live_page(here, lambda view: None)
    say(INTRODUCTION, "graph")
    names = ["Datasets", "Your own graph", "Your own embedding"]
    listed, graph, embedding = st.tabs(names, key="data_tabs", on_change="rerun")
    if listed.open:
        with listed:
            datasets()
    if graph.open:
        with graph:
            own_graph(here)
    if embedding.open:
        with embedding:
            own_embedding(here)
    st.fragment(crowd, run_every=CROWD_SECONDS)(here)


def datasets() -> None:
    """Every dataset in a table, and all about the one selected."""
    cards = list(DATASETS.values())
    ready = sum(card.available() for card in cards)
    st.caption(f"{len(cards)} datasets, {ready} of them on this machine. Select a row to read about it.")
    chosen = st.dataframe(
        [row(card) for card in cards],
        key="datasets",
        hide_index=True,
        height=HEADER + ROW * len(cards),
        on_select="rerun",
        selection_mode="single-row",
        column_config=COLUMNS,
        placeholder="–",
        alt="Table of all datasets",
    )
    for index in chosen.selection.rows:
        about(cards[index])


def crowd(here: Visit) -> None:
    """How busy the machine is with everybody's runs."""
    fleet, memory = here.fleet, here.memory
    st.caption(
        f"Runs training now for all visitors: {fleet.playing}, on {fleet.size} workers. The runs of all hold "
        f"{memory.held / GB:.2f} of {memory.limit / GB:.1f} GB, yours {here.held / GB:.2f}; a visitor may hold half of "
        "what the others leave."
    )


def row(card: DatasetCard) -> dict[str, Any]:
    """A dataset as a line of the table."""
    counts = {"Graphs": card.graphs, "Nodes": card.nodes, "Edges": card.edges}
    counts |= {"Features": card.features, "Classes": card.classes, "Homophily": card.homophily}
    origin = {"On this machine": card.available(), "Source": card.source, "Licence": card.licence}
    return {"Dataset": card.title, "Task": f"{card.task}s", **counts, **origin}


def about(card: DatasetCard) -> None:
    """The whole card in words."""
    with st.container(border=True):
        st.subheader(card.title)
        st.markdown(f"{card.description} {card.shows}".strip())
        st.markdown(f"**Source:** {card.source}  \n**Licence:** {card.licence}")
        if not card.available():
            st.info("Not on this machine yet: it is fetched when it is first trained on.", icon=":material/download:")


def _count(help: str) -> Any:
    return st.column_config.NumberColumn(format="localized", help=help)


COLUMNS = {
    "Dataset": st.column_config.TextColumn(pinned=True, width=140),
    "Task": st.column_config.TextColumn(help="What gets an embedding and a class: every node, or every graph."),
    "Graphs": _count("Graphs in the dataset."),
    "Nodes": _count("Nodes over all graphs."),
    "Edges": _count("Undirected edges over all graphs, each counted once."),
    "Features": _count("Numbers known of every node; 0 means only the structure is known."),
    "Classes": _count("Classes, used for scores and colours only."),
    "Homophily": st.column_config.NumberColumn(format="%.2f", help=GLOSSARY["homophily"].meaning),
    "On this machine": st.column_config.CheckboxColumn(help="Whether it can be trained on without a download."),
    "Source": st.column_config.TextColumn(width="medium"),
}
