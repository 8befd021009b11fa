"""Run: a started method that can be advanced, rewound, branched, saved and opened again."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from os import PathLike
from typing import Any, BinaryIO

from igcl_core.data import Graphs, GraphsLike
from igcl_core.errors import Diverged
from igcl_core.stopping import Stopped, stoppable
from igcl_core.training.history import CHECKPOINT_BYTES, CHECKPOINT_EVERY, SNAPSHOT_BYTES, Arrays, History
from igcl_core.training.method import Method
from igcl_core.training.settings import Settings, live_names
from igcl_core.training.step import Step
from igcl_core.training.train import Training, prepare
from igcl_core.training.trainer import Trainer


@dataclass(frozen=True)
class Origin:
    """Where a branch left its parent, and what it changed there."""

    parent: str
    step: int
    changes: dict[str, Any]


class Run:
    """The steps of a method so far, and everything needed to go on, back, or another way.

    >>> run = Run("karate", tau=0.5, epochs=50)
    >>> run.advance(20)
    >>> sharper = run.branch(10, tau=0.1)
    """

    def __init__(
        self,
        dataset: GraphsLike,
        method: str = "igcl",
        settings: Settings | None = None,
        threads: int = 1,
        **changes: Any,
    ):
        self._start(prepare(dataset, method, settings, threads, **changes))
        self._record(self.training.first())

    def _start(self, training: Training) -> None:
        self.training, self.long_steps = training, training.has_long_steps
        self.name = f"{training.graphs.name}, {training.settings.words()}"
        self.origin: Origin | None = None
        self.recorded = False
        self.steps: list[Step] = []
        self.snapshots, self.checkpoints = History(SNAPSHOT_BYTES), History(CHECKPOINT_BYTES)
        self.playing = False
        self.error: str | None = None

    def __repr__(self) -> str:
        kept = f"{len(self.snapshots)} steps with their embeddings"
        return f"<Run of {self.method.title} on {self.name}: step {self.index} of {self.total}, {self.status}, {kept}>"

    @property
    def history(self) -> list[dict[str, Any]]:
        """The numbers of every step as rows of a table: step, phase, and the metrics it has."""
        return [{"step": step.index, "phase": step.phase, **step.metrics} for step in self.steps]

    @property
    def graphs(self) -> Graphs:
        return self.training.graphs

    @property
    def method(self) -> Method:
        return self.training.method

    @property
    def settings(self) -> Settings:
        return self.training.settings

    @property
    def threads(self) -> int:
        """With how many threads it is computed: part of the run, for sums are rounded by how they are shared out."""
        return self.training.threads

    @property
    def index(self) -> int:
        """The step the run is at."""
        return self.steps[-1].index

    @property
    def total(self) -> int:
        return self.steps[-1].total

    @property
    def finished(self) -> bool:
        return self.index >= self.total

    @property
    def status(self) -> str:
        """ "diverged", "done", "playing", "paused" or "ready"."""
        if self.error:
            return "diverged"
        if self.finished:
            return "done"
        return "playing" if self.playing else ("paused" if self.index else "ready")

    def play(self) -> None:
        """Ask whoever drives the run to keep advancing it."""
        self.playing = not self.finished and not self.error

    def pause(self) -> None:
        self.playing = False

    def advance(self, steps: int = 1, stop: Callable[[], bool] | None = None) -> list[Step]:
        """Train up to `steps` further steps and return them. A diverging run stops and keeps its last good step.

        `stop` is asked before every step and again and again inside a long one, which is then as if never begun.
        """
        new = []
        while len(new) < steps and not self.finished and not self.error and not (stop and stop()):
            try:
                with self._heeding(stop):
                    new.append(self._record(self.training.next()))
            except Stopped:
                self._restore(self.training, self.index)
                break
            except Diverged as error:
                self._restore(self.training, self.index)
                self.error = str(error)
        if self.finished or self.error:
            self.playing = False
        return new

    def _heeding(self, stop: Callable[[], bool] | None) -> AbstractContextManager[None]:
        """Where a step is long, heed `stop` inside it, with a checkpoint from which nothing needs to be replayed."""
        if stop is None or not self.long_steps:
            return nullcontext()
        if self.index not in self.checkpoints:
            self.checkpoints.put(self.index, self.training.trainer.state())
        return stoppable(stop)

    def rewind(self, step: int) -> Step:
        """Back to an earlier step; what came after it is forgotten, and training again gives the same numbers."""
        self._check_reached(step)
        self._restore(self.training, step)
        del self.steps[step + 1 :]
        for kept in (self.snapshots, self.checkpoints):
            kept.drop_after(step)
        self.playing, self.error = False, None
        return self.steps[-1]

    def branch(self, step: int | None = None, **changes: Any) -> Run:
        """A new run that shares this one's past up to `step` (default: now) and goes on with other settings."""
        step = self.index if step is None else step
        self._check_reached(step)
        check_live(type(self.settings), changes)
        settings = self.settings.changed(**changes)
        child = object.__new__(Run)
        child._start(Training(self.graphs, self.method, settings, self.threads))
        self._restore(child.training, step)
        child.training.trainer.branched()
        changes = {name: getattr(settings, name) for name in changes}
        child.origin = Origin(self.name, step, changes)
        child.name = f"{self.name} > " + ", ".join(f"{name} {value}" for name, value in changes.items())
        total = child.training.trainer.total
        if total < step:
            raise ValueError(
                f"The branch must end at or after step {step} where it starts, but it would end at {total}."
            )
        child.steps = [Step(s.index, total, s.phase, s.metrics) for s in self.steps[: step + 1]]
        child.snapshots, child.checkpoints = self.snapshots.up_to(step), self.checkpoints.up_to(step)
        child._keep(Step(step, total, "", {}, child.training.arrays()))
        return child

    def keep_now(self) -> None:
        """Keep a snapshot of the step the run is at, whatever the rhythm."""
        if self.index not in self.snapshots:
            self._keep(Step(self.index, self.total, "", {}, self.training.arrays()))

    def trainer_at(self, step: int) -> Trainer:
        """A trainer in the state after this step, to be asked: the run itself stays where it is."""
        self._check_reached(step)
        if not len(self.checkpoints):
            raise ValueError(f"{self.name!r} is a recording without its weights, so nothing can be computed from them.")
        training = Training(self.graphs, self.method, self.settings, self.threads)
        training.replay(self.checkpoints[self.checkpoints.before(step)], step)
        return training.trainer

    def arrays(self, step: int | None = None) -> Arrays:
        """The snapshot of a kept step (default: the newest kept)."""
        step = self.snapshots.steps[-1] if step is None else step
        if step not in self.snapshots:
            kept = ", ".join(map(str, self.snapshots.steps))
            raise ValueError(f"No snapshot of step {step} is kept; there are snapshots of steps {kept}.")
        return self.snapshots[step]

    def still(self, moments: int | None = None, size: int | None = None) -> Run:
        """The run as it is now, to be saved by another thread while this one goes on, and for nothing else.

        With at most so many kept steps, the first and the newest among them, and about so many bytes; or all.
        """
        copy = object.__new__(Run)
        copy.__dict__.update(self.__dict__)
        copy.steps, each = list(self.steps), None if size is None else size // 2
        copy.snapshots = self.snapshots.thinned(moments, each)
        copy.checkpoints = self.checkpoints.thinned(moments, each)
        return copy

    def save(self, path: str | PathLike, with_graph: bool | None = None, private: bool = False) -> None:
        """Write the run into one file without pickle, from which `Run.open` goes on bit for bit.

        The graph goes into the file, too, unless it is a listed dataset; `with_graph` says otherwise. A `private` file
        is for its owner's eyes only.
        """
        from igcl_core.training.runfile import write

        write(self, path, with_graph, private)

    def record(self, path: str | PathLike) -> None:
        """Write a finished run to look at into a small file with its graph: rounded, and without its weights."""
        from igcl_core.training.recording import record

        record(self, path)

    @classmethod
    def open(cls, path: str | PathLike | BinaryIO, dataset: GraphsLike | None = None) -> Run:
        """Read a saved run, from a path or from an open file.

        A file without its graph, of a run on data of your own, needs that data as `dataset`.
        """
        from igcl_core.training.runfile import read

        return read(path, dataset)

    def _record(self, step: Step) -> Step:
        self.steps.append(Step(step.index, step.total, step.phase, step.metrics))
        self._keep(step)
        return step

    def _keep(self, step: Step) -> None:
        if step.arrays:
            self.snapshots.put(step.index, step.arrays)
        if step.index % CHECKPOINT_EVERY == 0 or step.arrays:
            self.checkpoints.put(step.index, self.training.trainer.state())

    def _restore(self, training: Training, step: int) -> None:
        """Bring a training to the state after `step`: from the nearest earlier checkpoint, replaying the rest."""
        if training is self.training:
            training.replay(self.checkpoints[self.checkpoints.before(step)], step)
        else:
            training.trainer.restore(self.trainer_at(step).state())

    def _check_reached(self, step: int) -> None:
        if not 0 <= step <= self.index:
            raise ValueError(
                f"The run has reached step {self.index}, so a step from 0 to {self.index} was expected, not {step}."
            )


def check_live(settings: type[Settings], changes: dict[str, Any]) -> None:
    """Refuse changes that would need other weights than the run has."""
    live = live_names(settings)
    for name in changes:
        if hasattr(settings, name) and name not in live:
            raise ValueError(
                f"{name} decides the model or the data, so it needs a new run; a branch can change {', '.join(live)}."
            )
