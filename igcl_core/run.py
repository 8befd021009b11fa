"""Run: a started method that can be advanced, rewound, branched, saved and opened again."""

from __future__ import annotations

from dataclasses import dataclass, fields
from os import PathLike
from typing import Any

from igcl_core.data import Graphs
from igcl_core.errors import Diverged
from igcl_core.kept import Arrays, Kept
from igcl_core.methods import Method
from igcl_core.methods.plateau import Plateau
from igcl_core.one_graph import check_number
from igcl_core.settings import Settings
from igcl_core.step import Step
from igcl_core.train import Training, prepare

SNAPSHOT_BYTES = 150_000_000
CHECKPOINT_BYTES = 130_000_000
CHECKPOINT_EVERY = 10


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

    def __init__(self, dataset: str | Graphs, method: str = "igcl", settings: Settings | None = None, **changes: Any):
        self._start(prepare(dataset, method, settings, **changes))
        self._record(self.training.first())

    def _start(self, training: Training) -> None:
        self.training = training
        self.name = f"{training.graphs.name}, tau {training.settings.tau:g}, seed {training.settings.seed}"
        self.origin: Origin | None = None
        self.steps: list[Step] = []
        self.snapshots, self.checkpoints = Kept(SNAPSHOT_BYTES), Kept(CHECKPOINT_BYTES)
        self.playing = False
        self.error: str | None = None

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

    def advance(self, steps: int = 1) -> list[Step]:
        """Train up to `steps` further steps and return them. A diverging run stops and keeps its last good step."""
        new = []
        while len(new) < steps and not self.finished and not self.error:
            try:
                new.append(self._record(self.training.next()))
            except Diverged as error:
                self._restore(self.training, self.index)
                self.error = str(error)
        if self.finished or self.error:
            self.playing = False
        return new

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
        check_live(changes)
        settings = self.settings.changed(**changes)
        child = object.__new__(Run)
        child._start(Training(self.graphs, self.method, settings))
        self._restore(child.training, step)
        child.training.trainer.plateau = Plateau()
        child.origin = Origin(self.name, step, changes)
        child.name = f"{self.name} > " + ", ".join(f"{name} {value}" for name, value in changes.items())
        total = child.training.trainer.total
        if total < step:
            raise ValueError(
                f"The branch must end at or after step {step} where it starts, but it would end at {total}."
            )
        child.steps = [Step(s.index, total, s.phase, s.metrics) for s in self.steps[: step + 1]]
        child.snapshots, child.checkpoints = self.snapshots.up_to(step), self.checkpoints.up_to(step)
        child._keep(Step(step, total, "", {}, child.training.trainer.arrays()))
        return child

    def arrays(self, step: int | None = None) -> Arrays:
        """The snapshot of a kept step (default: the newest kept)."""
        step = self.snapshots.steps[-1] if step is None else step
        if step not in self.snapshots:
            kept = ", ".join(map(str, self.snapshots.steps))
            raise ValueError(f"No snapshot of step {step} is kept; there are snapshots of steps {kept}.")
        return self.snapshots[step]

    def node_gaussians(self, graph: int) -> Arrays:
        """mu and sigma of the nodes of one graph, as the run is now; a snapshot has only those of whole graphs."""
        check_number(self.graphs, graph)
        mu, sigma = self.training.trainer.node_gaussians(graph)
        return {"mu": mu.numpy().copy(), "sigma": sigma.numpy().copy()}

    def save(self, path: str | PathLike) -> None:
        """Write the run into one file without pickle, from which `Run.open` goes on bit for bit."""
        from igcl_core.runfile import write

        write(self, path)

    @classmethod
    def open(cls, path: str | PathLike, dataset: Graphs | None = None) -> Run:
        """Read a saved run. A run on data of your own needs that data again as `dataset`."""
        from igcl_core.runfile import read

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
        replay = training if training is self.training else Training(self.graphs, self.method, self.settings)
        replay.trainer.restore(self.checkpoints[self.checkpoints.before(step)])
        while replay.trainer.index < step:
            replay.trainer.advance()
        if replay is not training:
            training.trainer.restore(replay.trainer.state())

    def _check_reached(self, step: int) -> None:
        if not 0 <= step <= self.index:
            raise ValueError(
                f"The run has reached step {self.index}, so a step from 0 to {self.index} was expected, not {step}."
            )


def check_live(changes: dict[str, Any]) -> None:
    """Refuse changes that would need other weights than the run has."""
    live = [knob.name for knob in fields(Settings) if knob.metadata["live"]]
    for name in changes:
        if name in {knob.name for knob in fields(Settings)} and name not in live:
            raise ValueError(
                f"{name} decides the model or the data, so it needs a new run; a branch can change {', '.join(live)}."
            )
