"""train: any method on any dataset as a generator of steps."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from igcl_core.data import Graphs, load
from igcl_core.evaluate import linear_probe
from igcl_core.methods import Method, find_method
from igcl_core.presets import preset
from igcl_core.settings import Settings
from igcl_core.step import DONE, START, Step


class Training:
    """A method at work on a dataset: adds to its numbers what needs labels, and takes snapshots on their rhythm."""

    def __init__(self, graphs: Graphs, method: Method, settings: Settings):
        self.graphs, self.method, self.settings = graphs, method, settings
        self.trainer = method.start(graphs, settings)

    @property
    def finished(self) -> bool:
        return self.trainer.index >= self.trainer.total

    def first(self) -> Step:
        return self._step(START, self.trainer.first())

    def next(self) -> Step:
        return self._step(*self.trainer.advance())

    def _step(self, phase: str, metrics: dict[str, float]) -> Step:
        index, total = self.trainer.index, self.trainer.total
        ends = index in (0, total)
        probe_now = ends or _on(self.settings.probe_every, index)
        before_contrast = index == getattr(self.trainer, "warmup_steps", 0)
        snapshot_now = ends or before_contrast or _on(self.settings.snapshot_every, index)
        arrays = self.trainer.arrays() if probe_now or snapshot_now else {}
        if probe_now:
            metrics = {**metrics, **probe(self.graphs, arrays, self.settings.augmentation == "implicit")}
        metrics = {**metrics, "seconds": self.trainer.seconds}
        phase = DONE if index == total else phase
        return Step(index, total, phase, metrics, arrays if snapshot_now else {})


def _on(rhythm: int, index: int) -> bool:
    return rhythm > 0 and index % rhythm == 0


def probe(graphs: Graphs, arrays: Mapping[str, np.ndarray], with_mean: bool) -> dict[str, float]:
    """Accuracy of a linear classifier on the frozen embedding, and on the VGAE's mean; nothing without labels."""
    if graphs.split is None or graphs.y is None or len(np.unique(graphs.y[graphs.split.train])) < 2:
        return {}
    score = linear_probe(arrays["z"], graphs.y, graphs.split)
    accuracies = {"probe_val": score.details["val"], "probe_test": score.value}
    if with_mean:
        accuracies["probe_mu"] = linear_probe(arrays["mu"], graphs.y, graphs.split).value
    return accuracies


def prepare(dataset: str | Graphs, method: str = "igcl", settings: Settings | None = None, **changes: Any) -> Training:
    """Check names and settings, load the data, build the model: ready for its first step."""
    chosen = find_method(method)
    base = preset(dataset, method) if settings is None else _check_is_settings(settings)
    wanted = chosen.adopt(base.changed(**changes))
    graphs = dataset if isinstance(dataset, Graphs) else load(dataset)
    return Training(graphs, chosen, wanted)


def _check_is_settings(settings: Any) -> Settings:
    if not isinstance(settings, Settings):
        raise TypeError(
            f"settings must be Settings, but {type(settings).__name__} came. Give Settings(**values), or the values "
            "as keyword arguments, which change the preset of the dataset."
        )
    return settings


def train(
    dataset: str | Graphs, method: str = "igcl", settings: Settings | None = None, **changes: Any
) -> Iterator[Step]:
    """Train and yield a Step at a time. Mistakes in the arguments are raised here, not at the first step.

    >>> for step in train("karate", tau=0.5, epochs=20):
    ...     print(step.index, step.phase, step.metrics.get("upper"))
    """
    return _steps(prepare(dataset, method, settings, **changes))


def _steps(training: Training) -> Iterator[Step]:
    yield training.first()
    while not training.finished:
        yield training.next()
