"""Shell: the look that all pages share, and a menu that a phone can use."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

STYLE = """
<style>
[data-testid="stMainBlockContainer"] { padding-top: 4.2rem; padding-bottom: 1rem; }
[data-testid="stElementContainer"]:has(#phone-menu) { display: none; }
[data-stale="true"] { opacity: 1 !important; }
[data-testid="stExpandSidebarButton"] { width: auto; padding-inline: 0.4rem; }
[data-testid="stExpandSidebarButton"]::after { content: "Pages"; padding-left: 0.3rem; }
</style>
"""
PHONE_MENU = f'<script id="phone-menu">{(Path(__file__).parent / "phone_menu.js").read_text("utf-8")}</script>'


def dress() -> None:
    """One screen is one page: less air above the content than Streamlit leaves, no fading while a page that is drawn
    twice a second waits for its next drawing, and no menu left open over it."""
    st.html(STYLE)
    st.html(PHONE_MENU, unsafe_allow_javascript=True)
