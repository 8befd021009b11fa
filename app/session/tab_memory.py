"""Keeper: has the visitor's tab remember the visit, and hears which one it remembers after a reload."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import streamlit as st

from app.session.choice import LARGEST, read_link, write_link
from app.session.visit import Remembered, Visit
from igcl_core.data import OWN

KEY = "keeper"
SCRIPT = Path(__file__).with_suffix(".js")


def keep(here: Visit, answered: str, on_told: Callable[[], None]) -> None:
    """Hand the tab what to remember; `on_told` is called when it remembers another visit than this one."""
    live_run = here.current
    run = {}
    if live_run is not None and live_run.choice is not None and live_run.view.step is not None:
        run = {"run": write_link(live_run.choice), "step": live_run.view.step.index}
    _mount()(key=KEY, data={"key": here.id, "answered": answered, **run}, on_before_change=on_told)


def told() -> Remembered | None:
    """What the tab has just said. It comes from outside, so anything may be in it."""
    said = (st.session_state.get(KEY) or {}).get("before")
    return remembered(said) if isinstance(said, dict) and isinstance(said.get("key"), str) else None


def remembered(said: dict[str, Any]) -> Remembered:
    run, step = said.get("run"), said.get("step")
    if not isinstance(run, dict) or not isinstance(step, int) or not 0 < step <= LARGEST:
        return Remembered(said["key"])
    choice, _ = read_link({str(name): str(value) for name, value in run.items()})
    if str(run.get("dataset", "")).startswith(OWN):
        return Remembered(said["key"])  # its data was let go with it
    return Remembered(said["key"], choice, step)


@cache
def _mount() -> Callable[..., Any]:
    return st.components.v2.component("igcl-keeper", js=SCRIPT.read_text("utf-8"))
