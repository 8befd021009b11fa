"""Scoring of a saved run: which embeddings are scored under each protocol, and by what."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from igcl_core.data.graphs import GRAPH
from igcl_core.evaluate import Score, cluster, linear_probe, svm
from igcl_core.training.run import Run

PROTOCOLS = ("probe", "svm", "cluster")
CORRECTION = "Nadeau-Bengio"


@dataclass(frozen=True)
class Scored:
    """A scored embedding: what it is called, its space, and the step it was taken from."""

    name: str
    space: str
    step: int
    score: Score

    def as_dict(self) -> dict[str, Any]:
        about = {"embedding": self.name, "space": self.space, "step": self.step}
        return about | {
            name: getattr(self.score, name) for name in ("value", "spread", "repeats", "protocol", "details")
        }


def usual_protocol(run: Run) -> str:
    """The usual protocol of the run's task; folds would test a supervised method on labels that it was told."""
    if run.graphs.task == GRAPH and not run.method.supervised:
        return "svm"
    return "cluster" if run.graphs.split is None else "probe"


def score_run(run: Run, protocol: str, space: str, seed: int, repeats: int | None) -> Iterator[Scored]:
    """Score the trained embedding, the untrained one, and the VGAE's mean where there is a VGAE, each in its turn."""
    score = _scorer(run, protocol, seed, repeats)
    last = run.snapshots.steps[-1]
    learned = run.method.trained(run.steps, run.settings, space)
    kept = [step.index for step in learned if step.index in run.snapshots]
    if protocol == "probe" and kept:
        best = score({step: run.arrays(step)[space] for step in kept})
        yield Scored("best on validation", space, best.details["epoch"], best)
    yield Scored("final", space, last, score(run.arrays(last)[space]))
    yield Scored("untrained", space, 0, score(run.arrays(0)[space]))
    for beside in run.method.beside_with(run.settings):
        if beside.array != space:
            yield Scored(beside.title, beside.array, last, score(run.arrays(last)[beside.array]))


def paired_difference(rows: list[Scored]) -> dict[str, Any] | None:
    """Final minus untrained accuracy, fold by fold; None where the protocol has no folds.

    Folds share training items and repeats share all items, so the standard error is that of Nadeau and Bengio (2003):
    the variance times 1/n + test share / training share, which does not shrink to 0 with the number of repeats.
    """
    details = {row.name: row.score.details for row in rows}
    if "folds" not in details.get("final", {}):
        return None
    gain = np.subtract(details["final"]["folds"], details["untrained"]["folds"])
    folds = len(gain) // len(details["final"]["repeats"])
    error = np.sqrt(gain.var(ddof=1) * (1 / len(gain) + 1 / (folds - 1)))
    return {"mean": float(gain.mean()), "se": float(error), "folds": len(gain), "correction": CORRECTION}


def _scorer(run: Run, protocol: str, seed: int, repeats: int | None) -> Callable[[Any], Score]:
    y, split = run.graphs.y, run.graphs.split
    if protocol == "svm" and run.method.supervised:
        raise ValueError(
            f"The folds of the svm hold labels that {run.method.title} was told in training. Use --protocol probe, "
            "which tests on items whose labels no training has seen."
        )
    if protocol == "svm":
        return lambda z: svm(z, y, seed=seed, repeats=repeats or 1, jobs=os.cpu_count() or 1)
    if protocol == "cluster":
        return lambda z: cluster(z, y, seed=seed, repeats=repeats or 10)
    if split is None:
        raise ValueError(f"The probe needs a split, but {run.graphs.name!r} has none. Use --protocol svm or cluster.")
    return lambda z: linear_probe(z, y, split)
