"""Present: whether the page is shown as for a projector, the keys that change it, and its place in the link."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import streamlit as st

from app.plain_text import plain
from app.session.link_extras import MODE, PRESENT, read_mode

KEY, STATE, PROBLEMS = "present-keys", "presenting", "presenting_problems"
SCRIPT = Path(__file__).with_suffix(".js")
HELP = "A large map, one loss, one sentence, for a projector. The key p does the same; p or Escape ends it."


def presenting() -> bool:
    """Whether to present; hears the keys, and keeps the address in step."""
    if STATE not in st.session_state:
        mode, st.session_state[PROBLEMS] = read_mode(st.query_params.to_dict())
        st.session_state[STATE] = mode == PRESENT
    on = st.session_state[STATE]
    _mount()(key=KEY, data={"on": on}, on_present_change=_hear)
    if on and st.query_params.get(MODE) != PRESENT:
        st.query_params[MODE] = PRESENT
    elif not on and MODE in st.query_params:
        del st.query_params[MODE]
    return on


def offer_presenting() -> None:
    """The way in for whoever does not know the key, and what was wrong with the link."""
    for problem in st.session_state.get(PROBLEMS, ()):
        st.warning(plain(problem), icon=":material/link_off:")
    st.button("Present", key="present", icon=":material/slideshow:", help=HELP, on_click=_set, args=(True,))


def _hear() -> None:
    """What a key has just said. It comes from outside, so anything may be in it."""
    said = (st.session_state.get(KEY) or {}).get("present")
    if isinstance(said, dict):
        _set(said.get("on") is True)


def _set(on: bool) -> None:
    st.session_state[STATE] = on


@cache
def _mount() -> Callable[..., Any]:
    return st.components.v2.component("igcl-present", js=SCRIPT.read_text("utf-8"), isolate_styles=False)
