"""Player: play, pause, step and start over, and how far the run is; the same on every page."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from app.pace import pace
from app.seat import Seat, View

PHASES = {
    "start": "untrained",
    "vgae": "the VGAE learns to rebuild the graph",
    "joint": "VGAE and contrast learn together",
    "contrast": "contrast pulls the embeddings apart",
    "done": "done",
}


def player(seat: Seat, on_play: Callable[[], None], on_reset: Callable[[], None], waiting: int) -> None:
    """Buttons and progress of a run."""
    view = seat.view
    row = st.container(horizontal=True, vertical_alignment="center", gap="small")
    if seat.busy and view.status == "playing":
        row.button("Pause", key="pause", icon=":material/pause:", on_click=seat.pause, width=110)
    else:
        look = {"type": "primary", "icon": ":material/play_arrow:", "width": 110}
        row.button("Play", key="play", on_click=on_play, **look)
    still = view.status in ("ready", "paused")
    row.button("Step", key="step", icon=":material/skip_next:", on_click=seat.step, disabled=not still, width=100)
    row.button("Reset", key="reset", icon=":material/replay:", on_click=on_reset, width=100)
    with row.container():
        progress(view, waiting)


def progress(view: View, waiting: int) -> None:
    """A bar with step, phase, speed and time left."""
    if view.step is None:
        st.progress(0.0, text="Loading the data and building the model…")
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
        words.append("done" if view.status == "done" else view.status)
    return words
