"""Fleet: the runs of all visitors, advanced in short fair slices by as many workers as this machine has cores."""

from __future__ import annotations

import atexit
import os
import sys
import threading
import time
from collections import deque
from collections.abc import Callable

from app.session.live_run import LiveRun
from igcl_core.threads import use_threads

SLICE_SECONDS = 0.15
SWITCH_SECONDS = 0.0005


class Fleet:
    """A run that has something to do waits in one line; a worker takes the first, serves it a slice, sends it back.

    Exactly one worker owns a run at a time, and computes with one thread: several would wait for each other whenever
    the machine is busy. A worker gives up the interpreter at every operation of torch and needs it back hundreds of
    times a step, so whoever draws a page meanwhile must hand it over soon. Nothing here touches Streamlit.
    """

    def __init__(self, workers: int | None = None):
        self.size = workers or os.cpu_count() or 1
        self._line: deque[LiveRun] = deque()
        self._served: set[LiveRun] = set()
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

    def wake(self, live_run: LiveRun) -> None:
        """Put a run into the line unless it is there, or with a worker, already.

        One that does not play goes first: somebody waits for one answer, not for a share of the time.
        """
        with self._changed:
            waits = live_run in self._line
            if self._stopped or (live_run.in_line and (live_run.playing or not waits)):
                return
            if waits:
                self._line.remove(live_run)
            live_run.in_line = True
            (self._line.append if live_run.playing else self._line.appendleft)(live_run)
            self._changed.notify()

    def position(self, live_run: LiveRun) -> int:
        """How many runs wait before this one; 0 means it is being served or next."""
        with self._changed:
            return self._line.index(live_run) if live_run in self._line else 0

    @property
    def waiting(self) -> int:
        with self._changed:
            return len(self._line)

    @property
    def playing(self) -> int:
        """How many runs of all visitors train now, or wait for their turn to."""
        with self._changed:
            return sum(live_run.playing for live_run in {*self._line, *self._served})

    def stop(self) -> None:
        """End all workers after the step they are at, a long one in its middle, and wait for them."""
        atexit.unregister(self.stop)
        with self._changed:
            self._stopped = True
            self._line.clear()
            for live_run in self._served:
                live_run.pause()
            self._changed.notify_all()
        for thread in self._threads:
            thread.join(timeout=10)

    def _work(self) -> None:
        while (live_run := self._next()) is not None:
            more = serve(live_run)
            with self._changed:
                self._served.discard(live_run)
                live_run.in_line = more and not self._stopped
                if live_run.in_line:
                    self._line.append(live_run)
                self._changed.notify_all()
            if not more and live_run.has_work:
                self.wake(live_run)

    def _next(self) -> LiveRun | None:
        with self._changed:
            while (live_run := self._first()) is None and not self._stopped:
                self._changed.wait()
            if self._stopped:
                return None
            self._line.remove(live_run)
            self._served.add(live_run)
            return live_run

    def _first(self) -> LiveRun | None:
        """The first in line; a slow one not if it would hold the last worker, where there are several."""
        full = self.size > 1 and sum(live_run.slow for live_run in self._served) >= self.size - 1
        return next((live_run for live_run in self._line if not (full and live_run.slow)), None)


def serve(live_run: LiveRun, clock: Callable[[], float] = time.monotonic) -> bool:
    """Work on a run for one slice, at least one step; whether it wants more."""
    end = clock() + SLICE_SECONDS
    while live_run.work():
        if clock() >= end:
            return True
    return False
