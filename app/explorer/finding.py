"""Finding: pick items by id or class, and unpick them."""

from __future__ import annotations

import numpy as np
import streamlit as st

from app.live_plot import Put
from igcl_core import Graphs

STATE = "emb_put"


def put() -> Put:
    """What the page has picked last."""
    return st.session_state.setdefault(STATE, Put())


def pick(ids: tuple[int, ...]) -> None:
    st.session_state[STATE] = Put(put().number + 1, ids)


def search(graphs: Graphs) -> None:
    """A field for an id or the name of a class."""
    key = "emb_search"
    st.text_input(
        f"Find a {graphs.task}", key=key, placeholder="id or class", on_change=lambda: _find(graphs, key), max_chars=60
    )
    problem = st.session_state.pop("emb_not_found", None)
    if problem:
        st.caption(f":material/search_off: {problem}")


def _find(graphs: Graphs, key: str) -> None:
    asked = st.session_state[key].strip()
    if not asked:
        return
    ids = found(graphs, asked)
    if len(ids):
        pick(tuple(int(item) for item in ids))
    else:
        known = f" or a class ({', '.join(graphs.classes)})" if graphs.classes else ""
        st.session_state.emb_not_found = f"{asked!r} is no id from 0 to {graphs.num_items - 1}{known}."


def found(graphs: Graphs, asked: str) -> np.ndarray:
    """The items of an id; else of the class of that name, or whose name begins so."""
    if asked.isdigit() and int(asked) < graphs.num_items and asked not in graphs.classes:
        return np.array([int(asked)])
    names = [name.lower() for name in graphs.classes]
    fits = [label for label, name in enumerate(names) if name == asked.lower()]
    fits = fits or [label for label, name in enumerate(names) if name.startswith(asked.lower())]
    return np.flatnonzero(np.isin(graphs.y, fits)) if fits and graphs.y is not None else np.zeros(0, int)
