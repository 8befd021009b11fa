"""Player: play, pause, step and start over, and how far the run is; the same on every page."""

from __future__ import annotations

import streamlit as st

from app.pace import pace
from app.seat import View
from app.visit import Visit

PHASES = {
    "start": "untrained",
    "vgae": "the VGAE learns to rebuild the graph",
    "joint": "VGAE and contrast learn together",
    "contrast": "contrast pulls the embeddings apart",
    "done": "done",
}

EARLY = "stopped early: the loss no longer falls"


def player(here: Visit) -> None:
    """Buttons and progress of the visitor's current run."""
    seat = here.current
    view = View("ready") if seat is None else seat.view
    row = st.container(horizontal=True, vertical_alignment="center", gap="small")
    if seat is not None and seat.busy and view.status == "playing":
        row.button("Pause", key="pause", icon=":material/pause:", on_click=seat.rest, width=110)
    else:
        look = {"type": "primary", "icon": ":material/play_arrow:", "width": 110}
        row.button("Play", key="play", on_click=here.play, **look)
    still = seat is not None and view.status in ("ready", "paused")
    step = seat.step if seat is not None else None
    row.button("Step", key="step", icon=":material/skip_next:", on_click=step, disabled=not still, width=100)
    row.button("Reset", key="reset", icon=":material/replay:", on_click=here.begin, width=100)
    with row.container():
        progress(view, 0 if seat is None else here.fleet.position(seat))


def progress(view: View, waiting: int) -> None:
    """A bar with step, phase, speed and time left."""
    if view.step is None:
        words = "Press Play to start a run." if view.status == "ready" else "Loading the data and building the model…"
        st.progress(0.0, text=words)
        return
    step = view.step
    share = step.index / step.total if step.total else 1.0
    st.progress(share, text=" · ".join(status_words(view, waiting)))


def status_words(view: View, waiting: int) -> list[str]:
    """Where the run is, in a few words."""
    step = view.step
    words = [f"step {step.index:,} of {step.total:,}", f"epoch {step.metrics['epoch']:.0f}"]
    if view.status == "playing":
        words.append(PHASES[step.phase])
        speed = pace(view.steps)
        if speed:
            words += [f"{speed:.1f} steps/s", f"{(step.total - step.index) / speed:.0f} s left"]
        if waiting:
            words.append(f"waiting behind {waiting}")
    else:
        words.append(EARLY if stopped_early(view) else view.status)
    return words


def stopped_early(view: View) -> bool:
    """Whether the run ended because its loss no longer fell."""
    ended = view.status == "done" and view.settings is not None and view.settings.patience > 0
    return ended and view.step.metrics["epoch"] < view.settings.epochs
