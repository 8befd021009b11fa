"""Crowd: how often pages are drawn anew, so that all of them together leave training its share of the interpreter."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

FASTEST = 0.45
SHARE, BUSY = 0.5, 0.75
WAITED = 4.0
WEIGHT, FORGET_SECONDS = 0.2, 10.0
STALE = 1.4
GONE_SECONDS = 5.0


@dataclass(frozen=True)
class Pace:
    """The seconds that should pass for each refresh of a page if it were alone, and when it was last drawn."""

    wants: float
    drawn: float


class Crowd:
    """Pages are drawn one at a time, as only one thread can hold the interpreter, and what each takes is measured.

    Drawing and sending pages may compute for SHARE of the time, and some page may be drawn for BUSY of the time, so
    that lines stay short where the machine is busy with other things. Training has the rest. Every page that moves by
    itself has an equal part: with n of them, one that computes c seconds in a turn of t seconds is drawn every
    n max(c / SHARE, t / BUSY) seconds. So whoever looks at something costly slows nobody else.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic, work: Callable[[], float] = time.thread_time):
        self._clock, self._work = clock, work
        self._turn, self._lock = threading.Lock(), threading.Lock()
        self._paces: dict[Hashable, Pace] = {}
        self._events = EventLoopTime()

    @contextmanager
    def drawing(self, page: Hashable) -> Iterator[None]:
        """Wait for a turn to draw a page, and take note of what it took; what was sent since the last is added."""
        with self._turn:
            start, working = self._clock(), self._work()
            try:
                yield
            finally:
                computed = self._work() - working
                self.note(page, self._clock() - start, computed + min(self._events.spent(), computed))

    def note(self, page: Hashable, took: float, computed: float) -> None:
        """A refresh of this page took so long, and computed for so much of it; smoothed, as some cost more.

        A turn that mostly waited, on a machine that does something else, counts for no more than WAITED times its work.
        """
        wants = max(computed / SHARE, min(took, WAITED * computed) / BUSY)
        with self._lock:
            now, old = self._clock(), self._paces.get(page)
            if old is not None:
                wants = old.wants + max(WEIGHT, min(1.0, (now - old.drawn) / FORGET_SECONDS)) * (wants - old.wants)
            self._paces[page] = Pace(wants, now)

    def interval(self, page: Hashable) -> float:
        """Seconds between two refreshes of this page; of one never drawn, as if it were like the others."""
        with self._lock:
            self._forget()
            others = [pace.wants for pace in self._paces.values()]
            wants = self._paces[page].wants if page in self._paces else sum(others) / max(len(others), 1)
            return self._interval(wants)

    def _interval(self, wants: float) -> float:
        return max(FASTEST, len(self._paces) * wants)

    def _forget(self) -> None:
        """Leave out pages that no longer move."""
        now = self._clock()
        for page, pace in list(self._paces.items()):
            if now - pace.drawn > GONE_SECONDS + 2 * self._interval(pace.wants):
                del self._paces[page]


def stale(interval: float, now: float) -> bool:
    """Whether a timer is so far from what it would be now that it should be set anew."""
    return not interval / STALE <= now <= interval * STALE


class EventLoopTime:
    """Seconds computed by the thread that receives and sends for all pages, where the system tells them."""

    def __init__(self) -> None:
        clock_of = getattr(time, "pthread_getcpuclockid", None)
        self._clock = clock_of and clock_of(threading.main_thread().ident)
        self._last = 0.0

    def spent(self) -> float:
        """Since the last time this was asked."""
        now = time.clock_gettime(self._clock) if self._clock else 0.0
        spent, self._last = now - self._last, now
        return spent
