"""Visit: the runs of one visitor, the newest last, and what the grace period after a closed tab does with them."""

from __future__ import annotations

import os
import threading
import uuid
from typing import Any

from app.choice import Choice, only_live
from app.desk import Desk
from app.fleet import Fleet
from app.seat import Seat
from app.tau_sweep import TauSweep
from igcl_core import Run, Settings

KEPT_RUNS = 6
GRACE_SECONDS = float(os.environ.get("IGCL_GRACE", 30))
SYMBOLS = {"tau": "τ"}


class Visit:
    """A visitor's runs. `current` is the one the pages show."""

    def __init__(self, fleet: Fleet):
        self.id = uuid.uuid4().hex[:12]
        self.fleet = fleet
        self.seats: list[Seat] = []
        self.current: Seat | None = None
        self.overlay: list[Seat] = []
        self.choice: Choice | None = None
        self.sweep: TauSweep | None = None
        self.desk = Desk()
        self._count = 0

    def overlaid(self) -> list[Seat]:
        """Other runs to lay over the curves of the current one."""
        return [seat for seat in self.overlay if seat in self.seats and seat is not self.current]

    @property
    def busy(self) -> bool:
        """Whether what the pages show will still change by itself: any run, for those beside the current one are
        shown, too; a map that settles; numbers that are computed."""
        return self.desk.busy or any(seat.busy for seat in self.seats)

    @property
    def moment(self) -> tuple:
        """Differs from what it was whenever there is something else to show."""
        return self.desk.finished, *((seat.number, seat.view.version) for seat in self.seats)

    def begin(self) -> Seat:
        """A new run of what is chosen, at its start."""
        choice = self.choice or Choice()
        seat = self.start(choice.dataset, "igcl", choice.settings)
        seat.choice = choice
        return seat

    def play(self) -> None:
        """Go on with the run shown if it is the one chosen, else start the one chosen."""
        seat = self.current
        chosen = seat is not None and seat.choice == self.choice and seat.view.status in ("ready", "paused", "loading")
        (seat if chosen else self.begin()).play()

    def steer(self, choice: Choice) -> None:
        """Take a new choice. If only settings changed that may change in training, the run branches where it is."""
        seat, self.choice = self.current, choice
        if seat is None or seat.choice is None or seat.choice == choice or seat.choice.dataset != choice.dataset:
            return
        changes = only_live(seat.choice.settings, choice.settings)
        if changes and seat.view.step is not None and seat.view.step.index > 0:
            self.branch(seat, **changes).choice = choice
        elif changes:
            playing = seat.playing
            seat.pause()
            again = self.begin()
            if playing:
                again.play()

    def start(self, dataset: str, method: str, settings: Settings) -> Seat:
        """A new run, built by a worker."""
        seat = self._sit(f"{dataset}, τ {settings.tau:g}, seed {settings.seed}")
        seat.give(lambda: Run(dataset, method, settings))
        return seat

    def open(self, path: str, name: str) -> Seat:
        """A saved run."""
        seat = self._sit(name)
        seat.give(lambda: Run.open(path))
        return seat

    def branch(self, parent: Seat, **changes: Any) -> Seat:
        """A run that leaves its parent where that is now; it plays on if the parent did."""
        child = self._sit(f"branch of {parent.number}: {', '.join(map(_words, changes, changes.values()))}")
        if parent.view.status == "playing":
            child.play()
        parent.pause()
        parent.tell(lambda run: _hand_over(run, child, changes))
        return child

    def _sit(self, name: str) -> Seat:
        self._count += 1
        seat = Seat(f"{self._count} · {name}", self.fleet.wake)
        seat.number = self._count
        self.seats.append(seat)
        self.current = seat
        for old in self.seats[:-KEPT_RUNS]:
            old.pause()
        del self.seats[:-KEPT_RUNS]
        return seat

    def leave(self) -> None:
        """Stop all runs; what they hold is freed with the visit."""
        for seat in self.seats:
            seat.pause()
        self.seats, self.current = [], None
        if self.sweep is not None:
            self.sweep.stop()
        self.desk.want(())


def _words(name: str, value: Any) -> str:
    return f"{SYMBOLS.get(name, name)} {value:g}" if isinstance(value, float) else f"{name} {value}"


def _hand_over(run: Run, child: Seat, changes: dict[str, Any]) -> None:
    """Fork on the parent's worker; a fork that cannot be is the child's error, not its parent's."""
    try:
        fork = run.branch(**changes)
    except ValueError as problem:
        sentence = str(problem)
        child.give(lambda: _raise(sentence))
    else:
        child.give(lambda: fork)


def _raise(sentence: str) -> Run:
    raise ValueError(sentence)


class Visits:
    """All visits. One whose tab has closed waits a while for its visitor to come back, then is let go."""

    def __init__(self, fleet: Fleet, grace: float = GRACE_SECONDS):
        self.fleet, self.grace = fleet, grace
        self._left: dict[str, tuple[Visit, threading.Timer]] = {}
        self._lock = threading.Lock()

    def enter(self, visit_id: str | None) -> Visit:
        """The visit of this id if its tab has just closed, a new one otherwise."""
        with self._lock:
            visit, timer = self._left.pop(visit_id, (None, None))
        if visit is None:
            return Visit(self.fleet)
        timer.cancel()
        return visit

    def release(self, visit: Visit) -> None:
        """Called when the visitor's session ends."""
        timer = threading.Timer(self.grace, self._forget, (visit,))
        timer.daemon = True
        with self._lock:
            self._left[visit.id] = (visit, timer)
        timer.start()

    def _forget(self, visit: Visit) -> None:
        with self._lock:
            self._left.pop(visit.id, None)
        visit.leave()

    @property
    def waiting(self) -> int:
        """Visits whose tab has closed and whose grace period runs."""
        return len(self._left)
