"""Gaussians page: every node is a Gaussian; they overlap before contrasting, and the embeddings stand apart after."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go
import streamlit as st

from app.figures.clouds import clouds_figure
from app.figures.ellipses import Chosen as Drawn
from app.figures.ellipses import before_and_after
from app.gaussians.asking import Asking
from app.gaussians.bound import bound_panel
from app.gaussians.items import Chosen, choose_items
from app.gaussians.numbers import numbers_panel, sentences
from app.gaussians.one_node import one_node_panel
from app.gaussians.rebuilt import rebuilt_panel
from app.gaussians.scene import Scene
from app.gaussians.temperatures import temperatures_panel
from app.house import visit
from app.live_page import live_page
from app.live_plot import frame_shown, live_plot
from app.seat import View
from app.visit import Visit
from igcl_core.gaussians.cloud import cloud
from igcl_core.layout import PROJECTIONS

PLOT, HEIGHT = "gaussians-before-after", 440
FIGURE, ASKING = "gaussians-figure", "gaussians-asking"
FEWEST_SAMPLES = 10
TABS = ("Numbers", "One {item}", "The bound", "Temperature τ", "Reconstruction")
NOTES = {
    "noise": "This run contrasts with plain noise: every Gaussian is N(0, I), so all of them are the same.",
    "explicit": "This run contrasts explicit views: each Gaussian is the mean and spread of an embedding over them.",
    "none": "This run trains the VGAE alone: z is the mean itself.",
}


def page() -> None:
    here = visit()
    live_page(here, lambda view: draw(here, view))


def draw(here: Visit, view: View) -> None:
    """The two panes with their sentence, and below them one panel at a time."""
    asking = asking_of(here)
    scene = Scene.of(here, view, frame_shown(PLOT), asking)
    if note := NOTES.get(view.settings.augmentation):
        st.info(note, icon=":material/info:")
    chosen = choose_items(scene)
    drawn = Drawn(chosen.ids, scene.y[chosen.ids], view.graphs.classes, scene.item)
    (show_clouds if chosen.bent else show_before_and_after)(scene, chosen, drawn)
    sentences(scene)
    panels(scene, chosen, drawn)
    asking.send()


def asking_of(here: Visit) -> Asking:
    """What this visitor's page has asked the desk so far."""
    kept = st.session_state.get(ASKING)
    if kept is None or kept.desk is not here.desk:
        kept = st.session_state[ASKING] = Asking(here.desk)
    return kept


def show_before_and_after(scene: Scene, chosen: Chosen, drawn: Drawn) -> None:
    """Left the Gaussians with samples, right the embeddings; the slider and Replay move them in the browser."""
    live_plot(two_panes(scene, chosen, drawn), key=PLOT, height=HEIGHT, frames=True,
              alt="Gaussians before contrasting, and the embeddings tied to their means after")  # fmt: skip
    shown, kept = len(scene.frames), len(scene.view.kept)
    steps = "all kept steps" if shown == kept else f"{shown} of {kept} kept steps"
    st.caption(
        "Crosses are the means, rings the contours of 1 and 2 σ (exact in a linear projection), dots samples: the "
        f"implicit augmentations, seed {chosen.seed}; every z is tied to its own mean. Left step {scene.before}, where "
        f"contrasting begins; right {steps} from the untrained start 0. {chosen.words}"
    )


def show_clouds(scene: Scene, chosen: Chosen, drawn: Drawn) -> None:
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


def two_panes(scene: Scene, chosen: Chosen, drawn: Drawn) -> go.Figure:
    """The figure, drawn anew only when the snapshots or what is chosen have changed: its frames are many."""
    snapshots = scene.view.snapshots
    key = (scene.number, scene.before, chosen.ids.tobytes(), chosen.projection.w.tobytes(), chosen.draws, chosen.seed)
    kept = st.session_state.get(FIGURE)
    if kept is not None and kept[0] == key and kept[1] is snapshots:
        return kept[2]
    states = {step: scene.state(step, chosen.ids) for step in scene.frames}
    figure = before_and_after(
        chosen.projection, scene.state(scene.before, chosen.ids), states, drawn,
        draws=chosen.draws, seed=chosen.seed, height=HEIGHT,
    )  # fmt: skip
    st.session_state[FIGURE] = (key, snapshots, figure)
    return figure


def panels(scene: Scene, chosen: Chosen, drawn: Drawn) -> None:
    """Only the open tab computes."""
    names = [name.format(item=scene.item) for name in TABS]
    numbers, one, bound, temperatures, rebuilt = st.tabs(names, key="gaussians-tabs", on_change="rerun")
    with numbers:
        if numbers.open:
            numbers_panel(scene, chosen.ids)
    with one:
        if one.open:
            one_node_panel(scene, chosen.ids, max(chosen.draws, 1), chosen.seed)
    with bound:
        if bound.open:
            bound_panel(scene)
    with temperatures:
        if temperatures.open:
            temperatures_panel(scene, drawn, chosen.projection)
    with rebuilt:
        if rebuilt.open:
            rebuilt_panel(scene, chosen.seed)
