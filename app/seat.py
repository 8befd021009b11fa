"""Seat: one run of one visitor. The page sends commands and reads an unchanging View; a worker does the work."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from dataclasses import dataclass, field, replace
from typing import TypeVar

from app.choice import Choice
from igcl_core import Diverged, Graphs, Run, Settings, Step
from igcl_core.adjacency_view import AdjacencyView, adjacency_view
from igcl_core.kept import Arrays
from igcl_core.layout.pca import Plane, plane

MAP_SECONDS = 0.5
REST_SECONDS = 0.6
ANSWER_SECONDS = 30.0
T = TypeVar("T")


@dataclass(frozen=True)
class View:
    """What a run looked like at one moment. The page draws this and never reads the run while it trains."""

    status: str
    name: str = ""
    error: str | None = None
    steps: tuple[Step, ...] = ()
    settings: Settings | None = None
    graphs: Graphs | None = None
    snapshots: Mapping[int, Arrays] = field(default_factory=dict)
    fork: int | None = None
    plane: Plane | None = None
    plane_step: int = 0
    adjacency: AdjacencyView | None = None
    version: int = 0

    @property
    def step(self) -> Step | None:
        return self.steps[-1] if self.steps else None

    @property
    def kept(self) -> tuple[int, ...]:
        """The steps whose embeddings are kept."""
        return tuple(self.snapshots)


class Seat:
    """Owns a run through the queue of commands below; what `give` is handed builds it, on a worker."""

    def __init__(self, name: str = "", wake: Callable[[Seat], None] = lambda seat: None):
        self._make: Callable[[], Run] | None = None
        self._wake = wake
        self.choice: Choice | None = None
        self.run: Run | None = None
        self.name, self.number = name, 0
        self.view = View("loading", name)
        self.picked: tuple[int, ...] = ()
        self.in_line = False
        self._commands: deque[Callable[[Run], object]] = deque()
        self._playing = False
        self._mapped = 0.0
        self._built = threading.Event()
        self._broken = False

    def give(self, make: Callable[[], Run]) -> None:
        """Have a worker build the run."""
        self._make = make
        self._wake(self)

    def play(self) -> None:
        self._playing = True
        self._wake(self)

    def pause(self) -> None:
        """Takes effect after the step that is under way."""
        self._playing = False
        self._wake(self)

    def rest(self, timeout: float = REST_SECONDS) -> None:
        """Pause, and wait a moment for the step under way, so that a page drawn now shows where the run has stopped."""
        self.pause()
        end = time.monotonic() + timeout
        while self.busy and time.monotonic() < end:
            time.sleep(0.01)

    def tell(self, command: Callable[[Run], object]) -> None:
        """Queue a command for the worker: step, rewind, save."""
        self._commands.append(command)
        self._wake(self)

    def ask(self, question: Callable[[Run], T], timeout: float = ANSWER_SECONDS) -> T:
        """What the worker answers about the run between two steps. Not for the thread that draws a page."""
        answer: Future[T] = Future()

        def reply(run: Run) -> None:
            try:
                answer.set_result(question(run))
            except Exception as problem:
                answer.set_exception(problem)

        self.tell(reply)
        return answer.result(timeout)

    def step(self) -> None:
        self._playing = False
        self.tell(lambda run: run.advance())

    def rewind(self, index: int) -> None:
        self._playing = False
        self.tell(lambda run: run.rewind(index))

    @property
    def playing(self) -> bool:
        """Whether it is to go on by itself, once it is built."""
        return self._playing

    def rename(self, name: str) -> None:
        """Give the run another name; its number stays, so that no two are called the same."""
        self.name = f"{self.number} · {name}"
        self.view = replace(self.view, name=self.name)

    def wait(self, timeout: float) -> bool:
        """Wait until the run is built, or has failed to be."""
        return self._built.wait(timeout)

    @property
    def busy(self) -> bool:
        """Whether the view will still change: also after a pause, until the step under way has been shown, and when
        the run has been built, until it is shown for the first time."""
        waits = self._playing or self.view.status in ("playing", "loading") or bool(self._commands)
        return not self._broken and (self.run is None or waits)

    @property
    def has_work(self) -> bool:
        """Whether a worker can do something now: a branch whose parent has not handed it over only waits."""
        return self.busy and (self.run is not None or self._make is not None)

    def work(self) -> bool:
        """One command or one step; whether there is more to do. Called by one worker at a time."""
        if self.has_work:
            try:
                self._work()
            except Exception as problem:
                self._fail(problem)
        return self.has_work

    def _work(self) -> None:
        if self.run is None:
            self.run = self._make()
            self._publish(redraw=True)
            self._built.set()
        elif self._commands:
            self._obey()
        elif self._playing:
            self.run.advance()
            if self.run.finished or self.run.error:
                self._playing = False
            self._publish(redraw=not self._playing)
        else:
            self._publish(redraw=True)

    def _obey(self) -> None:
        """Carry out the first command. It leaves the queue only when its result is shown: until then we are busy."""
        try:
            self._commands[0](self.run)
            self._publish(redraw=True)
        except Exception as problem:
            self._fail(problem)
        self._commands.popleft()

    def _fail(self, problem: Exception) -> None:
        self._playing, self._broken = False, self.run is None
        sentence = str(problem) or type(problem).__name__
        known = isinstance(problem, ValueError | OSError | Diverged | RuntimeError)
        error = sentence if known else f"Something went wrong that should not: {sentence}"
        status = "failed" if self.run is None else self.run.status
        self.view = replace(self.view, status=status, error=error, version=self.view.version + 1)
        self._built.set()

    def _publish(self, redraw: bool) -> None:
        run, old = self.run, self.view
        status = run.status if run.error or run.finished else ("playing" if self._playing else run.status)
        latest = run.snapshots.steps[-1]
        shown, at, adjacency = old.plane, old.plane_step, old.adjacency
        due = redraw or time.monotonic() - self._mapped > MAP_SECONDS
        if shown is None or (due and latest != at):
            arrays = run.arrays(latest)
            shown, adjacency = plane(arrays["z"], like=shown), adjacency_view(run.graphs, arrays["mu"])
            at, self._mapped = latest, time.monotonic()
        self.view = View(
            status, self.name, run.error, tuple(run.steps), run.settings, run.graphs, self._snapshots(),
            run.origin.step if run.origin else None, shown, at, adjacency, old.version + 1,
        )  # fmt: skip

    def _snapshots(self) -> Mapping[int, Arrays]:
        """The kept embeddings by step: the mapping of the view before if nothing was kept or dropped since."""
        kept, old = self.run.snapshots, self.view.snapshots
        steps = kept.steps
        same = len(old) == len(steps) and all(step in old and old[step] is kept[step] for step in steps)
        return old if same else {step: kept[step] for step in steps}
