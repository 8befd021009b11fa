"""Train page: choose a graph and a temperature, press Play, and watch the method learn."""

from __future__ import annotations

import streamlit as st

from app.choice import Choice, only_live
from app.choosing import choose, share_link
from app.curve_options import choose_curves, curve_options
from app.figures.adjacency import adjacency_figure
from app.figures.contrast import contrast_figure
from app.figures.health import health_figure
from app.figures.map import embedding_map
from app.figures.probe import probe_figure
from app.figures.reconstruction import reconstruction_figure
from app.house import visit
from app.live_plot import live_plot
from app.player import player
from app.runs import runs_list
from app.seat import Seat, View
from app.visit import Visit
from igcl_core.diagnosis import diagnose

REFRESH = 0.5
MAP_HEIGHT, ADJACENCY_HEIGHT = 300, 185


def page() -> None:
    """Draw the choices on the left, what the run does on the right."""
    here = visit()
    left, right = st.columns([1, 3.4], gap="medium")
    with left:
        st.markdown("**See contrastive learning happen.** Choose a graph and τ, then press Play.")
        choice, problems = choose()
        for problem in problems:
            st.warning(problem, icon=":material/link_off:")
        steer(here, choice)
        runs_list(here)
        choose_curves()
    share_link(choice, here.id)
    with right:
        busy = here.current is not None and here.current.busy
        st.fragment(live, run_every=REFRESH if busy else None)(here, choice, busy)


def steer(here: Visit, choice: Choice) -> None:
    """A setting that may change while training was changed: the run branches where it is, or starts again at 0."""
    seat = here.current
    if seat is None or seat.choice is None or seat.choice == choice or seat.choice.dataset != choice.dataset:
        return
    changes = only_live(seat.choice.settings, choice.settings)
    if changes and seat.view.step is not None and seat.view.step.index > 0:
        here.branch(seat, **changes).choice = choice
    elif changes:
        playing = seat.playing
        seat.pause()
        again = begin(here, choice)
        if playing:
            again.play()


def begin(here: Visit, choice: Choice) -> Seat:
    seat = here.start(choice.dataset, "igcl", choice.settings)
    seat.choice = choice
    return seat


def play(here: Visit, choice: Choice) -> None:
    """Go on with the run shown if it is the one chosen, else start the one chosen."""
    seat = here.current
    chosen = seat is not None and seat.choice == choice and seat.view.status in ("ready", "paused", "loading")
    (seat if chosen else begin(here, choice)).play()


def live(here: Visit, choice: Choice, was_busy: bool) -> None:
    """The latest picture of the run; redrawn by a timer while it changes."""
    seat = here.current
    if seat is None:
        st.info("Press Play to start a run.")
        st.button("Play", key="play", type="primary", on_click=play, args=(here, choice))
        return
    if was_busy != seat.busy:
        st.rerun()
    view = seat.view
    player(seat, lambda: play(here, choice), lambda: begin(here, choice), here.fleet.position(seat))
    if seat.choice is None:
        st.caption("This is a saved sample run. Press Play to train your own with the choices on the left.")
    if view.error:
        st.error(view.error, icon=":material/error:")
    if view.step is not None:
        draw(here, view)


def draw(here: Visit, view: View) -> None:
    """Map and adjacency beside the curves of both losses, the probe and the health of the run."""
    left, right = st.columns([1.15, 1], gap="small")
    with left:
        show_map(view)
        verdict(view)
        show_adjacency(view)
    with right:
        show_curves(here, view)


def show_curves(here: Visit, view: View) -> None:
    """Both losses, the probe and the health, over each other on one axis of steps or seconds."""
    runs = [(view.name, view.steps)]
    runs += [(other.view.name, other.view.steps) for other in here.overlaid() if other.view.steps]
    common = {"x": curve_options()["x"], "forks": [] if view.fork is None else [view.fork]}
    figures = {
        "VGAE reconstruction": reconstruction_figure(runs, height=170, **common, **curve_options("log", "weight")),
        "Contrastive loss": contrast_figure(runs, height=205, **common, **curve_options("log", "weight")),
        "Probe accuracy": probe_figure(runs, height=135, **common, **references(view)),
        "Health of the embedding": health_figure(runs, height=145, **common),
    }
    for name, figure in figures.items():
        live_plot(figure, key=name, height=figure.layout.height, alt=f"{name} over the training")


def references(view: View) -> dict[str, float | None]:
    """Probe accuracy of the untrained network, and of the VGAE's mean where the run has measured it."""
    means = [step.metrics["probe_mu"] for step in view.steps if "probe_mu" in step.metrics]
    return {"untrained": view.steps[0].metrics.get("probe_test"), "vgae_only": means[-1] if means else None}


def show_map(view: View) -> None:
    graphs = view.graphs
    edges = graphs.edges if graphs.task == "node" else None
    figure = embedding_map(view.plane.xy, graphs.y, graphs.classes, edges=edges, item=graphs.task, height=MAP_HEIGHT)
    live_plot(figure, key="map", height=MAP_HEIGHT, alt="The embedding in its two largest principal components")
    st.caption(
        f"PCA of z at step {view.plane_step}, {view.plane.share:.0%} of its variance; "
        "colours are classes, which the training never saw."
    )


def verdict(view: View) -> None:
    """One plain sentence on the health of the run, and what to try."""
    finding = diagnose(view.steps)[0]
    words = f"{finding.sentence} {finding.advice}".strip()
    if finding.kind == "healthy":
        st.caption(f":material/check_circle: {words}")
    else:
        st.warning(words, icon=":material/monitor_heart:")


def show_adjacency(view: View) -> None:
    shown = view.adjacency
    if shown is None or view.settings.augmentation not in ("implicit", "none"):
        return
    figure = adjacency_figure(shown, height=ADJACENCY_HEIGHT)
    live_plot(figure, key="adjacency", height=ADJACENCY_HEIGHT, alt="The graph and its reconstruction")
    st.caption(f"Links, and what the VGAE makes of them: {shown.caption}.")
