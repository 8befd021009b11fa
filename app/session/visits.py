"""Visits: who is here, and what the grace period after a closed tab does with their runs."""

from __future__ import annotations

import logging
import os
import threading
import time
from collections.abc import Callable

from app.session.crowd import Crowd
from app.session.fleet import Fleet
from app.session.kept_runs import bring_back
from app.session.memory import Memory
from app.session.saver import Saver
from app.session.shelf import Shelf
from app.session.visit import Visit

GRACE_SECONDS = 30.0
PARTING_SECONDS, LOOK_SECONDS = 20.0, 0.02
LOG = logging.getLogger(__name__)


def grace_seconds() -> float:
    """How long the runs of a closed tab are kept: IGCL_GRACE, if that is a number of seconds."""
    given = os.environ.get("IGCL_GRACE", "").strip()
    try:
        seconds = float(given or GRACE_SECONDS)
        if 0 <= seconds <= threading.TIMEOUT_MAX:
            return seconds
    except ValueError:
        pass
    LOG.warning("IGCL_GRACE must be a number of seconds, but it is %r; %g is used.", given, GRACE_SECONDS)
    return GRACE_SECONDS


class Visits:
    """All visits. One whose tab has closed waits a while for its visitor to come back, then is let go."""

    def __init__(
        self,
        fleet: Fleet,
        grace: float | None = None,
        farewell: Callable[[Visit], None] = lambda _: None,
        saver: Saver | None = None,
    ):
        self.saver = saver
        self.fleet, self.crowd, self.memory, self.farewell = fleet, Crowd(), Memory(at_once=fleet.size), farewell
        self.grace = grace_seconds() if grace is None else grace
        self._here: set[str] = set()
        self._left: dict[str, tuple[Visit, threading.Timer]] = {}
        self._parting: set[str] = set()
        self._lock = threading.Lock()

    def begin(self) -> Visit:
        """A new visit."""
        visit = Visit(self.fleet, self.crowd, self.memory)
        with self._lock:
            self._here.add(visit.id)
        if self.saver is not None:
            self.saver.begin(visit)
        return visit

    def revive(self, visit_id: str) -> Visit | None:
        """The visit of this id with the runs that were saved of it; None where there are none, or where somebody is at
        it."""
        end = time.monotonic() + PARTING_SECONDS
        while visit_id in self._parting and time.monotonic() < end:
            time.sleep(LOOK_SECONDS)
        shelf = None if self.saver is None else Shelf.found(self.saver.folder, visit_id)
        with self._lock:
            if shelf is None or visit_id in self._here or visit_id in self._left:
                return None
            self._here.add(visit_id)
        visit = Visit(self.fleet, self.crowd, self.memory)
        visit.id, visit.shelf = visit_id, shelf
        bring_back(visit)
        self.saver.begin(visit)
        return visit

    def enter(self, visit_id: str | None) -> Visit | None:
        """The visit of this id if its tab has just closed."""
        with self._lock:
            visit, timer = self._left.pop(visit_id, (None, None))
            if visit is None:
                return None
            self._here.add(visit.id)
        timer.cancel()
        return visit

    def open_elsewhere(self, visit_id: str) -> bool:
        """Whether somebody is at this visit now: a copy of a tab remembers the visit of the tab it was copied from."""
        return visit_id in self._here

    def release(self, visit: Visit) -> None:
        """Called when the visitor's session ends."""
        timer = threading.Timer(self.grace, self._forget, (visit,))
        timer.daemon = True
        with self._lock:
            self._here.discard(visit.id)
            self._left[visit.id] = (visit, timer)
        timer.start()

    def drop(self, visit: Visit) -> None:
        """Let go of a visit at once."""
        with self._lock:
            self._here.discard(visit.id)
        visit.leave()

    def _forget(self, visit: Visit) -> None:
        with self._lock:
            if self._left.pop(visit.id, None) is None:
                return
            self._parting.add(visit.id)
        if self.saver is not None:
            self.saver.end(visit)
        visit.leave()
        self._parting.discard(visit.id)
        self.farewell(visit)

    @property
    def waiting(self) -> int:
        """Visits whose tab has closed and whose grace period runs."""
        return len(self._left)
