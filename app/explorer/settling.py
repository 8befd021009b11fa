"""Settling: how far the maps are, and the buttons that hold or end it."""

from __future__ import annotations

import streamlit as st

from app.atlas import Sheet
from app.desk import Desk
from igcl_core.spaces import SPACES


def show_settling(desk: Desk, sheets: list[Sheet], step: int, history: bool) -> None:
    """A bar while maps settle, with Hold and Good enough; nothing when all are there."""
    for sheet in sheets:
        problem = desk.problem(sheet.key(step))
        if problem:
            st.error(problem, icon=":material/error:")
    words = progress(desk, sheets, step, history)
    if words is None or not (desk.busy or desk.paused):
        return
    row = st.container(horizontal=True, vertical_alignment="center", gap="small")
    if desk.paused:
        row.button("Go on", key="emb_go_on", icon=":material/play_arrow:", on_click=desk.go_on, width=110)
    else:
        row.button("Hold", key="emb_hold", icon=":material/pause:", on_click=desk.pause, width=110)
    row.button("Good enough", key="emb_enough", icon=":material/done:", on_click=desk.enough)
    with row.container():
        share, text = words
        st.progress(share, text=text + (" · held" if desk.paused else ""))


def progress(desk: Desk, sheets: list[Sheet], step: int, history: bool) -> tuple[float, str] | None:
    """The map that settles now, else how many of all steps are laid out; None when nothing is missing."""
    missing = [sheet for sheet in sheets if desk.answer(sheet.key(step)) is None and not desk.problem(sheet.key(step))]
    if missing:
        now = [(sheet, other) for sheet in sheets for other in sheet.steps if desk.so_far(sheet.key(other)) is not None]
        return settling(desk, *now[0]) if now else (0.0, f"{SPACES[missing[0].space].title}: finding neighbours")
    keys = {sheet.key(other) for sheet in sheets for other in sheet.steps} if history else set()
    done = sum(desk.answer(key) is not None or desk.problem(key) is not None for key in keys)
    return (done / len(keys), f"maps of other steps: {done} of {len(keys)}") if done < len(keys) else None


def settling(desk: Desk, sheet: Sheet, step: int) -> tuple[float, str]:
    frame, about = desk.so_far(sheet.key(step)), SPACES[sheet.space]
    where = f"{about.title} at step {step}" if about.trains else about.title
    cost = "" if frame.cost is None else f" · KL {frame.cost:.3f}"
    return frame.iteration / frame.total, f"{where}: {frame.iteration} of {frame.total} iterations{cost}"
