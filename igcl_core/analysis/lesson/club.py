"""The club of the lesson: Zachary's karate club, trained with two numbers per member so that every picture is exact."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from igcl_core.data import Graphs, load
from igcl_core.training.step import Step
from igcl_core.training.train import train

WARMUP, EPOCHS, EVERY = 120, 120, 6
SETTINGS: Mapping[str, Any] = dict(
    seed=3, D=2, tau=1.0, beta=1.0, b=0, normalise="none", head="none", dropout=0.0, lr=0.01,
    warmup=WARMUP, epochs=EPOCHS, vgae_hidden=32, vgae_decoder="dense",
    snapshot_every=EVERY, probe_every=0, icl_every=0, health_every=WARMUP + EPOCHS,
)  # fmt: skip
TAU = SETTINGS["tau"]


@dataclass(frozen=True, eq=False)
class Moment:
    """One kept step: the embeddings, the Gaussians, and what was measured."""

    step: int
    z: np.ndarray
    mu: np.ndarray
    sigma: np.ndarray
    metrics: Mapping[str, float]


@dataclass(frozen=True, eq=False)
class Club:
    """The graph, the moments in which the VGAE learned alone, and those in which the embeddings were contrasted."""

    graphs: Graphs
    learning: tuple[Moment, ...]
    contrasting: tuple[Moment, ...]

    @property
    def trained(self) -> Moment:
        return self.contrasting[-1]


@cache
def club() -> Club:
    """Trained once per process: 240 steps on 34 members."""
    graphs = load("karate")
    moments = [moment(step) for step in train(graphs, **SETTINGS) if step.arrays]
    learning = tuple(each for each in moments if each.step <= WARMUP)
    contrasting = tuple(each for each in moments if each.step >= WARMUP)
    return Club(graphs, learning, contrasting)


def moment(step: Step) -> Moment:
    """A snapshot; without a head, what is contrasted is the embedding itself."""
    arrays = step.arrays
    return Moment(step.index, arrays["z"], arrays["mu"], arrays["sigma"], step.metrics)
