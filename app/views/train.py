"""Train page: the karate club learns its embedding while you watch."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from app.figures.curves import curves
from app.figures.map import scatter_map
from app.worker import View, Worker
from igcl_core import METRICS, Run

TAUS = (0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)
LOSSES = {"reconstruction": "VGAE reconstruction", "upper": "contrast, L_upper"}
REFRESH = 0.5
BARE = {"displayModeBar": False}
PHASES = {
    "start": "Untrained.",
    "vgae": "The VGAE learns to rebuild the graph.",
    "joint": "The VGAE learns, and contrast pulls the embeddings apart.",
    "contrast": "Contrast pulls the embeddings apart.",
    "done": "Done.",
}


@st.cache_resource(scope="session", max_entries=1, on_release=Worker.stop, show_spinner="Loading the karate club")
def worker_for(tau: float) -> Worker:
    """This visitor's run. Another tau is another run; the old one is stopped."""
    return Worker(Run("karate", tau=tau, snapshot_every=2))


def page() -> None:
    st.title("Train")
    st.markdown(
        "Here you see a graph network learn the two sides of a karate club from its friendships alone, "
        "and what the temperature τ changes."
    )
    bar = st.container(horizontal=True, vertical_alignment="bottom", gap="medium")
    tau = bar.select_slider(
        "Temperature τ (logarithmic)",
        TAUS,
        0.5,
        key="tau",
        bind="query-params",
        width=340,
        help="Small contrasts sharply, large softly.",
    )
    try:
        worker = worker_for(tau)
    except Exception as problem:
        st.error(str(problem), icon=":material/error:")
        return
    playing = worker.playing
    with bar:
        buttons(worker, playing)
    st.fragment(live, run_every=REFRESH if playing else None)(worker, playing)


def buttons(worker: Worker, playing: bool) -> None:
    """Play or pause, and start over."""
    over = worker.run.finished or worker.run.error is not None
    if playing:
        st.button("Pause", key="pause", icon=":material/pause:", on_click=tell, args=(Worker.pause,), width=140)
    else:
        look = {"type": "primary", "icon": ":material/play_arrow:", "width": 140}
        st.button("Play", key="play", on_click=tell, args=(Worker.play,), disabled=over, **look)
    st.button("Start over", key="again", icon=":material/replay:", on_click=worker_for.clear, width=140)


def tell(command: Callable[[Worker], None]) -> None:
    """Send a command to the run there is now, which after a quick click may not be the one the button was drawn for."""
    command(worker_for(st.session_state.tau))


def live(worker: Worker, was_playing: bool) -> None:
    """The latest picture of the run; redrawn by a timer while it plays."""
    if was_playing and not worker.playing:
        st.rerun()
    view = worker.view
    if view.error:
        st.error(view.error, icon=":material/error:")
    numbers(view, worker.run.graphs.split.protocol)
    left, right = st.columns(2)
    with left:
        st.subheader("Losses")
        st.plotly_chart(
            curves(view.steps, LOSSES, "nats"), key="losses", config=BARE, alt="Losses over the steps so far"
        )
    with right:
        show_map(worker, view)


def numbers(view: View, split: str) -> None:
    """Where the run is and what a linear probe reads off the embedding before and now."""
    step = view.steps[-1]
    probes = [s.metrics["probe_test"] for s in view.steps if "probe_test" in s.metrics]
    change = round(100 * (probes[-1] - probes[0]))
    box = {"border": True, "width": 160, "height": "stretch"}
    with st.container(horizontal=True):
        st.metric(f"Step of {step.total}", step.index, **box)
        st.metric("Probe before", f"{probes[0]:.0%}", **box)
        st.metric("Probe now", f"{probes[-1]:.0%}", f"{change:+d} points" if change else None, **box)
        rank = METRICS["effective_rank"]
        st.metric(rank.label, f"{step.metrics['effective_rank']:.1f}", help=rank.help, **box)
    st.caption(f"{PHASES[step.phase]} Probe: test accuracy of a linear classifier on the frozen embedding; {split}.")


def show_map(worker: Worker, view: View) -> None:
    graphs = worker.run.graphs
    st.subheader("Map of the embedding")
    figure = scatter_map(view.now.xy, graphs.y, graphs.classes, graphs.edges)
    st.plotly_chart(figure, key="map", config=BARE, alt="The members of the club in the plane of the embedding")
    st.caption(
        f"PCA of Z at step {view.now_step}: the plane holds {view.now.share:.0%} of its variance. "
        "It is turned to match the picture before; colours were never shown to the training."
    )
