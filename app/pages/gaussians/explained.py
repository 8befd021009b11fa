"""Explained: what symbols mean, from the glossary, where they first stand; and which colour is which class."""

from __future__ import annotations

import streamlit as st

from app.figures.ellipses import DrawnItems
from app.figures.palette import class_color, class_symbol
from app.figures.shading import NAME, OPACITY, SHARED
from app.glossary import GLOSSARY

SIGNS = {"circle": "●", "diamond": "◆", "square": "■", "triangle-up": "▲", "cross": "✚", "x": "✖", "star": "★"}


def explain(*terms: str, item: str = "node") -> str:
    """What the glossary says of these terms, a line each; its members are the nodes or graphs of this page."""
    entries = [GLOSSARY[term] for term in terms]
    lines = [f"**{entry.symbol}**{named(entry.symbol, entry.name)}: {entry.meaning}" for entry in entries]
    return "\n\n".join(lines).replace("member", item)


def named(symbol: str, name: str) -> str:
    return "" if name == symbol else f", {name}"


def legend_line(drawn: DrawnItems) -> None:
    """Which colour is which class, in a line that wraps where the page is narrow; a chart takes the same names."""
    labels = sorted(set(drawn.y.tolist()))
    classes = [(class_color(label), SIGNS[class_symbol(label)], drawn.name(label)) for label in labels]
    shared = [(SHARED.format(2 * OPACITY[1.0]), "■", NAME)] if len(labels) > 1 else []
    parts = [
        f'<span style="white-space: nowrap"><span style="color: {color}">{sign}</span> {name}</span>'
        for color, sign, name in [*shared, *classes]
    ]
    row = "display: flex; flex-wrap: wrap; gap: 0.1rem 1rem; font-size: 0.9rem"
    st.html(f'<div style="{row}">{"".join(parts)}</div>')
