"""Live page: the player that is on every page, and below it what a page draws of the visitor's current run."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Protocol

import streamlit as st

from app.controls.beside import take_beside
from app.controls.player import player
from app.controls.settings_form import keep_for_return, linked, share_link
from app.controls.which_run import which_run
from app.plain_text import plain
from app.session.crowd import stale
from app.session.live_run import View
from app.session.seen import arrive
from app.session.server import keep_visit, saving_problem, visit
from app.session.visit import Visit

LOST_WORDS = (
    "Your runs are gone: this tab was closed or away for too long, or the lab was started anew. "
    "The one you saw had reached step {:,}; a run with its settings can be trained to there again."
)


class Moving(Protocol):
    """What a page shows: whether it will still change by itself, and something that differs whenever it has."""

    @property
    def busy(self) -> bool: ...

    @property
    def moment(self) -> tuple: ...


def live_page(here: Visit, draw: Callable[[View], None], chooses: bool = False, presents: bool = False) -> None:
    """Player and picture of the current run, drawn again by a timer while it changes; `chooses` on the Train page,
    `presents` where nothing else is to be said."""
    take_choice(here)
    take_beside(here, here.choice)
    if not chooses:
        keep_for_return(here.choice)
    live_part(here, here, lambda: _show(here, draw, chooses, presents))


def take_choice(here: Visit) -> None:
    """What the link chooses, where nothing is chosen yet."""
    if here.choice is None:
        here.choice, problems = linked(here)
        here.problems = problems + here.problems


def live_part(here: Visit, moving: Moving, draw: Callable[[], None]) -> None:
    """A part of a page that is drawn again by a timer while what it shows moves, and has none while that rests."""
    every = here.crowd.interval(here.id) if moving.busy else None
    st.fragment(_live, run_every=every)(here, moving, draw, every)


def _live(here: Visit, moving: Moving, draw: Callable[[], None], every: float | None) -> None:
    if outdated(here, moving, every):
        st.rerun()
    with here.crowd.drawing(here.id):
        keep_visit()
        arrive(here)
        drawn = moving.moment
        draw()
        if every is None and (moving.busy or moving.moment != drawn):  # what ended while this was drawn is not in it
            st.rerun()


def outdated(here: Visit, moving: Moving, every: float | None) -> bool:
    """Whether the page around this part must be drawn anew: other runs, or a timer that is wrong now."""
    if here is not visit() or (every is not None) != moving.busy:
        return True
    return every is not None and stale(every, here.crowd.interval(here.id))


def _show(here: Visit, draw: Callable[[View], None], chooses: bool, presents: bool) -> None:
    live_run = here.current
    player(here)
    if live_run is None:
        share_link(here)
        return
    view = live_run.view
    if not presents:
        which_run(here, choosable=not chooses)
    say_lost(here)
    if here.back:
        st.info(plain(here.back), icon=":material/restore:")
    if saving_problem():
        st.warning(plain(saving_problem()), icon=":material/save:")
    say_problems(here.problems)
    if view.error:
        st.error(plain(view.error), icon=":material/error:")
    if view.step is not None:
        draw(view.looked_at(here.looked))
    share_link(here)


def say_problems(problems: Iterable[str]) -> None:
    """What of a link could not be followed."""
    for problem in problems:
        st.warning(plain(problem), icon=":material/link_off:")


def say_lost(here: Visit) -> None:
    """Runs that were let go do not vanish without a word."""
    if here.lost is not None:
        st.info(LOST_WORDS.format(here.lost.step), icon=":material/history:")
        st.button(f"Train to step {here.lost.step:,} again", key="again", on_click=here.train_again)
