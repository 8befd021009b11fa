"""Terms: words of the trade in a text get a dotted line, and what they mean when pointed at or reached by a key."""

from __future__ import annotations

import re
from html import escape

import streamlit as st

from app.glossary import GLOSSARY, Term

OPENED = re.compile(r"(?<!\\)<")  # of what could be a tag, where it is not written to be read
STYLE = """
dfn.term {
  font-style: normal; cursor: help; text-decoration: underline dotted; text-decoration-thickness: 1px;
  text-underline-offset: 0.25em; border-radius: 0.2rem;
}
p:has(> dfn.term) { position: relative; }
dfn.term:is(:hover, :focus)::after {
  content: attr(data-meaning); position: absolute; z-index: 20; left: 0; top: 100%; width: max-content;
  max-width: min(24rem, 100%); padding: 0.6rem 0.8rem; border-radius: 0.6rem; background: CanvasText; color: Canvas;
  font-size: 0.9rem; line-height: 1.4; white-space: normal; pointer-events: none;
  box-shadow: 0 4px 18px rgba(0, 0, 0, 0.25);
}
[data-testid="stCaptionContainer"]:has(dfn.term:is(:hover, :focus)) { opacity: 1; }
[data-testid="stElementContainer"]:has(dfn.term:is(:hover, :focus)) { position: relative; z-index: 30; }
"""


def say(text: str, *terms: str, item: str = "node", small: bool = False, more: str | None = None) -> None:
    """The Markdown, as a caption if `small`, with the first of each of these terms explained; `more` is its help."""
    write = st.caption if small else st.markdown
    write(explained(text, *terms, item=item), unsafe_allow_html=True, help=more)


def explained(text: str, *terms: str, item: str = "node") -> str:
    """The Markdown with those explanations, which are the only HTML in it; members are what the page has as items."""
    found = {term: match for term in terms if (match := first(GLOSSARY[term], text))}
    parts, end = [], 0
    for term, match in sorted(found.items(), key=lambda pair: pair[1].start()):
        if match.start() >= end:
            parts += [_safe(text[end : match.start()]), _dotted(match[0], meaning(GLOSSARY[term], item))]
            end = match.end()
    return "".join([*parts, _safe(text[end:])])


def first(term: Term, text: str) -> re.Match[str] | None:
    """Where the text first has the term as a word of its own; a longer form goes before the shorter in it."""
    forms = sorted({term.symbol, *term.forms}, key=len, reverse=True)
    either = "|".join(re.escape(form) for form in forms)
    return re.search(rf"(?<!\w)(?:{either})(?!\w)", text)


def meaning(term: Term, item: str) -> str:
    """What the glossary says: the name one says for it, where that is another word, and the meaning."""
    name = "" if term.name == term.symbol else f"{term.name}: "
    return f"{name}{term.meaning}".replace("member", item)


def _safe(text: str) -> str:
    return OPENED.sub("&lt;", text)


def _dotted(shown: str, means: str) -> str:
    about = escape(means)
    return f'<dfn class="term" tabindex="0" data-meaning="{about}" aria-description="{about}">{shown}</dfn>'
