"""Embeddings page: two maps of a run's spaces side by side, through time, and everything about what is picked."""

from __future__ import annotations

from functools import partial

import numpy as np
import streamlit as st

from app.pages.embeddings.choices import CLUSTERS, choose
from app.pages.embeddings.clusters import show_clusters
from app.pages.embeddings.drawn import HEIGHT, Drawn, drawn_now
from app.pages.embeddings.explored import Explored, of_run
from app.pages.embeddings.finding import search
from app.pages.embeddings.inspector import inspect
from app.pages.embeddings.lasso import summarise
from app.pages.embeddings.settling import show_settling
from app.pages.embeddings.studied_step import map_key, study
from app.pages.embeddings.studies import can_cluster
from app.pages.embeddings.takeaway import offer_files
from app.pages.embeddings.trusting import show_trust
from app.pages.embeddings.wanted import Shown, shown_now, wanted_sheets, wants
from app.pages.live_page import live_page
from app.pages.picking import pickable
from app.plain_text import plain
from app.plot.film import film
from app.plot.live_plot import Film, live_plot
from app.session.live_run import View
from app.session.server import visit
from app.session.visit import Visit

WHOSE, RUN = "emb_whose", "The run"
HINT = (
    "Click a {item} to inspect it, draw a lasso around several, hold shift to add, double-click to clear. "
    "What is picked stays so on every page. "
)
TWO_MAPS = (
    "What you pick on one map is picked on the other; the bar moves both through training, and up to 40 picked leave "
    "trails. Study takes the step of the bar for everything on this page."
)


def page() -> None:
    here = visit()
    here.drawn = None
    choose_whose(here)
    live_page(here, lambda view: explore(here, explored_now(here, view)))
    offer_files(here)


def choose_whose(here: Visit) -> None:
    """A run's embeddings or the visitor's own, where one was brought."""
    if here.embedding is None:
        return
    own = f"Your own: {plain(here.embedding.name)}"
    st.session_state[WHOSE] = own if here.shows_own else RUN
    st.segmented_control(
        "Show", [RUN, own], key=WHOSE, required=True, label_visibility="collapsed",
        on_change=lambda: setattr(here, "shows_own", st.session_state[WHOSE] == own),
    )  # fmt: skip
    if here.shows_own:
        st.caption("The maps are of your own embedding; the player and the line below it are those of the run.")


def explored_now(here: Visit, view: View) -> Explored:
    if here.embedding is not None and here.shows_own:
        return here.embedding
    return of_run(view, here.current.number)


def explore(here: Visit, explored: Explored) -> None:
    """Three steps: what is chosen, what is wanted for it, and what of that can be drawn now."""
    choices = choose(here, explored)
    sheets = wanted_sheets(explored, choices)
    shown = shown_now(here.background, sheets, choices.step)
    here.background.want(wants(here.background, explored, choices, sheets, shown))
    show_settling(here.background, sheets, choices.step, choices.history)
    here.drawn = drawn_now(here.background, explored, choices, shown)
    draw(here, shown, here.drawn)


def draw(here: Visit, shown: Shown, drawn: Drawn | None) -> None:
    """The maps, how far to trust each, and what is picked beside them; below, what takes longer to look at."""
    left, right = st.columns([2.6, 1], gap="medium")
    with left:
        show_maps(here, drawn)
        for number, (place, sheet) in enumerate(zip(st.columns(len(shown.sheets)), shown.sheets, strict=True)):
            with place:
                show_trust(here.background, sheet, shown.step, number)
    if drawn is None:
        return
    with right:
        show_picked(here, drawn)
    if can_cluster(drawn.explored):
        cluster_panel(drawn)


def show_maps(here: Visit, drawn: Drawn | None) -> None:
    if drawn is None and here.background.busy:
        st.skeleton(height=HEIGHT)
    elif drawn is None:
        st.caption("One of the two spaces cannot be drawn. Choose others above, or another step.")
    else:
        explored, key = drawn.explored, map_key(drawn.explored)
        alt = "Two maps of the embedding, before and after" if len(drawn.layouts) == 2 else "A map of the embedding"
        moving = Film(film(drawn.films), drawn.step, partial(study, here, key))
        picks = pickable(here, explored.data, explored.items)
        live_plot(drawn.figure(), key=key, height=HEIGHT, alt=alt, picks=picks, film=moving)


def show_picked(here: Visit, drawn: Drawn) -> None:
    """The inspector of one picked item, the summary of several, a hint for none."""
    explored, ids = drawn.explored, drawn.choices.picked
    search(here, explored)
    if ids:
        clear = partial(here.pick, (), explored.data, explored.items)
        st.button("Clear", key="emb_clear", icon=":material/close:", on_click=clear)
    if len(ids) == 1:
        inspect(explored, here.background, ids[0], drawn.shown.z, drawn.where, drawn.step)
    elif ids:
        summarise(explored, np.unique(ids), drawn.step, drawn.chart())
    else:
        st.caption(HINT.format(item=explored.item) + (TWO_MAPS if len(drawn.layouts) == 2 else ""))


def cluster_panel(drawn: Drawn) -> None:
    """K-means, computed only while it is open."""
    panel = st.expander("Clusters", key=CLUSTERS, on_change="rerun")
    panel.caption("K-means in the space itself, not on the map, scored against the classes.")
    if panel.open:
        with panel:
            show_clusters(drawn.explored, drawn.background, drawn.shown.z, drawn.where)
