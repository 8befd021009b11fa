"""LiveRun: one run of one visitor. The page sends commands and reads an unchanging View; a worker does the work."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from dataclasses import dataclass, field, replace
from typing import Protocol, TypeVar

from app.session.choice import Choice
from app.session.content_key import content_key
from app.session.memory import give_back
from app.session.picture import Picture, picture
from app.session.recipe import Recipe, Turn
from igcl_core import Diverged, Graphs, Method, Run, Settings, Step
from igcl_core.analysis import AdjacencyView, adjacency_view
from igcl_core.layout import Plane
from igcl_core.training import RECONSTRUCTION, Arrays

MAP_SECONDS = 0.5
REST_SECONDS = 0.6
ANSWER_SECONDS = 30.0
SLOW_SECONDS = 3.0
LOOKS = 200
EARLY_SECONDS = 0.005
T = TypeVar("T")


class Company(Protocol):
    """Runs that train together."""

    def may_step(self, live_run: LiveRun) -> bool: ...

    def wake(self) -> None: ...


@dataclass(frozen=True)
class View:
    """What a run looked like at one moment. The page draws this and never reads the run while it trains."""

    status: str
    name: str = ""
    error: str | None = None
    steps: tuple[Step, ...] = ()
    method: Method | None = None
    settings: Settings | None = None
    graphs: Graphs | None = None
    snapshots: Mapping[int, Arrays] = field(default_factory=dict)
    fork: int | None = None
    picture: Picture | None = None
    adjacency: AdjacencyView | None = None
    version: int = 0
    recorded: bool = False
    looked: int | None = None

    @property
    def step(self) -> Step | None:
        return self.steps[-1] if self.steps else None

    @property
    def plane(self) -> Plane | None:
        return None if self.picture is None else self.picture.plane

    @property
    def plane_step(self) -> int:
        """The step that map and links are of."""
        return 0 if self.picture is None else self.picture.step

    def shows(self, what: str) -> bool:
        """Whether the run has something to show of this kind, as "gaussians"."""
        return self.method is not None and self.method.shows(what, self.settings)

    def best_probe(self) -> Step | None:
        """The trained step whose probe is best on validation."""
        return None if self.method is None else self.method.best_probe(self.steps, self.settings)

    @property
    def kept(self) -> tuple[int, ...]:
        """The steps whose embeddings are kept."""
        return tuple(self.snapshots)

    def looked_at(self, step: int | None) -> View:
        """The same run, with map and links of a kept step instead of the newest; the curves stay whole."""
        if step not in self.snapshots:
            return self
        if step == self.plane_step:
            return replace(self, looked=step)
        shown, links = self._look(step, self.plane, self.shows(RECONSTRUCTION))
        return replace(self, looked=step, picture=shown, adjacency=links)

    def picture_at(self, step: int, like: Plane) -> Picture:
        """The map of a kept step, turned like another."""
        return self._look(step, like, links=False)[0]

    def _look(self, step: int, like: Plane, links: bool) -> tuple[Picture, AdjacencyView | None]:
        array = self.method.follows_with(self.settings, self.steps[step])
        return look(step, array, self.snapshots[step], self.graphs, like, links)


_LOOKS: OrderedDict[tuple, tuple[Picture, AdjacencyView | None]] = OrderedDict()


def look(
    step: int, array: str, arrays: Arrays, graphs: Graphs, like: Plane, links: bool
) -> tuple[Picture, AdjacencyView | None]:
    """The map of a snapshot, and its links if they are wanted: made when somebody first looks, known by content, so
    that nothing here holds a run."""
    parts = [arrays[array], like.xy] + ([arrays["mu"], graphs.edges] if links else [])
    key = (step, array, links, *map(content_key, parts))
    known = _LOOKS.get(key)
    if known is None:
        rebuilt = adjacency_view(graphs, arrays["mu"]) if links else None
        known = _LOOKS[key] = (picture(step, array, arrays, graphs.y, like), rebuilt)
        while len(_LOOKS) > LOOKS:
            _LOOKS.popitem(last=False)
    return known


class LiveRun:
    """Owns a run through the queue of commands below; what `give` is handed builds it, on a worker."""

    def __init__(self, name: str = "", wake: Callable[[LiveRun], None] = lambda live_run: None):
        self._make: Callable[[], Run] | None = None
        self._wake = wake
        self.choice: Choice | None = None
        self.company: Company | None = None
        self.recipe: Recipe | None = None
        self.run: Run | None = None
        self.name, self.number = name, 0
        self.view = View("loading", name)
        self.in_line = False
        self.held, self.need, self.shared = 0, 0, False
        self.worked = 0.0  # seconds that workers have spent on it since it was built
        self.on_disk = -1  # the step at which it lies in a file that stays
        self._commands: deque[Callable[[Run], object]] = deque()
        self._questions: deque[Callable[[Run], object]] = deque()
        self._playing, self._until = False, None
        self._turns: deque[Turn] = deque()
        self._left, self._took = False, None
        self._mapped, self._pace, self._due = 0.0, 0.0, 0.0
        self._built = threading.Event()
        self._broken = False

    def give(self, make: Callable[[], Run]) -> None:
        """Have a worker build the run."""
        self._make = make
        self._wake(self)

    def play(self, until: int | None = None) -> None:
        """Go on to the end, or to a step, to which no tempo holds it back."""
        self._playing, self._until = True, until
        self._wake(self)

    def go_on(self) -> None:
        """Look again whether there is something to do."""
        self._wake(self)

    def follow(self, recipe: Recipe, until: int) -> None:
        """Turn where the recipe does, and go on to a step."""
        self._turns.extend(recipe.turns)
        if until > 0:
            self.play(until)

    @property
    def aim(self) -> int | None:
        """The step that it is on its way to, if it is to rest there."""
        return self._until if self._playing else None

    def set_pace(self, seconds: float) -> None:
        """Let at least so much time pass from step to step while it plays, so that each can be seen."""
        self._pace, self._due = seconds, 0.0
        if self.run is not None:
            self._wake(self)

    def leave(self) -> None:
        """Stop, and have a worker let go of everything: nobody will look at this run again."""
        self._playing, self._left = False, True
        self._wake(self)

    def pause(self) -> None:
        """Takes effect after the step that is under way, or inside it if that is a long one."""
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

        self.look_on(reply)
        return answer.result(timeout)

    def look_on(self, look: Callable[[Run], object]) -> None:
        """Have the worker show the run to somebody once its commands are done. Nothing that is seen changes by it, so
        the run is not busy for it, and no page waits."""
        self._questions.append(look)
        self._wake(self)

    def step(self) -> None:
        self._playing = False
        self.tell(self._step)

    def _step(self, run: Run) -> None:
        """One step, of which everything is kept: somebody wants to see it."""
        run.advance(stop=lambda: self._left)
        run.keep_now()

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
        return not self._broken and not self._left and (self.run is None or waits)

    @property
    def rests(self) -> bool:
        """Whether it shows a step at which it stays."""
        return self.view.step is not None and not self.busy

    @property
    def slow(self) -> bool:
        """Whether a step takes so long that others should not all wait for it: as measured, before that as foretold."""
        return getattr(self.run, "long_steps", False) if self._took is None else self._took > SLOW_SECONDS

    @property
    def has_work(self) -> bool:
        """Whether a worker can do something now: a branch whose parent has not handed it over only waits."""
        made = self.run is not None or self._make is not None
        asked = self.run is not None and bool(self._questions)
        return made and (self._left or asked or (self.busy and not self._resting))

    @property
    def _resting(self) -> bool:
        """Whether it plays, but the time for its next step has not come, or those it trains with are behind."""
        plays = self._playing and self.run is not None and not self._commands
        company = self.company
        return plays and (time.monotonic() < self._due or (company is not None and not company.may_step(self)))

    def work(self) -> bool:
        """One command or one step; whether there is more to do. Called by one worker at a time."""
        if self.has_work:
            start, built = time.monotonic(), self.run is not None
            try:
                self._work()
            except Exception as problem:
                self._fail(problem)
            self.worked += time.monotonic() - start if built else 0.0
            if self.company is not None:
                self.company.wake()
        return self.has_work

    def _work(self) -> None:
        if self._left:
            self._empty()
        elif self.run is None:
            self.run = self._make()
            self._publish(redraw=True)
            self._built.set()
        elif self._commands:
            self._obey()
        elif self._questions:
            self._questions.popleft()(self.run)
        elif self._playing:
            self._advance()
            if self.run.finished or self.run.error or self.run.index == self._until:
                self._playing = False
            self._publish(redraw=not self._playing)
            self._rest_a_while()
        else:
            self._publish(redraw=True)

    def _turn(self) -> None:
        """Go on as a branch of itself where the recipe turns; a run that ends before is not what was asked for."""
        while self._turns and self._turns[0].step == self.run.index and not self.run.error:
            self.run = self.run.branch(**self._turns.popleft().changes)

    def _advance(self) -> None:
        self._turn()
        before, start = self.run.index, time.monotonic()
        self.run.advance(stop=lambda: not self._playing)
        if self.run.index > before:
            self._took = time.monotonic() - start
        self._turn()

    def _rest_a_while(self) -> None:
        """Have a clock wake the run when its next step may be taken."""
        if self._pace > 0 and self._playing and self._until is None:
            self._due = time.monotonic() + self._pace
            clock = threading.Timer(self._pace + EARLY_SECONDS, self._wake, (self,))
            clock.daemon = True
            clock.start()

    def _empty(self) -> None:
        self._make, self.run, self.held, self.need, self.view = None, None, 0, 0, View("gone", self.name)
        self._commands.clear()
        self._questions.clear()
        give_back()

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
        """Show the run as it is now; the step at which it rests is kept, so that the map is of that one, too."""
        run, old = self.run, self.view
        if not self._playing and not self.shared:
            run.keep_now()
        status = run.status if run.error or run.finished else ("playing" if self._playing else run.status)
        latest = run.snapshots.steps[-1]
        shown, adjacency = old.picture, old.adjacency
        due = redraw or time.monotonic() - self._mapped > MAP_SECONDS
        if shown is None or (due and latest != shown.step):
            shown, adjacency = self._pictured(latest)
            self._mapped = time.monotonic()
        self.view = View(
            status, self.name, run.error, tuple(run.steps), run.method, run.settings, run.graphs, self._snapshots(),
            run.origin.step if run.origin else None, shown, adjacency, old.version + 1, run.recorded,
        )  # fmt: skip

    def _pictured(self, step: int) -> tuple[Picture, AdjacencyView | None]:
        """Map and links of a kept step, the map turned like the one before."""
        run, arrays = self.run, self.run.arrays(step)
        array = run.method.follows_with(run.settings, run.steps[step])
        return picture(step, array, arrays, run.graphs.y, self.view.plane), rebuilt(run, arrays)

    def _snapshots(self) -> Mapping[int, Arrays]:
        """The kept embeddings by step: the mapping of the view before if nothing was kept or dropped since."""
        kept, old = self.run.snapshots, self.view.snapshots
        steps = kept.steps
        if len(old) == len(steps) and all(step in old and old[step] is kept[step] for step in steps):
            return old
        self.held = 0 if self.shared else kept.nbytes + self.run.checkpoints.nbytes
        return {step: kept[step] for step in steps}


def rebuilt(run: Run, arrays: Arrays) -> AdjacencyView | None:
    """The graph beside what a VGAE makes of it, where the run has one."""
    return adjacency_view(run.graphs, arrays["mu"]) if run.method.shows(RECONSTRUCTION, run.settings) else None
