"""Dropped: files that a visitor dropped, read once for every way to understand them, and a widget for every guess."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

import streamlit as st

from app.plain_text import plain
from igcl_core.reading import NONE, Given, Guess, Refused, Wanted

TITLES = {True: "yes", False: "no", NONE: "none"}


class Looked(Protocol):
    """Files that have been looked at: what they are taken to mean, and how to read them so."""

    guesses: tuple[Guess, ...]
    make: Callable[[], Any]


@dataclass(frozen=True, eq=False)
class Dropped:
    """What came of some files: `asked` is what was read, and how; a sentence where it could not be.

    `pictures` are drawn once, and not again whenever something else on the page is touched.
    """

    place: str
    asked: tuple[tuple[str, ...], Wanted]
    guesses: tuple[Guess, ...] = ()
    found: Any = None
    problem: str = ""
    pictures: dict[str, Any] = field(default_factory=dict)

    def picture(self, name: str, make: Callable[[], Any]) -> Any:
        if name not in self.pictures:
            self.pictures[name] = make()
        return self.pictures[name]


def kept_at(place: str) -> str:
    return f"{place}_dropped"


def forget(place: str) -> None:
    st.session_state.pop(kept_at(place), None)


def drop(
    place: str, label: str, endings: Sequence[str], look: Callable[[list[Given], Wanted], Looked]
) -> Dropped | None:
    """The field for files, and what they are once there are any; nothing of what could not be read is kept."""
    files = st.file_uploader(
        label, [ending[1:] for ending in endings], accept_multiple_files=True, key=f"{place}_files"
    )
    if not files:
        forget(place)
        return None
    ids = tuple(file.file_id for file in files)
    asked = (ids, wanted_now(place, ids))
    kept: Dropped | None = st.session_state.get(kept_at(place))
    if kept is None or kept.asked != asked:
        with st.spinner("Reading…"):
            kept = read_as(place, [Given(file.name, file.getvalue()) for file in files], look, asked)
        st.session_state[kept_at(place)] = kept
    if kept.problem:
        st.error(plain(kept.problem), icon=":material/error:")
    return kept


def read_as(
    place: str, files: list[Given], look: Callable[[list[Given], Wanted], Looked], asked: tuple[tuple[str, ...], Wanted]
) -> Dropped:
    looked: Looked | None = None
    try:
        looked = look(files, asked[1])
        found = looked.make()
        return Dropped(place, asked, found.guesses, found)
    except Refused as problem:
        return Dropped(place, asked, () if looked is None else looked.guesses, problem=str(problem))


def wanted_now(place: str, ids: tuple[str, ...]) -> Wanted:
    """What the reader has changed of the guesses for these files."""
    return st.session_state.get(_wanted_key(place, ids), Wanted())


def _wanted_key(place: str, ids: tuple[str, ...]) -> str:
    return f"{place}_wanted/{'/'.join(ids)}"


def show_guesses(dropped: Dropped) -> None:
    """Every guess with its reason, and a widget to say otherwise; and what else is to be known."""
    st.markdown("**What your files were taken for**")
    for guess in dropped.guesses:
        ask(dropped, guess)
    for note in () if dropped.found is None else dropped.found.notes:
        st.caption(plain(note))


def ask(dropped: Dropped, guess: Guess) -> None:
    """The widget of one guess; whatever else is changed, it shows what is taken now."""
    key = f"{dropped.place}_guess/{guess.what}/{'/'.join(dropped.asked[0])}"
    about = {"key": key, "on_change": change, "args": (dropped.place, dropped.asked[0], guess.what, key)}
    if isinstance(guess.value, tuple):
        st.session_state[key] = [name for name in guess.value if name in guess.options]
        st.multiselect(plain(guess.title), guess.options, **about)
    else:
        st.session_state[key] = guess.value
        st.selectbox(
            plain(guess.title), guess.options, format_func=lambda value: TITLES.get(value, str(value)), **about
        )
    st.caption(plain(guess.reason))


def change(place: str, ids: tuple[str, ...], what: str, key: str) -> None:
    value = st.session_state[key]
    value = tuple(value) if isinstance(value, list) else value
    st.session_state[_wanted_key(place, ids)] = replace(wanted_now(place, ids), **{what: value})
