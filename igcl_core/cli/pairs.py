"""Pairs: options of the form NAME=VALUE that may be repeated."""

from __future__ import annotations

from collections.abc import Collection, Sequence


def pairs(texts: Sequence[str], option: str, taken: Collection[str] = (), example: str = "") -> dict[str, str]:
    """The values by name, each given once."""
    found: dict[str, str] = {}
    for text in texts:
        name, equals, value = (part.strip() for part in text.partition("="))
        if not (name and equals and value):
            raise ValueError(f"{option} expects NAME=VALUE{example}, but {text!r} came.")
        if name in found or name in taken:
            raise ValueError(f"{name} is given twice: give it once.")
        found[name] = value
    return found
