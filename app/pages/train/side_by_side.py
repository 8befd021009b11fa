"""Side by side: the maps of runs that differ in tau, turned like the first, over one chart of all."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

import numpy as np
import streamlit as st

from app.figures.beside import beside_figure
from app.figures.palette import class_color, run_color
from app.pages.still import still
from app.pages.train.curve_options import curve_options
from app.pages.train.drawn_map import map_alt, map_of
from app.pages.train.story import beside_story
from app.plain_text import plain
from app.plot.live_plot import live_plot
from app.session.live_run import View
from app.session.picture import SIGNS, Picture
from igcl_core import Graphs

FLOW = "side-by-side"
MAP_HEIGHT, CURVES_HEIGHT = 280, 280
HEAD = '<small><span style="color: {}">━</span> <b>τ {:g}</b>: PCA of {}, {:.0%} of the variance</small>'
RUN, CLASS = "τ {:g} at step {:,}", '<span style="color: {}">●</span> {} ({:,})'


def side_by_side_style() -> str:
    """Maps beside each other as far as the window is wide, for the style that all pages share."""
    return f".st-key-{FLOW} > * {{ flex: 1 1 300px !important; min-width: 300px; width: auto; }}"


def draw_side_by_side(views: Sequence[View], looked: int | None) -> None:
    """All runs at the last step that all have kept, up to the one looked at."""
    ready = [view for view in views if view.step is not None]
    pictures = aligned(ready, looked)
    with st.container(horizontal=True, key=FLOW, gap="small"):
        for number, view in enumerate(views):
            with st.container(key=f"beside-{number}", gap=None):
                draw_one(number, view, pictures[ready.index(view)] if view in ready else None)
    st.html(f"<small>{legend(ready)}</small>")
    still("story", lines=2).markdown(beside_story(ready, looked))
    draw_curves(ready, looked)


def draw_curves(views: Sequence[View], looked: int | None, fill: float | None = None) -> None:
    """Loss and probe of all."""
    runs = [(f"τ {view.settings.tau:g}", seen(view, looked)) for view in views]
    chart = beside_figure(runs, loss_of(views[0]), height=CURVES_HEIGHT, **curve_options())
    alt = "Loss and probe of all temperatures"
    live_plot(chart, key="beside-curves", height=CURVES_HEIGHT, alt=alt, fill=fill)


def aligned(views: Sequence[View], looked: int | None) -> list[Picture]:
    """The pictures of the last step that all have kept, each turned like the first."""
    kept = [step for step in views[0].kept if all(step in view.kept for view in views)]
    step = max(step for step in kept if looked is None or step <= looked)
    first = views[0].looked_at(step).picture
    return [first, *(view.picture_at(step, first.plane) for view in views[1:])]


def draw_one(number: int, view: View, shown: Picture | None, fill: float | None = None) -> None:
    """The map of one run under its tau, or why there is none."""
    if view.error:
        st.error(plain(view.error), icon=":material/error:")
    if shown is None:
        st.caption("Loading the data and building the model…")
        return
    what = f"{SIGNS[shown.array]} at step {shown.step:,}"
    st.html(HEAD.format(run_color(number), view.settings.tau, what, shown.plane.share))
    alt = f"τ {view.settings.tau:g}: {map_alt(shown)}"
    drawn = map_of(shown, view.graphs, MAP_HEIGHT, legend=False)
    live_plot(drawn, key=f"map-{number}", height=MAP_HEIGHT, alt=alt, fill=fill)


def legend(views: Sequence[View]) -> str:
    """How far each run is, in one line so that it is of one moment, and which colour is which class."""
    runs = [RUN.format(view.settings.tau, view.step.index) for view in views]
    return f"{', '.join(runs)}. &ensp;{class_legend(views[0].graphs)}"


def class_legend(graphs: Graphs) -> str:
    """Which colour is which class, and how many items it has."""
    counts = [] if graphs.y is None else np.bincount(graphs.y, minlength=len(graphs.classes)).tolist()
    names = [*graphs.classes, *(f"class {label}" for label in range(len(graphs.classes), len(counts)))]
    kinds = [CLASS.format(class_color(label), escape(names[label]), count) for label, count in enumerate(counts)]
    return " &ensp;".join(kinds)


def seen(view: View, looked: int | None) -> tuple:
    return view.steps if looked is None else view.steps[: looked + 1]


def loss_of(view: View) -> str:
    """The loss of contrast; of a method that has none called so, what its first curve shows."""
    return "loss" if "loss" in view.method.metrics else view.method.curves[0].metrics[0]
