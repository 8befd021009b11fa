"""Plain: text that somebody else wrote (in a link, a file, a field), shown as text and as nothing else."""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import escape

MOST = 600
JOINER = "\u2060"  # has no width and ends no line, but no address, icon or list goes across it
MARKS = re.compile(r"[\\`*\[\]<>&$~#|]|(?<![^\W_])_|_(?![^\W_])")
LIST = re.compile(r"[-+=]|\d+[.)]")
ACROSS = re.compile(r":(?=\S)|(?<=[-<>])(?=[-<>])|(?<=\S)(?=@)|(?<=www)(?=\.)", re.IGNORECASE)


def plain(text: str) -> str:
    """For what Streamlit reads as Markdown: one line without pictures, links, formulas, icons or lists."""
    words = " ".join(text.split())
    if len(words) > MOST:
        words = f"{words[:MOST]}…"
    apart = ACROSS.sub(lambda found: found[0] + JOINER, words)
    begins = JOINER if LIST.match(apart) else ""
    return begins + MARKS.sub(lambda found: f"\\{found[0]}", apart)


def plain_in_chart(text: str) -> str:
    """For what Plotly reads as a little HTML."""
    return escape(text, quote=False)


def names_in_chart(names: Iterable[str]) -> tuple[str, ...]:
    """The names of classes, which whoever brought the data chose."""
    return tuple(map(plain_in_chart, names))
