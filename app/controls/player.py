"""Player: play, pause, step and start over, and how far the run is; the same on every page."""

from __future__ import annotations

import streamlit as st

from app.controls.pace import pace
from app.controls.plan_words import play_label
from app.controls.tape_bar import tape_bar
from app.session.live_run import View
from app.session.plan import AGAIN
from app.session.visit import Visit
from igcl_core import Step
from igcl_core.training import DONE, START

PLAYER_FIRST = "player-first"  # columns that are drawn from right to left, so that keys reach the player first
TAPE_PLACE = "tape-place"
WAITING = {
    "ready": "Press Play to start a run.",
    "loading": "Loading the data and building the model…",
    "failed": "This run could not be built; the reason is below.",
}
EARLY = "stopped early: the loss no longer falls"


def player(here: Visit) -> None:
    """Buttons, progress and tape of the visitor's current run."""
    live_run = here.current
    view = View("ready") if live_run is None else live_run.view
    row = st.container(horizontal=True, vertical_alignment="center", gap="small")
    if playing(here):
        row.button("Pause", key="pause", icon=":material/pause:", on_click=here.rest, width=110)
    else:
        look = {"type": "primary", "icon": ":material/play_arrow:", "width": "content"}
        row.button(play_label(here.plan, here.looked), key="play", on_click=here.play, **look)
    busy = live_run is not None and (here.together or live_run).busy
    still = live_run is not None and live_run.choice is not None and not busy and here.plan.kind != AGAIN
    row.button("Step", key="step", icon=":material/skip_next:", on_click=here.step, disabled=not still, width=100)
    row.button("Reset", key="reset", icon=":material/replay:", on_click=here.reset, width=100)
    with row.container():
        progress(view, 0 if live_run is None else here.fleet.position(live_run), here.looked, here.replaying)
    with row.container(key=TAPE_PLACE):
        tape_bar(here)


def playing(here: Visit) -> bool:
    """Whether what is shown trains by itself."""
    if here.together is not None:
        return here.together.playing
    return here.current is not None and here.current.busy and here.current.view.status == "playing"


def progress(view: View, waiting: int, looked: int | None = None, replaying: bool = False) -> None:
    """A bar with step, phase, speed and time left; or with the step looked at."""
    if view.step is None:
        st.progress(0.0, text=WAITING.get(view.status, WAITING["loading"]))
        return
    step = view.step if looked is None or looked >= len(view.steps) else view.steps[looked]
    share = step.index / step.total if step.total else 1.0
    words = status_words(view, waiting) if looked is None else looked_words(step, replaying)
    st.progress(share, text=" · ".join(words))


def looked_words(step: Step, replaying: bool) -> list[str]:
    """Where the visitor looks, in a few words."""
    return [f"step {step.index:,} of {step.total:,}", "replayed" if replaying else "looked at"]


def status_words(view: View, waiting: int) -> list[str]:
    """Where the run is, in a few words."""
    step = view.step
    words = [f"step {step.index:,} of {step.total:,}"]
    if "epoch" in step.metrics:
        words.append(f"epoch {step.metrics['epoch']:.0f}")
    if view.status == "playing":
        words.append(phase_words(view))
        speed = pace(view.steps)
        if speed:
            words += [f"{speed:.1f} steps/s", f"{(step.total - step.index) / speed:.0f} s left"]
        if waiting:
            words.append(f"waiting behind {waiting}")
    else:
        words.append(EARLY if stopped_early(view) else view.status)
    return words


def phase_words(view: View) -> str:
    """What happens in the phase of the newest step."""
    known = {phase.name: phase.words for phase in view.method.phases} if view.method else {}
    return {START: "untrained", DONE: "done", **known}.get(view.step.phase, view.step.phase)


def stopped_early(view: View) -> bool:
    """Whether the run ended because its loss no longer fell."""
    ended = view.status == "done" and view.settings is not None and view.settings.patience > 0
    return ended and view.step.metrics.get("epoch", 0.0) < view.settings.epochs
