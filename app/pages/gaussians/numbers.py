"""Numbers: overlap, attribution and distances before contrasting and now, as a table, sentences and heat maps."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import streamlit as st

from app.figures.overlap import overlap_figure
from app.pages.gaussians.scene import Scene
from app.plain_text import names_in_chart
from app.plot.live_plot import live_plot
from igcl_core.analysis.gaussians import MEANS, UNTRAINED_Z, Separation, Stage, lines, overlap_matrix, short

HEIGHT = 330
MOST_BESIDE = 3
HELP = """
z is compared twice. **With the VGAE before contrasting**: what has changed since, what the VGAE has learned later
included. Without a warm-up that VGAE is untrained, and is named so. **With the VGAE of the same step**: what
contrasting makes of the VGAE as it is. Where the VGAE has not learned since, one column stands for both.

At the VGAE an item is its Gaussian: overlap is that of the Gaussians, and samples are looked for at the means. That is
no limit: other places than the means may tell samples apart better. At z, overlap is that of the same spread sigma
around z. **Untrained z**: the embeddings when contrasting began.

Samples are counted in two ways: those whose inner product with their own mean, or z, is the largest of all, as in the
softmax of the loss, and those to which their own is the nearest of all. Where all means, or all z, have one length the
two are the same. Distances are Euclidean, in the space in which the loss contrasts; at the VGAE they are those of one
sample of each Gaussian.
"""


def sentences(scene: Scene) -> None:
    """What the two panes show, in numbers."""
    found = measured(scene, [stage for stage in scene.stages if stage.name != UNTRAINED_Z])
    if found is None:
        st.caption("The overlaps are being computed…")
        return
    st.markdown(f"{before_words(found, scene)} {now_words(found)}")


def measured(scene: Scene, wanted: Sequence[Stage]) -> dict[Stage, Separation] | None:
    """The numbers of these stages, each under the step that they are of; None until there are all."""
    found = [(stage, scene.separation(stage.step, stage.place)) for stage in wanted]
    if any(answer is None for _, answer in found):
        return None
    return {stage.at(answer[0]): answer[1] for stage, answer in found}


def before_words(found: dict[Stage, Separation], scene: Scene) -> str:
    (stage, first), few = next(iter(found.items())), ""
    if len(first.items) < first.total:
        few = f", {len(first.items):,} {scene.item}s sampled by class"
    own, near = (f"{each.accuracy:.1%} ± {each.error:.1%}" for each in (first.attribution, first.nearest))
    return (
        f"**Before contrasting** ({stage.title}{few}) two {scene.item}s overlap by "
        f"{short(first.overlap.overall)} on average. Of their samples, {near} lie nearest to the mean they were drawn "
        f"from, and {'as many' if own == near else own} have with it the largest inner product, as in the loss."
    )


def now_words(found: dict[Stage, Separation]) -> str:
    """z against the Gaussians of its own step; the overlap of classes against every VGAE there is to compare with."""
    *means, (stage, now) = found.items()
    then = means[-1][1].nearness
    words = (
        f"**At step {stage.step}** an embedding lies {now.nearness.own.mean():.2g} from its own mean, "
        f"{now.nearness.own.mean() / max(then.own.mean(), 1e-12):.0%} of what a sample does, and for "
        f"{now.nearness.share:.1%} of them no other mean is nearer (samples: {then.share:.1%})."
    )
    if not all(math.isfinite(state.overlap.contrast) for state in found.values()):
        return words
    others = " and ".join(f"{state.overlap.contrast:.3g} times around the {each.title}" for each, state in means)
    return (
        f"{words} Around the embeddings, items of one class overlap {now.overlap.contrast:.3g} times as much as items "
        f"of two, against {others}."
    )


def numbers_panel(scene: Scene, ids: np.ndarray) -> None:
    """The table, and the heat map of classes or of the chosen items."""
    found = measured(scene, scene.stages)
    if found is None:
        st.caption("The numbers are being computed…")
        return
    beside = len(found) <= MOST_BESIDE
    left, right = st.columns([1, 1.05], gap="medium") if beside else (st.container(), st.container())
    with left:
        st.dataframe(lines(found), hide_index=True, key="gaussians-numbers",
                     alt="Overlap, attribution and distances before and now")  # fmt: skip
        st.caption(scope(next(iter(found.values())), scene), help=HELP.replace("VGAE", scene.coder))
    with right:
        heat_maps(scene, ids, {stage: state for stage, state in found.items() if stage.name != UNTRAINED_Z})


def scope(found: Separation, scene: Scene) -> str:
    count = len(found.items)
    among = f"all {count:,} {scene.item}s"
    if count < found.total:
        among = f"{count:,} of {found.total:,} {scene.item}s, sampled by class"
    return f"Among {among}; in the space in which the loss contrasts (normalise = {scene.view.settings.normalise})."


def heat_maps(scene: Scene, ids: np.ndarray, found: dict[Stage, Separation]) -> None:
    """Overlap before and now, class by class or item by item."""
    what = st.segmented_control(
        "Overlap between", ["classes", f"chosen {scene.item}s"], default="classes", key="gaussians-heat", required=True
    )
    titles = [f"around {'μ, ' if stage.place == MEANS else ''}{stage.title}" for stage in found]
    if what == "classes":
        names = names_in_chart(scene.view.graphs.classes) or ("all",)
        matrices = [state.overlap.matrix for state in found.values()]
    else:
        names = [f"{scene.item} {number}" for number in ids.tolist()]
        matrices = [overlap_of(scene, stage, ids) for stage in found]
    live_plot(overlap_figure(matrices, titles, names, HEIGHT), key="gaussians-overlap", height=HEIGHT,
              alt="Overlap before contrasting and now")  # fmt: skip


def overlap_of(scene: Scene, stage: Stage, ids: np.ndarray) -> np.ndarray:
    state = scene.state(stage.step, ids)
    return overlap_matrix(state.mu if stage.place == MEANS else state.z, state.sigma)
