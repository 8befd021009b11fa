"""Saver: one thread that saves the runs of all visitors by itself: often where it is cheap, seldom where it is dear."""

from __future__ import annotations

import atexit
import logging
import queue
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from weakref import WeakKeyDictionary, WeakSet

from app.session.live_run import LiveRun
from app.session.runs_folder import RunsFolder
from app.session.shelf import Kept, Shelf, kept_of
from app.session.visit import Visit
from igcl_core import Run
from igcl_core.files import reason

LOOK_SECONDS = 0.5
EVERY_SECONDS = 4.0  # while a run trains
TIMES_ITS_COST = 40.0  # and never more often than that saving it takes a fortieth of the time
REST_TIMES_ITS_COST = 4.0
WAITED = 0.1  # what a second counts in which it waits for the disk, or for its turn
AGAIN_SECONDS = 30.0  # after it has failed
TOUCH_SECONDS = 30.0
MOMENTS, LIGHT_BYTES = 40, 60_000_000  # of a run that trains; once it rests, all that it keeps is saved
STOP_SECONDS = 10.0
PROBLEM = "Runs cannot be saved now: {}. Training goes on; download what you want to keep."
LOG = logging.getLogger(__name__)


@dataclass
class Entry:
    """What the saver knows of a run: as what it was last saved, when, how long that took, and whether it is at it."""

    saved: tuple = ()
    at: float = 0.0
    cost: float = 0.0
    asked: bool = False


@dataclass(frozen=True)
class Job:
    """A run held still, to be written; `done` hears whether it was."""

    shelf: Shelf
    live_run: LiveRun
    kept: Kept
    run: Run
    mark: tuple
    done: Callable[[bool], None] = lambda saved: None


class Saver:
    """A worker holds a run still between two steps, which takes no time to speak of; this thread writes it.

    Nothing here touches Streamlit, and nothing that goes wrong here stops a run: a shelf has a sentence on it.
    """

    def __init__(self, folder: RunsFolder):
        self.folder = folder
        self._visits: WeakSet[Visit] = WeakSet()
        self._entries: WeakKeyDictionary[LiveRun, Entry] = WeakKeyDictionary()
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._lock, self._touched = threading.Lock(), 0.0
        self._thread = threading.Thread(target=self._work, name="saver", daemon=True)
        self._thread.start()
        atexit.register(self.stop)

    def begin(self, visit: Visit) -> None:
        """Save the runs of this visit from now on."""
        visit.shelf = visit.shelf or Shelf(self.folder, visit.id)
        visit.put_away = lambda live_run, done: self.put_away(visit, live_run, done)
        with self._lock:
            self._visits.add(visit)

    def end(self, visit: Visit) -> None:
        """Save what the runs of a visit have come to; nobody is at it any more."""
        with self._lock:
            self._visits.discard(visit)
        self._save_all([visit])

    def stop(self) -> None:
        """Save everything before the process ends."""
        atexit.unregister(self.stop)
        self._jobs.put(None)
        self._thread.join(timeout=STOP_SECONDS)
        self._save_all(self._all())

    def put_away(self, visit: Visit, live_run: LiveRun, done: Callable[[bool], None]) -> bool:
        """Save a run that leaves the memory; whether that will be tried. `done` hears what came of it."""
        if live_run.number in visit.shelf.runs and not worth_saving(live_run):
            done(True)
            return True
        shelf = visit.shelf
        if shelf.problem or not worth_saving(live_run) or not self._thread.is_alive():
            return False
        shelf.expect(kept_of(live_run, live_run.run))

        def moved(saved: bool) -> None:
            shelf.arrived(live_run.number)
            done(saved)

        live_run.look_on(lambda run: self._jobs.put(self._job(shelf, live_run, run, done=moved)))
        return True

    def _all(self) -> list[Visit]:
        with self._lock:
            return list(self._visits)

    def _entry(self, live_run: LiveRun) -> Entry:
        return self._entries.setdefault(live_run, Entry())

    def _work(self) -> None:
        while True:
            with suppress(queue.Empty):
                job = self._jobs.get(timeout=LOOK_SECONDS)
                if job is None:
                    return
                self._write(job)
            try:
                self._look()
            except Exception:
                LOG.exception("The saver goes on after this:")

    def _look(self) -> None:
        """Ask the workers for those runs that are due, and take down what each visit looks like."""
        touch = time.monotonic() - self._touched > TOUCH_SECONDS
        for visit in self._all():
            for live_run in [*visit.live_runs]:
                if worth_saving(live_run) and self._due(live_run):
                    self._ask(visit.shelf, live_run)
            self._note(visit)
            if touch:
                self.folder.touch(visit.shelf.place)
        if touch:
            self._touched = time.monotonic()
            self.folder.sweep()

    def _due(self, live_run: LiveRun) -> bool:
        entry = self._entry(live_run)
        if entry.asked or entry.saved == mark(live_run):
            return False
        rests = live_run.rests
        wait = max(0.0 if rests else EVERY_SECONDS, (REST_TIMES_ITS_COST if rests else TIMES_ITS_COST) * entry.cost)
        return time.monotonic() - entry.at >= wait

    def _ask(self, shelf: Shelf, live_run: LiveRun) -> None:
        self._entry(live_run).asked = True
        about = {} if live_run.rests else {"moments": MOMENTS, "size": LIGHT_BYTES}
        live_run.look_on(lambda run: self._jobs.put(self._job(shelf, live_run, run, **about)))

    def _job(self, shelf: Shelf, live_run: LiveRun, run: Run, **about) -> Job:
        """Called by the run's worker: all that is to be written, which changes no more."""
        done = about.pop("done", Job.done)
        seen = (run.index, not about)
        return Job(shelf, live_run, kept_of(live_run, run), run.still(**about), seen, done)

    def _write(self, job: Job) -> bool:
        entry, start, worked = self._entry(job.live_run), time.monotonic(), time.thread_time()
        try:
            job.shelf.put(job.kept, job.run)
            entry.saved, job.shelf.problem = job.mark, ""
            failed = False
        except Exception as problem:
            LOG.warning("A run could not be saved: %s", problem)
            job.shelf.problem, failed = PROBLEM.format(why(problem)), True
        waited, worked = time.monotonic() - start, time.thread_time() - worked
        entry.cost, entry.asked = max(worked, WAITED * waited), False
        entry.at = time.monotonic() + (AGAIN_SECONDS if failed else 0.0)
        job.done(not failed)
        return not failed

    def _note(self, visit: Visit) -> None:
        names = {each.number: each.name.removeprefix(f"{each.number} · ") for each in [*visit.live_runs]}
        shown = 0 if visit.current is None else visit.current.number
        with suppress(OSError):
            visit.shelf.note(shown, tuple(names), visit.count, names)

    def _save_all(self, visits: list[Visit]) -> None:
        """Have all runs rest, then save those that have moved since they were saved; the shown ones first."""
        for live_run in (live_run for visit in visits for live_run in visit.live_runs):
            live_run.pause()
        for visit in visits:
            self._note(visit)
            for live_run in sorted(visit.live_runs, key=lambda each: each is not visit.current):
                if worth_saving(live_run) and self._entry(live_run).saved != (live_run.view.step.index, True):
                    self._save_now(visit.shelf, live_run)

    def _save_now(self, shelf: Shelf, live_run: LiveRun) -> None:
        """Where a step takes too long, or there is no worker any more, what was saved last stays."""
        with suppress(TimeoutError):
            self._write(live_run.ask(lambda run: self._job(shelf, live_run, run), STOP_SECONDS))


def why(problem: Exception) -> str:
    """What visitors are told: the reason without the place, which is the operator's."""
    first = problem.__cause__ or problem
    return reason(first) if isinstance(first, OSError) else str(first).rstrip(".") or type(first).__name__


def worth_saving(live_run: LiveRun) -> bool:
    """Whether a run is the visitor's own, has trained, and does not lie in a file as it is."""
    view = live_run.view
    trained = view.step is not None and view.step.index not in (0, live_run.on_disk)
    return trained and not live_run.shared and live_run.run is not None


def mark(live_run: LiveRun) -> tuple:
    """What differs whenever there is something else to save."""
    return live_run.view.step.index, live_run.rests
