"""Errors a person can act on, and the search for the name they probably meant."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

LONGEST_SHOWN = 60


class Diverged(RuntimeError):
    """A loss or gradient stopped being a finite number; the state before that step is kept."""


class UnknownName(ValueError):
    """A dataset, method, preset or setting that does not exist."""

    def __init__(self, kind: str, name: object, valid: Iterable[str]):
        valid = list(valid)
        near = difflib.get_close_matches(shown(name).strip("'").lower(), valid, n=3, cutoff=0.5)
        hint = f"Did you mean {' or '.join(map(repr, near))}?" if near else f"Choose from: {', '.join(valid)}."
        super().__init__(f"There is no {kind} {shown(name)}. {hint}")


def shown(value: object, longest: int = LONGEST_SHOWN) -> str:
    """The value as a sentence names it: as Python writes it, cut short; its type where that is of no use."""
    try:
        text = repr(value)
    except Exception:
        text = "<unwritable>"
    if text.startswith("<"):
        return f"a value of type {type(value).__name__}"
    return text if len(text) <= longest else f"{text[:longest]}... ({len(text):,} characters)"
