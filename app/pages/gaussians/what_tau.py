"""What tau does: the shares of one item's softmax at every temperature, in the state shown and without training."""

from __future__ import annotations

import numpy as np
import streamlit as st

from app.controls.settings_form import TAUS
from app.figures.what_tau import Shares, tau_figure
from app.pages.gaussians.explained import explain
from app.pages.gaussians.one_node import name, pick_item
from app.pages.gaussians.scene import Scene
from app.plain_text import names_in_chart, plain
from app.plot.live_plot import live_plot
from igcl_core.analysis.gaussians import counting, softmax_row, weights_over_tau

RIVALS, HEIGHT = 7, 420


def what_tau_panel(scene: Scene, ids: np.ndarray) -> None:
    """Bars with a slider that moves in the browser, and beside them what they mean."""
    bars, beside = st.columns([2, 1], gap="medium")
    with beside:
        item = pick_item(scene, ids)
        step = scene.now
        found = scene.ask("what tau", (step, item), lambda: (step, item, shares(scene, step, item)))
        st.markdown(meaning(scene), help=explain("tau", "softmax", "z_n", "product", item=scene.item))
    with bars:
        if found is None or found[1] != item:
            st.skeleton(height=HEIGHT)
            return
        live_plot(tau_figure(found[2], scene.item, HEIGHT), key="gaussians-what-tau", height=HEIGHT, frames=True,
                  alt=f"How {scene.item} {item} shares its attention at each temperature")  # fmt: skip
        st.caption(same_state(scene, found[0], item))


def shares(scene: Scene, step: int, item: int) -> Shares:
    """What the bars show: the item's own z, those it is confused with in this run, and all others together."""
    state, tau = scene.state(step), scene.view.settings.tau
    taus = sorted({*TAUS, tau})
    weights = weights_over_tau(state, taus, item)
    rivals = softmax_row(*state, tau, item).confused_with(RIVALS)
    shown = np.array([item, *rivals.tolist()])
    names = [*names_in_chart(name(scene, each) for each in shown.tolist())]
    return Shares(taus, tau, weights[:, shown], names, weights.shape[1], counting(weights))


def meaning(scene: Scene) -> str:
    return (
        f"**What τ does.** A {scene.item} compares its cloud with every embedding z and gives each a share; the green "
        "bar is its own z. Drag τ: small, and only the strongest counts; large, and all count alike. The loss raises "
        "the green bar, so τ decides against whom it must be raised."
    )


def same_state(scene: Scene, step: int, item: int) -> str:
    return (
        f"{scene.item.capitalize()} {plain(name(scene, item))}. Nothing is trained while you drag: it is the same "
        f"state (step {step}, trained at τ = {scene.view.settings.tau:g}) seen at another τ. Trained at that τ, z "
        "would stand elsewhere: the tab Temperature τ trains some."
    )
