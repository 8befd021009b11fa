"""Step: the only thing a method yields."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

START, DONE = "start", "done"


@dataclass(frozen=True, eq=False)
class Step:
    """One step of a run. Step 0 is the untrained model; the last has phase "done" and carries arrays.

    phase is "start", "done", or in between what the method declares. arrays, on snapshot steps: z, and what else the
    method declares: float32, one row per item.
    """

    index: int
    total: int
    phase: str
    metrics: Mapping[str, float]
    arrays: Mapping[str, np.ndarray] = field(default_factory=dict, repr=False)


def trained(steps: Sequence[Step], resting: Collection[str] = ()) -> list[Step]:
    """The steps at which something has been trained that rests in some phases: never step 0, and where it rests at
    first, only after an epoch of the others."""
    return [step for step in steps if step.index > 0 and (not resting or _moved(step, resting))]


def _moved(step: Step, resting: Collection[str]) -> bool:
    return step.phase not in resting and step.metrics.get("epoch", 1.0) > 0


def best_probe(steps: Sequence[Step]) -> Step | None:
    """The step whose probe is best on the validation items, the earliest among equals; None without any."""
    probed = [step for step in steps if "probe_val" in step.metrics]
    return max(probed, key=lambda step: step.metrics["probe_val"], default=None)
