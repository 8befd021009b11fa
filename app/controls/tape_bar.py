"""Tape bar: a slider through the kept steps of the run shown, which looks and changes nothing; and its tempo."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import streamlit as st

from app.session.tape import FRAMES_PER_SECOND
from app.session.visit import Visit

KEY = "tape"
SCRIPT = Path(__file__).with_suffix(".js")
HEIGHT = 40
NONE_YET = (0,)


def tape_bar(here: Visit) -> None:
    """The slider, and the keys, which work from the start of a run: also while there is nothing to look at yet."""
    live_run = here.current
    steps = () if live_run is None else live_run.view.kept
    looked = here.looked
    at = len(steps) - 1 if looked is None else steps.index(looked)
    recorded = live_run is not None and live_run.view.recorded and not live_run.playing
    data = {"steps": steps or NONE_YET, "at": max(at, 0), "moving": here.replaying, "tape": recorded}
    data |= {"opening": here.opening, "tempo": here.tempo, "tempos": list(FRAMES_PER_SECOND)}
    _mount()(key=KEY, data=data, height=HEIGHT, on_said_change=lambda: obey(here, said()))


def said() -> dict[str, Any]:
    """What the bar has just been told to do. It comes from outside, so anything may be in it."""
    what = (st.session_state.get(KEY) or {}).get("said")
    return what if isinstance(what, dict) else {}


def obey(here: Visit, what: dict[str, Any]) -> None:
    """Look at a step, replay, hold, or change the tempo."""
    if type(what.get("look")) is int:
        here.look(what["look"])
    elif what.get("replay"):
        here.replay()
    elif what.get("hold"):
        here.hold()
    elif isinstance(what.get("tempo"), str):
        here.set_tempo(what["tempo"])


@cache
def _mount() -> Callable[..., Any]:
    return st.components.v2.component("igcl-tape", js=SCRIPT.read_text("utf-8"), isolate_styles=False)
