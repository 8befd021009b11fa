"""Finding: pick items by id or class."""

from __future__ import annotations

from functools import partial

import numpy as np
import streamlit as st

from app.pages.embeddings.explored import Explored
from app.plain_text import plain
from app.session.visit import Visit

SEARCH, NOT_FOUND = "emb_search", "emb_not_found"


def search(here: Visit, explored: Explored) -> None:
    """A field for an id or the name of a class."""
    find = partial(_find, here, explored)
    st.text_input(f"Find a {explored.item}", key=SEARCH, placeholder="id or class", on_change=find, max_chars=60)
    problem = st.session_state.pop(NOT_FOUND, None)
    if problem:
        st.caption(f":material/search_off: {plain(problem)}")


def _find(here: Visit, explored: Explored) -> None:
    asked = st.session_state[SEARCH].strip()
    if not asked:
        return
    ids = found(explored, asked)
    if len(ids):
        here.pick(ids.tolist(), explored.data, explored.items)
    else:
        known = f" or a class ({', '.join(explored.classes)})" if explored.classes else ""
        st.session_state[NOT_FOUND] = f"{asked!r} is no id from 0 to {explored.items - 1}{known}."


def found(explored: Explored, asked: str) -> np.ndarray:
    """The items of an id; else of the class of that name, or whose name begins so."""
    if asked.isascii() and asked.isdigit() and int(asked) < explored.items and asked not in explored.classes:
        return np.array([int(asked)])
    names = [name.lower() for name in explored.classes]
    fits = [label for label, name in enumerate(names) if name == asked.lower()]
    fits = fits or [label for label, name in enumerate(names) if name.startswith(asked.lower())]
    return np.flatnonzero(np.isin(explored.y, fits)) if fits and explored.y is not None else np.zeros(0, int)
