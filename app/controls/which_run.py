"""Which run: one line on every page that says what is shown and what Play will do, and a way to show another run."""

from __future__ import annotations

import streamlit as st

from app.controls.plan_words import plan_words
from app.plain_text import plain
from app.session.live_run import View
from app.session.seen import arriving_words
from app.session.visit import SYMBOLS, Visit

KEY = "run_shown"


def which_run(here: Visit, choosable: bool) -> None:
    """The line; `choosable` on pages that have no list of runs of their own."""
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        if choosable and len(here.live_runs) > 1:
            choose_shown(here)
        words = [run_words(here.current.view, here.looked), plan_words(here), arriving_words(here), here.let_go]
        st.caption(" ".join(plain(each) for each in words if each))


def choose_shown(here: Visit) -> None:
    """Another run for this page and all others.

    The widget is another one for every run shown: what a browser says of the last one, on its way while a new run came,
    must not bring that back.
    """
    by_number = {live_run.number: live_run for live_run in reversed(here.live_runs)}
    now, numbers = here.current.number, list(by_number)
    key = f"{KEY}/{now}"
    st.selectbox(
        "Run shown", numbers, numbers.index(now), key=key, format_func=lambda number: by_number[number].name, width=280,
        label_visibility="collapsed", on_change=lambda: here.show(by_number[st.session_state[key]]),
    )  # fmt: skip


def run_words(view: View, looked: int | None) -> str:
    """Graph, method, what names the run, and the step shown."""
    if view.step is None or view.settings is None:
        return ""
    about = view.settings.words().replace("tau", SYMBOLS["tau"])
    step = view.step.index if looked is None else looked
    return f"Shown: {view.graphs.name}, {view.method.title}, {about}, step {step:,}."
