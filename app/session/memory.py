"""Memory: what the runs of all visitors may hold together, and how what they held goes back to the system."""

from __future__ import annotations

import ctypes
import threading
from contextlib import suppress
from typing import Protocol
from weakref import WeakSet

from igcl_core.budget import memory_limit

GB = 1e9


class Holder(Protocol):
    """A visitor's runs."""

    @property
    def held(self) -> int: ...

    @property
    def needs(self) -> list[int]: ...


class Memory:
    """Every visitor may hold half of what the others leave: the first gets much, and something is left for the next.

    Beside what all runs keep there must be room for what those at work need for a moment, `at_once` of them: the most
    demanding ones there are.
    """

    def __init__(self, limit: int | None = None, at_once: int = 1):
        self.limit, self.at_once = memory_limit() if limit is None else limit, at_once
        self._holders: WeakSet[Holder] = WeakSet()
        self._lock = threading.Lock()

    def add(self, holder: Holder) -> None:
        with self._lock:
            self._holders.add(holder)

    @property
    def held(self) -> int:
        """Bytes that all runs hold."""
        return sum(holder.held for holder in self._all())

    @property
    def working(self) -> int:
        """Bytes that as many runs as work at once need for a moment, at the worst."""
        return sum(sorted(need for holder in self._all() for need in holder.needs)[-self.at_once :])

    def _all(self) -> list[Holder]:
        with self._lock:
            return list(self._holders)

    def allowance(self, holder: Holder) -> int:
        """Bytes that this visitor's runs may hold now."""
        return max(0, self.limit - (self.held - holder.held)) // 2

    def check(self, holder: Holder, need: int = 0) -> None:
        """Refuse, in a sentence, a run for which there is no room."""
        allowed = self.allowance(holder)
        if holder.held + need <= allowed and self.held + self.working <= self.limit:
            return
        limit, all_, mine, free = (f"{size / GB:.2f} GB" for size in (self.limit, self.held, holder.held, allowed))
        raise ValueError(
            f"There is no room for another run. The runs of all visitors may hold {limit} together; they hold {all_}, "
            f"and need {self.working / GB:.2f} GB to work. Yours hold {mine}, and may hold {free} while others are "
            "here. Choose a smaller graph or a smaller D, or "
            "try again later."
        )


def give_back() -> None:
    """Hand freed memory to the system, which glibc otherwise does only for what lies at the end of its heaps."""
    with suppress(OSError, AttributeError):  # another C library
        ctypes.CDLL(None).malloc_trim(0)
