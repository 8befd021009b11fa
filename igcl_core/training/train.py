"""train: any method on any dataset as a generator of steps."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import numpy as np

from igcl_core.budget import LONG_SECONDS
from igcl_core.data import Graphs, GraphsLike, as_graphs, card_of
from igcl_core.evaluate import linear_probe
from igcl_core.threads import checked_threads, computing
from igcl_core.training.method import Beside, Method
from igcl_core.training.preset import preset
from igcl_core.training.registry import find_method
from igcl_core.training.settings import Settings
from igcl_core.training.step import DONE, START, Step


class Training:
    """A method at work on a dataset: adds to its numbers what needs labels, and takes snapshots on their rhythm."""

    def __init__(self, graphs: Graphs, method: Method, settings: Settings, threads: int = 1):
        self.graphs, self.method, self.settings = graphs, method, settings
        self.threads = checked_threads(threads)
        if (refusal := method.refusal(card_of(graphs))) is not None:
            raise ValueError(refusal)
        method.check_cost(graphs, settings)
        with computing(threads):
            self.trainer = method.start(graphs, settings)

    @property
    def finished(self) -> bool:
        return self.trainer.index >= self.trainer.total

    @property
    def has_long_steps(self) -> bool:
        """Whether a step may take so long that one should be able to stop it."""
        return self.method.seconds_of_step(self.graphs, self.settings) > LONG_SECONDS

    def first(self) -> Step:
        with computing(self.threads):
            return self._step(START, self.trainer.first())

    def next(self) -> Step:
        with computing(self.threads):
            return self._step(*self.trainer.advance())

    def arrays(self) -> dict[str, np.ndarray]:
        """A snapshot of the state as it is."""
        with computing(self.threads):
            return self.trainer.arrays()

    def replay(self, state: dict[str, np.ndarray], step: int) -> None:
        """From a saved state on to `step`, unseen."""
        self.trainer.restore(state)
        with computing(self.threads):
            while self.trainer.index < step:
                self.trainer.advance()

    def _step(self, phase: str, metrics: dict[str, float]) -> Step:
        index, total = self.trainer.index, self.trainer.total
        ends = index in (0, total)
        probe_now = ends or _on(self.settings.probe_every, index)
        snapshot_now = ends or self.trainer.snapshot_due or _on(self.settings.snapshot_every, index)
        arrays = self.trainer.arrays() if probe_now or snapshot_now else {}
        if probe_now:
            metrics = {**metrics, **probe(self.graphs, arrays, self.method.beside_with(self.settings))}
        metrics = {**metrics, "seconds": self.trainer.seconds}
        phase = DONE if index == total else phase
        return Step(index, total, phase, metrics, arrays if snapshot_now else {})


def _on(rhythm: int, index: int) -> bool:
    return rhythm > 0 and index % rhythm == 0


def probe(graphs: Graphs, arrays: Mapping[str, np.ndarray], beside: Iterable[Beside] = ()) -> dict[str, float]:
    """Accuracy of a linear classifier on the frozen embedding and on what is probed beside it; none without labels."""
    if graphs.split is None or graphs.y is None or len(np.unique(graphs.y[graphs.split.train])) < 2:
        return {}
    score = linear_probe(arrays["z"], graphs.y, graphs.split)
    others = {each.metric: linear_probe(arrays[each.array], graphs.y, graphs.split).value for each in beside}
    return {"probe_val": score.details["val"], "probe_test": score.value, **others}


def prepare(
    dataset: GraphsLike, method: str = "igcl", settings: Settings | None = None, threads: int = 1, **changes: Any
) -> Training:
    """Check names and settings, load the data, build the model: ready for its first step."""
    chosen = find_method(method)
    known = dataset if isinstance(dataset, str) else as_graphs(dataset)
    base = preset(known, method) if settings is None else chosen.adopt(settings)
    wanted = chosen.adopt(base.changed(**changes))
    return Training(as_graphs(known), chosen, wanted, threads)


def train(
    dataset: GraphsLike, method: str = "igcl", settings: Settings | None = None, threads: int = 1, **changes: Any
) -> Iterator[Step]:
    """Train and yield a Step at a time. Mistakes in the arguments are raised here, not at the first step.

    `dataset` is a name, Graphs, a torch_geometric Data, Dataset or list of Data, a networkx graph or a scipy adjacency.
    More `threads` help a lone run of a large graph on an idle machine, and round its sums another way.

    >>> for step in train("karate", tau=0.5, epochs=20):
    ...     print(step.index, step.phase, step.metrics.get("upper"))
    """
    return _steps(prepare(dataset, method, settings, threads, **changes))


def _steps(training: Training) -> Iterator[Step]:
    yield training.first()
    while not training.finished:
        yield training.next()
