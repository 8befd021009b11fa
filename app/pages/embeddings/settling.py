"""Settling: how far the maps are, and the buttons that hold or end it."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from app.pages.embeddings.maps import Sheet
from app.pages.still import still
from app.plain_text import plain
from app.session.background import Background


def show_settling(background: Background, sheets: Sequence[Sheet], step: int, history: bool) -> None:
    """What could not be computed; a bar while maps settle, with Hold and Good enough; in its room a word when all are
    there."""
    for problem in background.problems:
        st.error(plain(problem), icon=":material/error:")
    words, place = progress(background, sheets, step, history), still("settling", lines=2)
    if words is None:
        place.caption("All maps have settled.")
    if words is None or not (background.busy or background.paused):
        return
    row = place.container(horizontal=True, vertical_alignment="center", gap="small")
    if background.paused:
        row.button("Go on", key="emb_go_on", icon=":material/play_arrow:", on_click=background.go_on, width=110)
    else:
        row.button("Hold", key="emb_hold", icon=":material/pause:", on_click=background.pause, width=110)
    row.button("Good enough", key="emb_enough", icon=":material/done:", on_click=background.enough)
    with row.container():
        share, text = words
        st.progress(share, text=text + (" · held" if background.paused else ""))


def progress(background: Background, sheets: Sequence[Sheet], step: int, history: bool) -> tuple[float, str] | None:
    """The map that settles now, else how many of all steps are laid out; None when nothing is missing."""
    missing = [
        sheet
        for sheet in sheets
        if background.answer(sheet.key(step)) is None and not background.problem(sheet.key(step))
    ]
    if missing:
        now = [
            (sheet, other)
            for sheet in sheets
            for other in sheet.steps
            if background.so_far(sheet.key(other)) is not None
        ]
        return settling(background, *now[0]) if now else (0.0, f"{plain(missing[0].space.title)}: finding neighbours")
    keys = {sheet.key(other) for sheet in sheets for other in sheet.steps} if history else set()
    done = sum(background.answer(key) is not None or background.problem(key) is not None for key in keys)
    return (done / len(keys), f"maps of other steps: {done} of {len(keys)}") if done < len(keys) else None


def settling(background: Background, sheet: Sheet, step: int) -> tuple[float, str]:
    frame = background.so_far(sheet.key(step))
    cost = "" if frame.cost is None else f" · KL {frame.cost:.3f}"
    return (
        frame.iteration / frame.total,
        f"{plain(sheet.title(step))}: {frame.iteration} of {frame.total} iterations{cost}",
    )
