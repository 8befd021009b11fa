"""Numbers: overlap, attribution and distances before contrasting and now, as a table, sentences and heat maps."""

from __future__ import annotations

import math

import numpy as np
import streamlit as st

from app.figures.overlap import overlap_figure
from app.gaussians.scene import Scene
from app.live_plot import live_plot
from igcl_core.gaussians.overlap import overlap_matrix
from igcl_core.gaussians.separation import Separation
from igcl_core.gaussians.table import lines, short

HEIGHT = 330
HELP = """
**VGAE alone**: before contrasting an item is its Gaussian. Overlap is that of the Gaussians, and samples are looked for
at the means. With the means as targets hardly anything can attribute samples better: this is a ceiling.

**Untrained z**: the embeddings when contrasting began. **z now**: the embeddings at the step shown.
Overlap is that of the same spread sigma around z.

Attribution: a sample is its own when its inner product with its own target is the largest of all, as in the softmax of
the loss. Distances are Euclidean, in the space in which the loss contrasts; for the VGAE alone they are those of one
sample of each Gaussian.
"""


def sentences(scene: Scene) -> None:
    """What the two panes show, in numbers."""
    before, now = scene.separation(scene.before, "mu"), scene.separation(scene.now, "z")
    if before is None or now is None:
        st.caption("The overlaps are being computed…")
        return
    st.markdown(f"{before_words(before[1], scene)} {now_words(before[1], now[1], now[0], scene)}")


def before_words(found: Separation, scene: Scene) -> str:
    own, few = found.attribution, len(found.items) < found.total
    sample = f", {len(found.items):,} {scene.item}s sampled by class" if few else ""
    return (
        f"**Before contrasting** (step {scene.before}{sample}) two {scene.item}s overlap by "
        f"{short(found.overlap.overall)} on average, and {own.accuracy:.1%} ± {own.error:.1%} of samples lie nearest "
        "to the mean they were drawn from."
    )


def now_words(before: Separation, now: Separation, step: int, scene: Scene) -> str:
    nearer = now.nearness.own.mean() / max(before.nearness.own.mean(), 1e-12)
    contrast = [found.overlap.contrast for found in (before, now)]
    words = (
        f"**At step {step}** an embedding lies {now.nearness.own.mean():.2g} from its own mean, "
        f"{nearer:.0%} of what a sample does, and for {now.nearness.share:.1%} of them no other mean is nearer "
        f"(samples: {before.nearness.share:.1%})."
    )
    if all(map(math.isfinite, contrast)):
        words += (
            f" Around the embeddings, items of one class overlap {contrast[1]:.3g} times as much as items of two; "
            f"around the means it was {contrast[0]:.3g} times."
        )
    return words


def numbers_panel(scene: Scene, ids: np.ndarray) -> None:
    """The table, and the heat map of classes or of the chosen items."""
    found = [
        scene.separation(scene.before, "mu"),
        scene.separation(scene.before, "z"),
        scene.separation(scene.now, "z"),
    ]
    if any(one is None for one in found):
        st.caption("The numbers are being computed…")
        return
    states = [separation for _, separation in found]
    left, right = st.columns([1, 1.05], gap="medium")
    with left:
        st.dataframe(lines(*states, found[2][0]), hide_index=True, key="gaussians-numbers",
                     alt="Overlap, attribution and distances before and now")  # fmt: skip
        st.caption(scope(states[0], scene), help=HELP)
    with right:
        heat_maps(scene, ids, states, found[2][0])


def scope(found: Separation, scene: Scene) -> str:
    count = len(found.items)
    among = f"all {count:,} {scene.item}s"
    if count < found.total:
        among = f"{count:,} of {found.total:,} {scene.item}s, sampled by class"
    return f"Among {among}; in the space in which the loss contrasts (normalise = {scene.view.settings.normalise})."


def heat_maps(scene: Scene, ids: np.ndarray, states: list[Separation], step: int) -> None:
    """Overlap before and now, class by class or item by item."""
    what = st.segmented_control(
        "Overlap between", ["classes", f"chosen {scene.item}s"], default="classes", key="gaussians-heat", required=True
    )
    titles = [f"before: around μ, step {scene.before}", f"now: around z, step {step}"]
    if what == "classes":
        names = scene.view.graphs.classes or ("all",)
        matrices = [states[0].overlap.matrix, states[-1].overlap.matrix]
    else:
        names = [f"{scene.item} {number}" for number in ids.tolist()]
        then, now = scene.state(scene.before, ids), scene.state(step, ids)
        matrices = [overlap_matrix(then.mu, then.sigma), overlap_matrix(now.z, now.sigma)]
    live_plot(overlap_figure(matrices, titles, names, HEIGHT), key="gaussians-overlap", height=HEIGHT,
              alt="Overlap before contrasting and now")  # fmt: skip
