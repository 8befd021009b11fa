"""Errors a person can act on, and the search for the name they probably meant."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


class Diverged(RuntimeError):
    """A loss or gradient stopped being a finite number; the state before that step is kept."""


class UnknownName(ValueError):
    """A dataset, method, preset or setting that does not exist."""

    def __init__(self, kind: str, name: object, valid: Iterable[str]):
        valid = list(valid)
        near = difflib.get_close_matches(str(name).lower(), valid, n=3, cutoff=0.5)
        hint = f"Did you mean {' or '.join(map(repr, near))}?" if near else f"Choose from: {', '.join(valid)}."
        super().__init__(f"There is no {kind} {name!r}. {hint}")
