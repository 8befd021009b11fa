"""Linked looks: the maps begin as a link says, and the link says how they are drawn now, where that is not as usual."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

import streamlit as st

from app.pages.embeddings.colors import OWN
from app.session.visit import Visit
from igcl_core.layout import PROJECTIONS

START, USUAL_MAP = "emb_start", "tsne"
Number = TypeVar("Number", int, float)


def starting(here: Visit) -> dict[str, str]:
    """How the maps of this session begin: as its link says, or as the visitor left them."""
    return st.session_state.setdefault(START, dict(here.looks))


def first_of(here: Visit, name: str, options: Sequence[str], usual: str) -> str:
    """Which of the options a widget begins with."""
    asked = starting(here).get(name, usual)
    if asked in options:
        return asked
    return _refused(here, name, f"one of {', '.join(options)}", usual)


def first_number(here: Visit, name: str, low: Number, high: Number, usual: Number) -> Number:
    """The number a widget begins with."""
    try:
        asked = type(usual)(starting(here).get(name, usual))
        if low <= asked <= high:
            return asked
    except ValueError:
        pass
    return _refused(here, name, f"a number from {low:g} to {high:g}", usual)


def _refused(here: Visit, name: str, expected: str, usual: str | Number) -> str | Number:
    """A sentence on what the link says, once, and what is usual instead."""
    asked = starting(here).pop(name)
    here.problems.append(f"The link's {name} must be {expected} here, but {asked!r} came; {usual} is used.")
    return usual


def looks_of(
    spaces: Sequence[str], usual: Sequence[str], method: str, seed: int, numbers: dict[str, float]
) -> dict[str, str]:
    """Spaces and map as a link says them. `numbers` are the parameters of the map."""
    looks = {name: now for name, now, then in zip(("before", "after"), spaces, usual, strict=False) if now != then}
    looks |= {} if method == USUAL_MAP else {"map": method}
    looks |= {"map_seed": str(seed)} if seed else {}
    known = PROJECTIONS[method].parameters
    return looks | {name: f"{value:g}" for name, value in numbers.items() if value != known[name]}


def color_look(color: str, usual: str) -> dict[str, str]:
    """The colours as a link says them; a column of the visitor's own stays with them."""
    return {} if color == usual or color.startswith(OWN) else {"color": color}
