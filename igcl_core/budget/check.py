"""Refuse, in a sentence, a run that would take more time or memory than it may."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from igcl_core.budget.limits import memory_limit, step_limit
from igcl_core.budget.share import Share, largest_first

RATE = 4e10  # multiply-adds that a core does in a second
LONG_SECONDS = 1.0  # from here on a step is worth stopping in the middle


def total(shares: Sequence[Share]) -> float:
    return sum(share.amount for share in shares)


def seconds_of(work: Sequence[Share]) -> float:
    """How long a core will be busy with these multiply-adds, if it does RATE of them a second."""
    return total(work) / RATE


def check_memory(shares: Sequence[Share], name: str) -> None:
    """Raise ValueError with what a run on `name` would take, mostly for what, what is allowed, and what to lower."""
    _check(shares, memory_limit(), f"A run on {name!r} would take", "IGCL_MEMORY", in_bytes)


def check_work(work: Sequence[Share], name: str) -> None:
    """The same of the time that the heaviest step would take."""
    seconds = [share._replace(amount=share.amount / RATE) for share in work]
    _check(seconds, step_limit(), f"A step on {name!r} would hold a core for", "IGCL_STEP_SECONDS", in_seconds)


def _check(
    shares: Sequence[Share], limit: float, opening: str, variable: str, in_words: Callable[[float], str]
) -> None:
    needed, first = total(shares), largest_first(shares)
    if needed <= limit:
        return
    mostly = " and ".join(f"{share.what} ({in_words(share.amount)})" for share in first[:2])
    raise ValueError(
        f"{opening} about {in_words(needed)}, mostly for {mostly}, but {in_words(limit)} are allowed. "
        f"Lower {first[0].lower}, or raise the limit with {variable}."
    )


def in_bytes(amount: float) -> str:
    return f"{amount / 1e9:.1f} GB" if amount >= 1e9 else f"{amount / 1e6:.0f} MB"


def in_seconds(amount: float) -> str:
    return f"{amount:,.0f} s" if amount >= 10 else f"{amount:.2g} s"
