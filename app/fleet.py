"""Fleet: the runs of all visitors, advanced in short fair slices by as many workers as this machine has cores."""

from __future__ import annotations

import atexit
import os
import sys
import threading
import time
from collections import deque
from collections.abc import Callable

from app.seat import Seat
from igcl_core.threads import use_threads

SLICE_SECONDS = 0.15
SWITCH_SECONDS = 0.0005


class Fleet:
    """A seat that has something to do waits in one line; a worker takes the first, serves it a slice, sends it back.

    Exactly one worker owns a seat at a time, and computes with one thread: several would wait for each other whenever
    the machine is busy. A worker gives up the interpreter at every operation of torch and needs it back hundreds of
    times a step, so whoever draws a page meanwhile must hand it over soon. Nothing here touches Streamlit.
    """

    def __init__(self, workers: int | None = None):
        self.size = workers or os.cpu_count() or 1
        self._line: deque[Seat] = deque()
        self._served: set[Seat] = set()
        self._changed = threading.Condition()
        self._stopped = False
        use_threads(1)
        sys.setswitchinterval(SWITCH_SECONDS)
        self._threads = [
            threading.Thread(target=self._work, name=f"igcl worker {k}", daemon=True) for k in range(self.size)
        ]
        for thread in self._threads:
            thread.start()
        atexit.register(self.stop)

    def wake(self, seat: Seat) -> None:
        """Put a seat into the line unless it is there, or with a worker, already."""
        with self._changed:
            if not seat.in_line and not self._stopped:
                seat.in_line = True
                self._line.append(seat)
                self._changed.notify()

    def position(self, seat: Seat) -> int:
        """How many seats wait before this one; 0 means it is being served or next."""
        with self._changed:
            return self._line.index(seat) if seat in self._line else 0

    @property
    def waiting(self) -> int:
        with self._changed:
            return len(self._line)

    @property
    def playing(self) -> int:
        """How many runs of all visitors train now, or wait for their turn to."""
        with self._changed:
            return sum(seat.playing for seat in {*self._line, *self._served})

    def stop(self) -> None:
        """End all workers after the step they are at, and wait for them."""
        atexit.unregister(self.stop)
        with self._changed:
            self._stopped = True
            self._line.clear()
            self._changed.notify_all()
        for thread in self._threads:
            thread.join(timeout=10)

    def _work(self) -> None:
        while (seat := self._next()) is not None:
            more = serve(seat)
            with self._changed:
                self._served.discard(seat)
                seat.in_line = more and not self._stopped
                if seat.in_line:
                    self._line.append(seat)
                    self._changed.notify()
            if not more and seat.has_work:
                self.wake(seat)

    def _next(self) -> Seat | None:
        with self._changed:
            while not self._line and not self._stopped:
                self._changed.wait()
            if self._stopped:
                return None
            self._served.add(seat := self._line.popleft())
            return seat


def serve(seat: Seat, clock: Callable[[], float] = time.monotonic) -> bool:
    """Work on a seat for one slice, at least one step; whether it wants more."""
    end = clock() + SLICE_SECONDS
    while seat.work():
        if clock() >= end:
            return True
    return False
