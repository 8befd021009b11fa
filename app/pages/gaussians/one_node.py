"""One node: its z against its own Gaussian, whom it is confused with, its way, and its latent dimensions."""

from __future__ import annotations

import numpy as np
import streamlit as st

from app.figures.one_node import dimensions_figure, node_figure, softmax_figure
from app.pages.gaussians.scene import Scene
from app.plain_text import names_in_chart, plain
from app.plot.live_plot import live_plot
from igcl_core.analysis.gaussians import Dimensions, SoftmaxRow, dimensions, separating_plane, softmax_row

RIVALS = 8
HEIGHT = 350


def one_node_panel(scene: Scene, ids: np.ndarray, draws: int, seed: int) -> None:
    """Pick one item; see its picture on the left, its row of the softmax and its dimensions on the right."""
    item = pick_item(scene, ids)
    state, tau = scene.state(scene.now), scene.view.settings.tau
    row = softmax_row(*state, tau, item)
    others = row.confused_with(RIVALS)
    raw = scene.view.snapshots[scene.now]
    found = dimensions(raw["mu"], raw["sigma"], item)
    st.markdown(words(scene, row, others, found))
    left, right = st.columns(2, gap="medium")
    with left:
        projection = separating_plane(state.mu, state.sigma, np.array([item, *others.tolist()]))
        steps = [step for step in scene.frames if step <= scene.now]
        path = np.concatenate([scene.state(step, np.array([item])).z for step in steps])
        figure = node_figure(
            projection, state, item, path, steps, others, scene.y, draws=draws, seed=seed, height=HEIGHT
        )
        live_plot(figure, key="gaussians-node", height=HEIGHT, alt=f"The Gaussian of {scene.item} {item} and its z")
        st.caption(f"In the plane that separates it from those it is confused with; steps 0 to {scene.now}.")
    with right:
        everyone = np.array([item, *others.tolist()])
        figure = softmax_figure(row, names_in_chart(name(scene, each) for each in everyone.tolist()), everyone, 210)
        live_plot(figure, key="gaussians-softmax", height=210, alt="Its row of the softmax in the loss")
        live_plot(
            dimensions_figure(found, 150), key="gaussians-dimensions", height=150, alt="Mean and spread per dimension"
        )


def pick_item(scene: Scene, ids: np.ndarray) -> int:
    """The item that is looked at, here and where tau is tried."""
    key = f"gaussians-one/{scene.view.graphs.name}"
    return st.number_input(f"Look at {scene.item}", 0, scene.items - 1, int(ids[0]), key=key, width=160)


def name(scene: Scene, item: int) -> str:
    classes = scene.view.graphs.classes
    label = int(scene.y[item])
    return f"{item} · {classes[label]}" if label < len(classes) else str(item)


def words(scene: Scene, row: SoftmaxRow, others: np.ndarray, found: Dimensions) -> str:
    """The row and the dimensions in sentences."""
    size, item = len(found.mu), row.item
    rank = int((row.weight > row.weight[item]).sum()) + 1
    first = (
        f"At τ = {scene.view.settings.tau:g} the Gaussian of {scene.item} {plain(name(scene, item))} gives its own z "
        f"{row.weight[item]:.2%} of the softmax over all {scene.items:,} embeddings, rank {rank}."
    )
    if len(others):
        same = int((scene.y[others] == scene.y[item]).sum())
        first += (
            f" It is confused most with {plain(name(scene, int(others[0])))} ({row.weight[others[0]]:.2%}); "
            f"{same} of the {len(others)} closest rivals share its class."
        )
    first += own_force(row)
    second = (
        f" {found.inactive} of its {size} latent dimensions say nothing (KL below 0.01 nats, shaded); "
        f"{found.collapsed} are the prior for all {scene.item}s alike: "
    )
    return first + second + ("posterior collapse." if 2 * found.collapsed > size else "no posterior collapse.")


def own_force(row: SoftmaxRow) -> str:
    """What the push of the item's Gaussian does to its pull on the item's own z."""
    if not row.attraction:
        return " Its mean is 0, so it does not pull on its own z."
    if row.taken_back < 0:
        return f" To the pull on its own z its push adds {-row.taken_back:.1%}."
    return f" Of the pull on its own z its push takes back {row.taken_back:.1%}."
