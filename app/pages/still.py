"""Still: room that is kept for words which come, go and grow while a run plays, so that nothing below them moves."""

from __future__ import annotations

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

MOST, LINE = 4, 1.4  # lines; rem of a caption's line


def still(name: str, lines: int = 1) -> DeltaGenerator:
    """A container at least as high as so many lines of a caption, whatever is in it; `name` is its own on the page."""
    return st.container(key=f"still-{lines}-{name}", gap=None)


def still_style() -> str:
    """The heights, for the style that all pages share; a phone needs half as many lines again."""
    rules = [f'[class*="st-key-still-{lines}-"] {{ min-height: {lines * LINE:g}rem; }}' for lines in range(1, MOST + 1)]
    phone = [rule.replace("min-height: ", "min-height: calc(1.5 * ").replace("rem;", "rem);") for rule in rules]
    return "\n".join([*rules, "@media (max-width: 640px) {", *phone, "}"])
