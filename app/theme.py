"""Shell: the look that all pages share, and a menu that a phone can use."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from app.controls.player import PLAYER_FIRST, TAPE_PLACE
from app.pages.race.lanes import lanes_style
from app.pages.still import still_style
from app.pages.train.side_by_side import side_by_side_style
from app.terms import STYLE as TERMS

STYLE = """
[data-testid="stMainBlockContainer"] { padding-top: 4.2rem; padding-bottom: 1rem; }
[data-testid="stProgress"] p { white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
[data-testid="stElementContainer"]:has(#phone-menu) { display: none; }
.st-key-keeper, .st-key-present-keys { display: none; }
[data-stale="true"] { opacity: 1 !important; }
[data-testid="stCaptionContainer"] { opacity: 0.78; }
[data-testid="stExpandSidebarButton"] { width: auto; padding-inline: 0.4rem; }
[data-testid="stExpandSidebarButton"]::after { content: "Pages"; padding-left: 0.3rem; }
"""
REVERSED = f"""
.st-key-{PLAYER_FIRST} > [data-testid="stLayoutWrapper"] > [data-testid="stHorizontalBlock"] {{
  flex-direction: row-reverse;
}}
"""
ROW_OF_ITS_OWN = f"""
@media (max-width: 640px) {{ [data-testid="stLayoutWrapper"]:has(> .st-key-{TAPE_PLACE}) {{ flex: 1 1 100%; }} }}
"""
PHONE_MENU = f'<script id="phone-menu">{(Path(__file__).parent / "phone_menu.js").read_text("utf-8")}</script>'


def dress() -> None:
    """One screen is one page: less air above the content than Streamlit leaves, no fading while a page that is drawn
    twice a second waits for its next drawing, no menu left open over it, and all of the tape on a phone."""
    looks = STYLE, TERMS, REVERSED, ROW_OF_ITS_OWN, still_style(), side_by_side_style(), lanes_style()
    st.html(f"<style>{''.join(looks)}</style>")
    st.html(PHONE_MENU, unsafe_allow_javascript=True)
