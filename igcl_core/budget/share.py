"""Share: one of the things that a run spends time or memory on."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


class Share(NamedTuple):
    """What takes something, how much of it, and what to lower for less."""

    what: str
    amount: float
    lower: str


def largest_first(shares: Iterable[Share]) -> list[Share]:
    return sorted(shares, key=lambda share: -share.amount)
