"""Live page: the player that is on every page, and below it what a page draws of the visitor's current run."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from app.choosing import keep_for_return, linked, share_link
from app.player import player
from app.seat import View
from app.visit import Visit

REFRESH = 0.45
SAMPLE_WORDS = "This is a saved sample run. Press Play to train your own{}."


def live_page(here: Visit, draw: Callable[[View], None], chooses: bool = False) -> None:
    """Player and picture of the current run, drawn again by a timer while it changes; `chooses` on the Train page."""
    if here.choice is None:
        here.choice, _ = linked()
    if not chooses:
        keep_for_return(here.choice)
    share_link(here.choice, here.id)
    timed = here.busy
    st.fragment(_live, run_every=REFRESH if timed else None)(here, draw, timed, chooses)


def _live(here: Visit, draw: Callable[[View], None], timed: bool, chooses: bool) -> None:
    seat = here.current
    if timed != here.busy:
        st.rerun()
    drawn = here.moment
    player(here)
    if seat is None:
        return
    view = seat.view
    if seat.choice is None:
        st.caption(SAMPLE_WORDS.format(" with the choices on the left" if chooses else ", or choose on the Train page"))
    if view.error:
        st.error(view.error, icon=":material/error:")
    if view.step is not None:
        draw(view)
    if not timed and (here.busy or here.moment != drawn):  # what ended while this was drawn is not in it
        st.rerun()
