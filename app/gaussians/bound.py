"""The bound: over training, and for the state shown against the samples M and against tau."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import streamlit as st

from app.figures.bound import samples_figure, tau_figure
from app.figures.contrast import contrast_figure
from app.gaussians.scene import Scene
from app.live_plot import live_plot
from igcl_core.gaussians.bound import COUNTS, TAUS, AgainstSamples, AgainstTau, against_samples, against_tau
from igcl_core.step import Step

HEIGHT = 350
TIGHT = 0.05
BATCH = 512


def bound_panel(scene: Scene) -> None:
    """Three figures, each under a sentence that says what it shows."""
    tau, batch = scene.view.settings.tau, scene.view.settings.b or BATCH
    step = scene.now
    found = scene.ask("bound", step, lambda: (step, *measured(scene, step, tau, batch)))
    if found is None:
        st.caption("The estimates are being drawn…")
        return
    at, by_samples, by_tau = found
    training, left, right = st.columns(3, gap="small")
    with training:
        st.markdown(training_words(scene.view.steps))
        figure = contrast_figure([(scene.view.name, scene.view.steps)], weight=0.0, height=HEIGHT)
        live_plot(figure, key="gaussians-bound-training", height=HEIGHT, alt="L_upper and L_ICL over training")
    with left:
        st.markdown(samples_words(by_samples))
        live_plot(
            samples_figure(by_samples, HEIGHT), key="gaussians-bound-samples", height=HEIGHT, alt="L_ICL against M"
        )
    with right:
        st.markdown(tau_words(by_tau, tau))
        live_plot(
            tau_figure(by_tau, tau, HEIGHT), key="gaussians-bound-tau", height=HEIGHT, alt="The bound against tau"
        )
    st.caption(
        f"z, mu and sigma of step {at}; {by_tau.items:,} {scene.item}s contrasted at once"
        + ("" if by_tau.items == scene.items else f", a random batch of the {scene.items:,}")
        + ". The dashed curve has the softmax over distributions, as the released code computes; it bounds nothing."
    )


def measured(scene: Scene, step: int, tau: float, batch: int) -> tuple[AgainstSamples, AgainstTau]:
    state = scene.state(step)
    return against_samples(*state, tau, COUNTS, batch), against_tau(*state, sorted({*TAUS, tau}), batch=batch)


def training_words(steps: Sequence[Step]) -> str:
    """How often the bound held while training, within what chance allows."""
    gaps = [step.metrics["gap"] + 2 * step.metrics["implicit_se"] for step in steps if "gap" in step.metrics]
    if not gaps:
        return "**Over training**: L_ICL is measured once contrasting has begun."
    held = sum(gap >= 0 for gap in gaps)
    return f"**Over training** {held} of {len(gaps)} measurements have L_upper above L_ICL minus two standard errors."


def samples_words(found: AgainstSamples) -> str:
    """How many samples it takes to see the gap, and what they cost."""
    gap, error, most = found.upper - found.estimate[-1], found.error[-1], int(found.counts[-1])
    times = found.seconds[-1] / max(found.upper_seconds, 1e-9)
    return (
        f"**Against M**: L_upper is {found.upper:.4g}, {gap:.2g} above L_ICL = {found.estimate[-1]:.4g} ± "
        f"{2 * error:.1g} from {most} samples, which cost {times:.0f} times the closed form."
    )


def tau_words(found: AgainstTau, tau: float) -> str:
    """Where the bound is tight, where loose, and where this run is."""
    share = found.gap / np.maximum(np.abs(found.implicit), 1e-9)
    here = share[int(np.argmin(np.abs(found.taus - tau)))]
    loose = found.taus[share > TIGHT]
    where = (
        f"it is loose (more than {TIGHT:.0%} of L_ICL) up to τ = {loose.max():.2g} and tight above"
        if len(loose)
        else "it is tight at every τ shown"
    )
    return f"**Against τ**: at τ = {tau:g} the gap is {max(here, 0):.2%} of L_ICL; for this state {where}."
