"""The bound: over training, and for the state shown against the samples M and against tau."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import streamlit as st

from app.figures.bound import bound_over_tau, noise_figure, samples_figure
from app.figures.contrast import contrast_figure
from app.pages.gaussians.scene import Scene
from app.pages.still import still
from app.plot.live_plot import live_plot
from igcl_core.analysis.gaussians import (
    COUNTS,
    TAUS,
    AgainstSamples,
    AgainstTau,
    GradientNoise,
    against_samples,
    against_tau,
    gradient_noise,
)
from igcl_core.training import Step

HEIGHT = 350
TIGHT = 0.05
BATCH, NOISY_BATCH = 512, 256  # items contrasted at once; fewer where hundreds of gradients are drawn


def bound_panel(scene: Scene) -> None:
    """Four figures, each under a sentence that says what it shows."""
    tau, batch = scene.view.settings.tau, scene.view.settings.b or BATCH
    step = scene.now
    found = scene.ask("bound", step, lambda: (step, *measured(scene, step, tau, batch)))
    if found is None:
        st.caption("The estimates are being drawn…")
        return
    at, by_samples, by_tau, noise = found
    training = contrast_figure([(scene.view.name, scene.view.steps)], weight=0.0, height=HEIGHT)
    panels = [
        (training_words(scene.view.steps), training, "training", "L_upper and L_ICL over training"),
        (samples_words(by_samples), samples_figure(by_samples, HEIGHT), "samples", "L_ICL against M"),
        (noise_words(noise), noise_figure(noise, HEIGHT), "noise", "The luck in the gradient against M"),
        (tau_words(by_tau, tau), bound_over_tau(by_tau, tau, HEIGHT), "tau", "The bound against tau"),
    ]
    columns = [*st.columns(2, gap="medium"), *st.columns(2, gap="medium")]
    for column, (words, figure, name, alt) in zip(columns, panels, strict=True):
        with column:
            still(f"bound-{name}", lines=3).markdown(words)
            live_plot(figure, key=f"gaussians-bound-{name}", height=HEIGHT, alt=alt)
    st.caption(
        f"z, mu and sigma of step {at}; {by_tau.items:,} {scene.item}s contrasted at once"
        + ("" if by_tau.items == scene.items else f", a random batch of the {scene.items:,}")
        + ". The dashed curve has the softmax over distributions, as the released code computes; it bounds nothing."
    )


def measured(scene: Scene, step: int, tau: float, batch: int) -> tuple[AgainstSamples, AgainstTau, GradientNoise]:
    state = scene.state(step)
    by_samples, by_tau = (
        against_samples(*state, tau, COUNTS, batch),
        against_tau(*state, sorted({*TAUS, tau}), batch=batch),
    )
    return by_samples, by_tau, gradient_noise(*state, tau, batch=min(batch, NOISY_BATCH))


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


def noise_words(found: GradientNoise) -> str:
    """How much of a step is luck with few samples and with many, and where the closed form points instead."""
    few, many = (f"{100 * found.noise[k]:.0f} %" for k in (0, -1))
    return (
        f"**The gradient**: with {found.counts[0]} sample, luck moves it by {few} of its length; with "
        f"{found.counts[-1]}, by {many}. L_upper's has no luck in it, and points {found.agreement:.2f} the same way "
        f"(1 is just the same). Measured on {found.items:,} items."
    )


def tau_words(found: AgainstTau, tau: float) -> str:
    """Where the bound is tight, where loose, among the temperatures that were measured, and where this run is."""
    share = found.gap / np.maximum(np.abs(found.implicit), 1e-9)
    here = share[int(np.argmin(np.abs(found.taus - tau)))]
    where = tightness(found.taus, share > TIGHT)
    return f"**Against τ**: at τ = {tau:g} the gap is {max(here, 0):.2%} of L_ICL; for this state {where}."


def tightness(taus: np.ndarray, loose: np.ndarray) -> str:
    """At which of the measured temperatures the bound is loose; nothing is said of others."""
    measured = f"{len(taus)} τ measured, {taus.min():.2g} to {taus.max():.2g}"
    meaning = f"the gap more than {TIGHT:.0%} of L_ICL"
    if not loose.any():
        return f"it is tight at all {measured} (nowhere is {meaning})"
    if loose.all():
        return f"it is loose ({meaning}) at all {measured}"
    wide = taus[loose]
    places = f"τ = {wide[0]:.2g}" if len(wide) == 1 else f"between τ = {wide.min():.2g} and {wide.max():.2g}"
    return f"it is loose ({meaning}) at {loose.sum()} of the {measured}: {places}; tight at the others"
