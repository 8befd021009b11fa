"""Gaussians page: every node is a Gaussian; they overlap before contrasting, and the embeddings stand apart after."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go
import streamlit as st

from app.figures.clouds import clouds_figure
from app.figures.ellipses import DrawnItems, before_and_after
from app.figures.shading import MOST_SHADED
from app.pages.gaussians.bound import bound_panel
from app.pages.gaussians.decoded import decoded_panel
from app.pages.gaussians.explained import legend_line
from app.pages.gaussians.headline import headline_panel
from app.pages.gaussians.items import Chosen, choose_items
from app.pages.gaussians.latest_answers import LatestAnswers
from app.pages.gaussians.numbers import numbers_panel, sentences
from app.pages.gaussians.one_node import one_node_panel
from app.pages.gaussians.rebuilt import rebuilt_panel
from app.pages.gaussians.scene import Scene
from app.pages.gaussians.temperatures import temperatures_panel
from app.pages.gaussians.what_tau import what_tau_panel
from app.pages.live_page import live_page
from app.plain_text import names_in_chart, plain
from app.plot.live_plot import frame_shown, live_plot
from app.session.live_run import View
from app.session.server import visit
from app.session.visit import Visit
from app.terms import say
from igcl_core.analysis.gaussians import cloud
from igcl_core.layout import PROJECTIONS
from igcl_core.training import DECODED, GAUSSIANS

PLOT, HEIGHT = "gaussians-before-after", 540
FIGURE, ANSWERS = "gaussians-figure", "gaussians-answers"
FEWEST_SAMPLES = 10
TABS = ("What τ does", "Numbers", "One {item}", "The bound", "Temperature τ", "Reconstruction")
NOTES = {
    "noise": "This run contrasts with plain noise: every Gaussian is N(0, I), so all of them are the same.",
    "explicit": "This run contrasts explicit views: each Gaussian is the mean and spread of an embedding over them.",
    "none": "This run trains the {coder} alone: z is the mean itself.",
}


def page() -> None:
    here = visit()
    live_page(here, lambda view: draw(here, view))


def draw(here: Visit, view: View) -> None:
    """One number, the picture, what it shows, and below it one panel at a time."""
    if not view.shows(GAUSSIANS):
        return no_gaussians(here, view)
    answers = answers_of(here)
    scene = Scene.of(here, view, frame_shown(PLOT), answers)
    if note := NOTES.get(view.settings.augmentation):
        st.info(note.format(coder=scene.coder), icon=":material/info:")
    headline_panel(scene)
    picture = st.container()
    chosen = choose_items(scene)
    drawn = DrawnItems(chosen.ids, scene.y[chosen.ids], names_in_chart(view.graphs.classes), scene.item)
    with picture:
        show(scene, chosen, drawn)
    with st.expander("How to read it, and all numbers in words", icon=":material/notes:", key="gaussians-words"):
        st.markdown(reading(scene, chosen))
        sentences(scene)
    panels(scene, chosen, drawn)
    answers.send()


def show(scene: Scene, chosen: Chosen, drawn: DrawnItems) -> None:
    """The picture, or a word on what it waits for."""
    if not len(chosen.ids):
        with st.container(height=HEIGHT, border=True, vertical_alignment="center", horizontal_alignment="center"):
            st.markdown(f":material/search: {chosen.words}", text_alignment="center")
        return
    legend_line(drawn)
    (show_clouds if chosen.bent else show_before_and_after)(scene, chosen, drawn)


def no_gaussians(here: Visit, view: View) -> None:
    """One sentence, and the way to a run that has some."""
    st.info(f"{view.method.title} makes no Gaussians, so there is nothing to draw here.", icon=":material/info:")
    others = [each for each in reversed(here.live_runs) if each.view.shows(GAUSSIANS)]
    for other in others[:1]:
        st.button(f"Show {plain(other.name)}", key="gaussians-other", on_click=here.show, args=(other,))


def answers_of(here: Visit) -> LatestAnswers:
    """What this visitor's page has asked the background so far."""
    kept = st.session_state.get(ANSWERS)
    if kept is None or kept.background is not here.background:
        kept = st.session_state[ANSWERS] = LatestAnswers(here.background)
    return kept


def show_before_and_after(scene: Scene, chosen: Chosen, drawn: DrawnItems) -> None:
    """Left the Gaussians with samples, right their spread around z; the slider and Replay move them in the browser."""
    live_plot(two_panes(scene, chosen, drawn), key=PLOT, height=HEIGHT, frames=True,
              alt="Gaussians before contrasting and around z after it, with what two classes share shaded")  # fmt: skip
    say(picture_words(scene, chosen), "cloud", "ring", "sigma_n", item=scene.item, small=True)


def picture_words(scene: Scene, chosen: Chosen) -> str:
    """What one sees."""
    return (
        f"Every {scene.item} is a cloud, drawn as two rings (1 and 2 σ) with {chosen.draws} samples (seed "
        f"{chosen.seed}) as dots. Red is ground that clouds of two classes share: the less red, the better they are "
        f"told apart. {chosen.words}"
    )


def reading(scene: Scene, chosen: Chosen) -> str:
    """How the picture is made, and how far it is true."""
    shown, kept = len(scene.frames), len(scene.view.kept)
    steps = "all kept steps" if shown == kept else f"{shown} of {kept} kept steps"
    across, up = chosen.projection.axes
    return (
        f"**The picture.** Left: {scene.stages[0].title}, the last step kept before contrasting, every cloud around "
        f"its mean μ. Right: the same widths σ around z, with dotted lines to μ. Replay goes through {steps}, each "
        f"{scene.item} at its μ until contrasting begins after step {scene.before}, then at its z. Across: {across}; "
        f"up: {up}. The rings are exact in this plane; clouds that meet in it may stand apart in other dimensions, "
        f"which the numbers count too. Where more than {MOST_SHADED} pairs share ground, the largest shares are red."
    )


def show_clouds(scene: Scene, chosen: Chosen, drawn: DrawnItems) -> None:
    """Samples only, in a map that bends space."""
    step, draws = scene.now, max(chosen.draws, FEWEST_SAMPLES)
    state = scene.state(step, chosen.ids)
    key = (step, chosen.bent, draws, chosen.seed, chosen.ids.tobytes())
    found = scene.ask("cloud", key, lambda: (step, chosen.ids, cloud(state, chosen.bent, draws, chosen.seed)))
    if found is None or not np.array_equal(found[1], chosen.ids):
        st.skeleton(height=HEIGHT)
        return
    name = PROJECTIONS[chosen.bent].title
    live_plot(clouds_figure(found[2], drawn, name, HEIGHT), key="gaussians-clouds", height=HEIGHT,
              alt=f"Samples of the Gaussians and the embeddings in {name}")  # fmt: skip
    st.caption(
        f"{name} bends space, so a Gaussian is no ellipse in it: {draws} samples of each are shown instead, laid out "
        f"together with means and embeddings of step {found[0]}, seed {chosen.seed}. {chosen.words}"
    )


def two_panes(scene: Scene, chosen: Chosen, drawn: DrawnItems) -> go.Figure:
    """The figure, drawn anew only when the snapshots or what is chosen have changed: its frames are many."""
    snapshots = scene.view.snapshots
    key = (scene.number, scene.before, chosen.ids.tobytes(), chosen.projection.w.tobytes(), chosen.draws, chosen.seed)
    kept = st.session_state.get(FIGURE)
    if kept is not None and kept[0] == key and kept[1] is snapshots:
        return kept[2]
    states = {step: scene.state(step, chosen.ids) for step in scene.frames}
    figure = before_and_after(
        chosen.projection, scene.state(scene.before, chosen.ids), states, drawn,
        draws=chosen.draws, seed=chosen.seed, height=HEIGHT, begins=scene.before,
    )  # fmt: skip
    st.session_state[FIGURE] = (key, snapshots, figure)
    return figure


def panels(scene: Scene, chosen: Chosen, drawn: DrawnItems) -> None:
    """Only the open tab computes."""
    names = [name.format(item=scene.item) for name in TABS]
    tau, numbers, one, bound, temperatures, rebuilt = st.tabs(names, key="gaussians-tabs", on_change="rerun")
    ids = chosen.ids if len(chosen.ids) else np.arange(1)
    with tau:
        if tau.open:
            what_tau_panel(scene, ids)
    with numbers:
        if numbers.open:
            numbers_panel(scene, ids)
    with one:
        if one.open:
            one_node_panel(scene, ids, max(chosen.draws, 1), chosen.seed)
    with bound:
        if bound.open:
            bound_panel(scene)
    with temperatures:
        if temperatures.open:
            temperatures_panel(scene, drawn, chosen.projection)
    with rebuilt:
        if rebuilt.open:
            decoded_panel(scene, ids) if scene.view.shows(DECODED) else rebuilt_panel(scene, chosen.seed)
