"""Shell: the look that all pages share."""

from __future__ import annotations

import streamlit as st

TIGHT = """
<style>
[data-testid="stMainBlockContainer"] { padding-top: 4.2rem; padding-bottom: 1rem; }
</style>
"""


def dress() -> None:
    """One screen is one page: less air above the content than Streamlit leaves."""
    st.html(TIGHT)
