"""Embeddings page: two maps of a run's spaces side by side, through time, and everything about what is picked."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import streamlit as st

from app.atlas import (
    Sheet,
    film_frames,
    frame_of,
    settled_step,
    settling_step,
    want_history,
    want_maps,
    want_sketches,
    want_trust,
)
from app.desk import Want
from app.explorer import finding
from app.explorer.choices import choose_maps
from app.explorer.clusters import show_clusters
from app.explorer.colors import color_names, color_wants, coloring, own_columns
from app.explorer.inspector import inspect
from app.explorer.lasso import summarise
from app.explorer.settling import show_settling
from app.explorer.studies import can_predict, clusters_want, prediction_want
from app.explorer.takeaway import Taking, chart_of, take_away
from app.explorer.trusting import how_to_read, show_trust
from app.figures.coloring import Coloring
from app.figures.panes import Pane, panes_figure
from app.film import corners, film
from app.house import visit
from app.live_page import live_page
from app.live_plot import Film, live_plot, picked, studied
from app.seat import View
from app.visit import Visit
from igcl_core.layout import turn
from igcl_core.spaces import SPACES

HEIGHT = 520
CLUSTERS = "emb_clusters"
STUDIED = "emb_studied"


def page() -> None:
    here, taking = visit(), Taking()
    live_page(here, lambda view: draw(here, view, taking))
    take_away(taking)


def draw(here: Visit, view: View, taking: Taking) -> None:
    """Choices in a row, the maps with what is picked beside them, and below what takes longer to look at."""
    row = st.container(horizontal=True, vertical_alignment="bottom", gap="small")
    choices = choose_maps(view, row)
    key = f"emb_map/{here.current.number}"
    reference = None if view.status == "playing" else max(view.snapshots)
    wanted_sheets = [
        Sheet(view.graphs, view.snapshots, name, choices.method, choices.parameters, choices.seed, reference)
        for name in (choices.before, choices.after)
    ]
    wanted = wanted_step(view, key)
    sheets, shown = settled_sheets(here, wanted_sheets, wanted)
    z = sheets[1].rows(shown)
    with row.popover("Your column", icon=":material/upload_file:"):
        own = own_columns(view.graphs)
    names = color_names(view, own)
    color = row.selectbox("Colour by", names, key="emb_color", width=170, persist_state="session")
    with row:
        how_to_read(choices.method)
    wants = want_sketches(wanted_sheets, wanted) + want_trust(here.desk, sheets, shown) + studies(view, color, key, z)
    wants += want_maps(here.desk, wanted_sheets, wanted if reference is None else reference)
    wants += want_maps(here.desk, wanted_sheets, wanted)
    here.desk.want(wants + (want_history(here.desk, wanted_sheets, wanted) if choices.history else []))
    show_settling(here.desk, wanted_sheets, wanted, choices.history)
    left, right = st.columns([2.6, 1], gap="medium")
    paint = coloring(color, view, shown, z, here.desk, own)
    with left:
        layouts = show_maps(here, view, sheets, shown, paint, key)
        for place, sheet in zip(st.columns(2), sheets, strict=True):
            with place:
                show_trust(here.desk, sheet, shown)
    if layouts is None:
        return
    where = SPACES[choices.after].title
    chart = lambda: chart_of(view, here.desk, layouts[1], z, shown, own)  # noqa: E731
    with right:
        show_picked(here, view, key, z, where, shown, chart)
    clusters = st.expander("Clusters", key=CLUSTERS, on_change="rerun")
    clusters.caption("K-means in the space itself, not on the map, scored against the classes.")
    if clusters.open and view.graphs.num_classes > 1:
        with clusters:
            show_clusters(view, here.desk, z, where)
    taking.chart, taking.edges = chart, view.graphs.edges if view.graphs.task == "node" else None
    title = f"{view.name}, step {shown}, {choices.method}"
    taking.figure = lambda: figure_of(view, sheets, layouts, paint, {}).update_layout(title=title)
    if taking.offered is False:  # the page was drawn before there was anything to take
        st.rerun()


def wanted_step(view: View, key: str) -> int:
    """The step the reader studies, or the newest."""
    step = st.session_state.get(STUDIED, {}).get(key)
    return step if step in view.snapshots else max(view.snapshots)


def study(key: str, newest: int) -> None:
    """Take the step of the film's button; at the newest, the newest is followed again."""
    step = studied(key)
    st.session_state.setdefault(STUDIED, {})[key] = None if step == newest else step


def settled_sheets(here: Visit, sheets: list[Sheet], step: int) -> tuple[list[Sheet], int]:
    """What can be shown: these maps, or at rest, while none of them has settled, those that followed the training."""
    for each in (sheets, [replace(sheet, reference=None) for sheet in sheets]):
        found = settled_step(here.desk, each, step)
        if found is not None:
            return each, found
    now = settling_step(here.desk, sheets)
    return sheets, step if now is None else now


def studies(view: View, color: str, key: str, z: np.ndarray) -> list[Want]:
    """What the colours, the inspector and the open clusters want to know of the true space."""
    wants = color_wants(color, view.graphs, z)
    if picked(key) is not None and can_predict(view.graphs):
        wants.append(prediction_want(view.graphs, z))
    if st.session_state.get(CLUSTERS) and view.graphs.num_classes > 1:
        wants.append(clusters_want(view.graphs, z))
    return wants


def show_maps(
    here: Visit, view: View, sheets: list[Sheet], step: int, paint: Coloring, key: str
) -> list[np.ndarray] | None:
    """Both panes, the right one turned to lie like the left; None before there is anything to show."""
    frames = [frame_of(here.desk, sheet, step) for sheet in sheets]
    if None in frames:
        st.skeleton(height=HEIGHT)
        return None
    layouts = [frame.xy for frame in frames]
    turned = turn(layouts[1] - layouts[1].mean(axis=0), layouts[0] - layouts[0].mean(axis=0)).astype(np.float32)
    layouts[1] = layouts[1] @ turned
    films = [film_frames(here.desk, sheet) for sheet in sheets]
    films[1] = {at: xy @ turned for at, xy in films[1].items()}
    boxes = dict(enumerate(map(corners, films))) if all(films) else {}
    figure = figure_of(view, sheets, layouts, paint, boxes)
    moving = Film(film(films), step, lambda: study(key, max(view.snapshots)))
    alt = "Two maps of the embedding, before and after"
    live_plot(figure, key=key, height=HEIGHT, alt=alt, select=True, film=moving, put=finding.put())
    return layouts


def figure_of(view: View, sheets: list[Sheet], layouts: list[np.ndarray], paint: Coloring, boxes: dict):
    panes = [
        Pane(SPACES[sheet.space].title, xy, boxes.get(number))
        for number, (sheet, xy) in enumerate(zip(sheets, layouts, strict=True))
    ]
    edges = view.graphs.edges if view.graphs.task == "node" else None
    return panes_figure(panes, paint, edges=edges, item=view.graphs.task, height=HEIGHT)


def show_picked(here: Visit, view: View, key: str, z: np.ndarray, where: str, step: int, chart) -> None:
    """The inspector of one picked item, the summary of several, a hint for none."""
    finding.search(view.graphs)
    selection = picked(key)
    ids = np.array([item for item in (selection.ids if selection else ()) if item < view.graphs.num_items], int)
    here.current.picked = tuple(ids.tolist())
    if len(ids):
        st.button("Clear", key="emb_clear", icon=":material/close:", on_click=finding.pick, args=((),))
    if len(ids) == 1:
        inspect(view, here.desk, int(ids[0]), z, where, step)
    elif len(ids):
        summarise(view, np.unique(ids), step, chart())
    else:
        st.caption(
            f"Click a {view.graphs.task} to inspect it, draw a lasso around several, hold shift to add, double-click "
            "to clear. What you pick on one map is picked on the other; the bar moves both through training, and up "
            "to 40 picked leave trails. Study takes the step of the bar for everything on this page."
        )
