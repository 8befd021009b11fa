"""Temperatures: runs that differ in tau only, so from the same VGAE, seed and initial weights, side by side."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import streamlit as st

from app.controls.settings_form import TAUS
from app.figures.coloring import by_class
from app.figures.ellipses import DrawnItems, side_by_side
from app.figures.panes import Pane, panes_figure
from app.pages.gaussians.scene import Scene
from app.pages.picking import pickable
from app.plain_text import names_in_chart
from app.plot.live_plot import live_plot
from app.session.live_run import LiveRun, View
from app.session.picture import SIGNS
from app.session.visit import Visit
from igcl_core import DATASETS, Step
from igcl_core.analysis.gaussians import LinearProjection, Separation, short

FEWEST, MOST = 2, 4
ELLIPSES, MAP = 300, 260
MOST_DRAWN = 40
PICK = "gaussians-tau-map"


def temperatures_panel(scene: Scene, drawn: DrawnItems, projection: LinearProjection) -> None:
    """Choose two to four temperatures, train what is missing, and compare."""
    start_form(scene, siblings(scene))
    runs = dict(list(siblings(scene).items())[:MOST])
    if len(runs) < FEWEST:
        st.caption("One temperature is not yet a comparison: train at least one more.")
        return
    measured = {
        tau: scene_of(scene, live_run).separation(live_run.view.kept[-1], "z") for tau, live_run in runs.items()
    }
    show_ellipses(scene, runs, picked_or(drawn, scene), projection)
    show_maps(scene, runs)
    lines = [line(tau, live_run, measured[tau]) for tau, live_run in runs.items()]
    st.dataframe(lines, hide_index=True, key="gaussians-tau-numbers", alt="Numbers of each temperature")
    if verdict := judge(runs, {tau: found[1] for tau, found in measured.items() if found is not None}):
        st.markdown(verdict)


def picked_or(drawn: DrawnItems, scene: Scene) -> DrawnItems:
    """The picked items, the chosen ones where none is."""
    ids = np.array(sorted(scene.picked), np.int64)[:MOST_DRAWN]
    return replace(drawn, ids=ids, y=scene.y[ids]) if len(ids) else drawn


def show_ellipses(scene: Scene, runs: dict[float, LiveRun], drawn: DrawnItems, projection: LinearProjection) -> None:
    """The same Gaussians with the embeddings of each temperature."""
    panes = []
    for tau, live_run in runs.items():
        step = live_run.view.kept[-1]
        panes.append((f"τ = {tau:g}, step {step}", projection, scene_of(scene, live_run).state(step, drawn.ids)))
    live_plot(side_by_side(panes, drawn, ELLIPSES), key="gaussians-tau-ellipses", height=ELLIPSES,
              alt="The same Gaussians and the embeddings of each temperature")  # fmt: skip


def show_maps(scene: Scene, runs: dict[float, LiveRun]) -> None:
    """The embedding of each temperature in one figure: what is picked in one pane is picked in all."""
    shown = {tau: live_run.view.picture for tau, live_run in runs.items()}
    panes = [Pane(f"PCA of {SIGNS[each.array]}, τ = {tau:g}", each.plane.xy) for tau, each in shown.items()]
    figure = panes_figure(
        panes, by_class("class", scene.y, names_in_chart(scene.view.graphs.classes)), item=scene.item, height=MAP
    )
    picks, key = pickable(scene.here, scene.data, scene.items), f"{PICK}/{scene.view.graphs.name}"
    live_plot(figure, key=key, height=MAP, picks=picks, alt="PCA of each temperature")
    st.caption(
        f"Pick {scene.item}s with a click or a lasso: they are picked in every map, and at most {MOST_DRAWN} of them "
        "are drawn above."
    )


def siblings(scene: Scene) -> dict[float, LiveRun]:
    """The visitor's runs by tau that share all else with the run shown; a branch has another past, so it is none."""
    found: dict[float, LiveRun] = {}
    for live_run in scene.here.live_runs:
        settings = live_run.view.settings
        if settings is None or live_run.view.fork is not None or not same_task(live_run.view, scene.view):
            continue
        if settings.changed(tau=scene.view.settings.tau) == scene.view.settings:
            found[settings.tau] = live_run
    return dict(sorted(found.items()))


def same_task(one: View, other: View) -> bool:
    """Whether two runs train the same method on the same numbers."""
    return one.method is other.method and one.graphs.fingerprint == other.graphs.fingerprint


def start_form(scene: Scene, runs: dict[float, LiveRun]) -> None:
    """Temperatures to add, trained by the fleet like any run."""
    name = scene.view.graphs.name
    if name not in DATASETS:
        st.caption("Temperatures can be compared on the datasets of the lab.")
        return
    row = st.container(horizontal=True, vertical_alignment="bottom", gap="small")
    free = MOST - len(runs)
    options = [tau for tau in TAUS if tau not in runs]
    default = [tau for tau in (0.1, 5.0) if tau in options][:free]
    wanted = row.multiselect("Temperatures τ to add", options, default, key=f"gaussians-taus/{name}/{len(runs)}",
                             max_selections=max(free, 1), format_func=lambda tau: f"{tau:g}", width=420)  # fmt: skip
    row.button("Train them", key="gaussians-train-taus", icon=":material/play_arrow:", on_click=train,
               args=(scene.here, scene, wanted), disabled=not wanted or free < 1)  # fmt: skip
    trained = ", ".join(f"{tau:g}" for tau in runs)
    if not runs:
        st.caption(
            "This run was changed on its way, so no single τ made it. Train some to compare them from the start."
        )
        return
    st.caption(
        f"Here: τ = {trained}. All have the same {scene.coder}, the same seed ({scene.view.settings.seed}) and the "
        "same initial weights: only the contrast differs."
    )


def train(here: Visit, scene: Scene, taus: list[float]) -> None:
    """Start a run for each temperature; the run shown stays the one shown."""
    shown = here.current
    for tau in taus:
        here.start(scene.view.graphs.name, scene.view.method.name, scene.view.settings.changed(tau=tau)).play()
    if shown in here.live_runs:
        here.current = shown


def scene_of(scene: Scene, live_run: LiveRun) -> Scene:
    """The same picture of another run."""
    return Scene(scene.here, live_run.number, live_run.view, scene.before, live_run.view.kept[-1], scene.answers)


def line(tau: float, live_run: LiveRun, found: tuple[int, Separation] | None) -> dict[str, str]:
    """One temperature as a row of the table."""
    view = live_run.view
    numbers = {"τ": f"{tau:g}", "step": f"{view.step.index:,} of {view.step.total:,}"}
    probe, gap, error = (latest(view.steps, metric) for metric in ("probe_test", "gap", "implicit_se"))
    numbers["probe, test"] = "–" if probe is None else f"{probe:.1%}"
    numbers["Jensen gap"] = "–" if gap is None else f"{gap:.2g} ± {2 * error:.1g}"
    if found is None:
        return numbers | {"overlap within": "…", "between": "…", "samples to own z": "…", "own mean nearest": "…"}
    state = found[1]
    numbers |= {"overlap within": short(state.overlap.within), "between": short(state.overlap.between)}
    numbers["samples to own z"] = f"{state.attribution.accuracy:.1%} ± {state.attribution.error:.1%}"
    return numbers | {"own mean nearest": f"{state.nearness.share:.1%}"}


def latest(steps: Sequence[Step], metric: str) -> float | None:
    return next((step.metrics[metric] for step in reversed(steps) if metric in step.metrics), None)


def judge(runs: dict[float, LiveRun], states: dict[float, Separation]) -> str:
    """The best and the worst temperature by the probe on validation items, and what sets them apart."""
    done = {
        tau: latest(live_run.view.steps, "probe_val")
        for tau, live_run in runs.items()
        if live_run.view.status == "done"
    }
    scores = {tau: score for tau, score in done.items() if score is not None and tau in states}
    if len(scores) < FEWEST:
        return "" if len(done) == len(runs) else "The best and the worst are named when at least two have finished."
    order = sorted(scores, key=lambda tau: (scores[tau], states[tau].overlap.contrast))
    worst, best = order[0], order[-1]
    tie = "Validation ties, so the overlap of classes decides. " if scores[best] == scores[worst] else ""
    found = (class_reason(states, best, worst), own_reason(states, best, worst), gap_reason(runs, best, worst))
    reasons = "; ".join(filter(None, found))
    tests = [latest(runs[tau].view.steps, "probe_test") for tau in (best, worst)]
    return (
        f"{tie}**Best: τ = {best:g}** ({scores[best]:.1%} on validation, {tests[0]:.1%} on test items), "
        f"**worst: τ = {worst:g}** ({scores[worst]:.1%}, {tests[1]:.1%}). {reasons[:1].upper() + reasons[1:]}. "
        "One seed: small differences are chance."
    )


def class_reason(states: dict[float, Separation], best: float, worst: float) -> str:
    """How clearly classes stand out in each."""
    ratios = [states[tau].overlap.contrast for tau in (best, worst)]
    if not all(map(math.isfinite, ratios)):
        return ""
    clearer = "which the better one has clearer" if ratios[0] > ratios[1] else "which does not explain the score"
    return (
        f"around z, items of one class overlap {ratios[0]:.3g} times as much as items of two at τ = {best:g} and "
        f"{ratios[1]:.3g} times at τ = {worst:g}, {clearer}"
    )


def own_reason(states: dict[float, Separation], best: float, worst: float) -> str:
    """How many embeddings are told apart one by one."""
    shares = [states[tau].nearness.share for tau in (best, worst)]
    return f"the own mean is the nearest for {shares[0]:.1%} and {shares[1]:.1%} of embeddings"


def gap_reason(runs: dict[float, LiveRun], best: float, worst: float) -> str:
    """How far the bound lies above what it bounds in each."""
    gaps = [latest(runs[tau].view.steps, "gap") for tau in (best, worst)]
    if None in gaps:
        return ""
    return f"the bound lies {gaps[0]:.2g} above L_ICL at τ = {best:g} and {gaps[1]:.2g} at τ = {worst:g}"
