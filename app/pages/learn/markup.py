"""Markup of the lesson: [[term]] or [[term|shown]] is explained by the glossary, {name} is a number of the picture.

In a term, what follows an underscore is set low.
"""

from __future__ import annotations

import re
from html import escape

from app.glossary import GLOSSARY

TERM = re.compile(r"\[\[([^\]|]+)(?:\|([^\]]+))?\]\]")
NUMBER = re.compile(r"\{(\w+)\}")
LOW = re.compile(r"(?<=[^\W_])_(\w+)")


def terms(text: str) -> list[str]:
    """The terms that a text has explained."""
    return [found[0] for found in TERM.findall(text)]


def plain_words(text: str) -> str:
    """What one reads: terms as they are shown, without numbers."""
    shown = TERM.sub(lambda found: f" {found[2] or GLOSSARY[found[1]].symbol} ", text)
    return NUMBER.sub(" ", shown)


def html(text: str) -> str:
    """The text as HTML in which the browser fills in numbers and explains terms."""
    safe = TERM.sub(_term, escape(text, quote=False))
    return NUMBER.sub(r'<span class="number" data-number="\1"></span>', safe)


def _term(found: re.Match[str]) -> str:
    shown = LOW.sub(r"<sub>\1</sub>", found[2] or GLOSSARY[found[1]].symbol)
    return f'<dfn tabindex="0" data-term="{found[1]}">{shown}</dfn>'
