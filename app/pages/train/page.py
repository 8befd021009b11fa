"""Train page: choose a graph and a temperature, press Play, and watch the method learn."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from html import escape
from typing import Any

import streamlit as st

from app.controls.beside import choose_beside
from app.controls.experiments import what_to_look_at
from app.controls.player import PLAYER_FIRST
from app.controls.present import offer_presenting, presenting
from app.controls.run_files import run_files
from app.controls.run_list import runs_list
from app.controls.settings_form import choose
from app.figures.adjacency import adjacency_figure
from app.figures.chart import Chart
from app.figures.contrast import contrast_figure
from app.figures.health import health_figure
from app.figures.lines import lines_figure
from app.figures.palette import run_color
from app.figures.probe import probe_figure
from app.figures.reconstruction import reconstruction_figure
from app.figures.rows import Runs
from app.pages.live_page import live_page
from app.pages.still import still
from app.pages.train.curve_options import choose_curves, curve_options
from app.pages.train.curve_words import explain_curves
from app.pages.train.drawn_map import DRAWN, map_alt, map_of
from app.pages.train.map_words import map_words
from app.pages.train.present import draw_presented, present_style
from app.pages.train.side_by_side import draw_side_by_side
from app.pages.train.story import sentence
from app.plain_text import plain
from app.plot.live_plot import live_plot, payload
from app.session.live_run import View
from app.session.server import visit
from app.session.visit import Visit
from app.terms import say
from igcl_core import METHODS
from igcl_core.analysis import AdjacencyView
from igcl_core.training import Curves

MAP_HEIGHT, ADJACENCY_HEIGHT = 300, 180
INTRODUCTION = "**See contrastive learning happen.** Choose a graph and τ, then press Play."
STORY_TERMS = ("VGAE", "probe", "z_n", "nats")


def page() -> None:
    """Draw what the run does on the right, and the choices on the left, to which the keys and a phone come second."""
    here = visit()
    if presenting():
        present_style()
        live_page(here, lambda view: draw_presented(here, view), presents=True)
        return
    with st.container(key=PLAYER_FIRST):
        right, left = st.columns([3.4, 1], gap="medium")
    with left:
        say(INTRODUCTION, "graph", "tau")
        choice, problems = choose(here)
        for problem in problems:
            st.warning(plain(problem), icon=":material/link_off:")
        here.steer(choice)
        choose_beside(here, choice)
        what_to_look_at(choice)
        runs_list(here)
        run_files(here)
        choose_curves()
        explain_curves(METHODS[choice.method])
        offer_presenting()
    with right:
        live_page(here, lambda view: draw(here, view), chooses=True)


def draw(here: Visit, view: View) -> None:
    """Map and adjacency beside the curves of both losses, the probe and the health of the run; or several runs."""
    if here.together is not None:
        draw_side_by_side(here.together.views(), here.looked)
        return
    left, right = st.columns([1.15, 1], gap="small")
    with left:
        show_map(view)
        with still("story", lines=3):
            say(sentence(view), *STORY_TERMS, item=view.graphs.task)
        show_adjacency(view)
    with right:
        show_curves(here, view)


def show_curves(here: Visit, view: View) -> None:
    """The charts that the method declares, over each other on one axis of steps or seconds."""
    seen = view.steps[: view.looked + 1] if here.replaying and view.looked is not None else view.steps
    runs = [(view.name, seen)]
    runs += [(other.view.name, other.view.steps) for other in here.overlaid() if other.view.steps]
    name_overlaid([name for name, _ in runs[1:]])
    marks = [step for step in (view.fork, view.looked) if step is not None]
    common = {"x": curve_options()["x"], "forks": marks}
    for declared in view.method.curves:
        chart = chart_of(declared, runs, common, view)
        live_plot(chart, key=declared.title, height=chart.layout["height"], alt=f"{declared.title} over the training")


def name_overlaid(names: Sequence[str]) -> None:
    """Which colour is which run, once for all charts, where no curve is under it."""
    if names:
        dash = '<span style="color: {}">━</span> {}'
        words = [dash.format(run_color(number), escape(name)) for number, name in enumerate(names)]
        st.html(f"<small>Thin lines: {', '.join(words)}</small>")


def chart_of(declared: Curves, runs: Runs, common: dict[str, Any], view: View) -> Chart:
    """The picture of the curves that a method declares."""
    smoothed = curve_options("log", "weight")
    if declared.kind == "reconstruction":
        return reconstruction_figure(runs, height=190, **common, **smoothed)
    if declared.kind == "contrast":
        return contrast_figure(runs, height=195, **common, **smoothed)
    if declared.kind == "probe":
        return probe_figure(runs, height=130, **common, **references(view))
    if declared.kind == "health":
        return health_figure(runs, height=155, **common)
    labels = {name: view.method.metrics[name].label for name in declared.metrics}
    return lines_figure(runs, labels, height=190, **common, **smoothed)


def references(view: View) -> dict[str, Any]:
    """Probe accuracy of the untrained network, and of the Gaussians' mean where the run has measured it."""
    means = [step.metrics["probe_mu"] for step in view.steps if "probe_mu" in step.metrics]
    known = {"untrained": view.steps[0].metrics.get("probe_test"), "vgae_only": means[-1] if means else None}
    titles = [each.title for each in view.method.beside_with(view.settings) if each.metric == "probe_mu"]
    return known | ({"mean": titles[0]} if titles else {})


def show_map(view: View) -> None:
    drawn = map_of(view.picture, view.graphs, MAP_HEIGHT)
    live_plot(drawn, key="map", height=MAP_HEIGHT, alt=map_alt(view.picture))
    still("map", lines=2).caption(map_words(view))


@lru_cache(maxsize=DRAWN)
def adjacency_of(view: AdjacencyView) -> str:
    """A and its reconstruction, made once for every snapshot."""
    return payload(adjacency_figure(view, height=ADJACENCY_HEIGHT))


def show_adjacency(view: View) -> None:
    shown = view.adjacency
    if shown is None:
        return
    live_plot(adjacency_of(shown), key="adjacency", height=ADJACENCY_HEIGHT, alt="The graph and its reconstruction")
    st.caption(f"Links, and what the VGAE makes of them: {shown.caption}.")
