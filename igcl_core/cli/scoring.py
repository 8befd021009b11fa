"""Scoring of a saved run: which embeddings are scored under each protocol, and by what."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from igcl_core.data.graphs import GRAPH
from igcl_core.evaluate import Score, cluster, linear_probe, svm
from igcl_core.run import Run

PROTOCOLS = ("probe", "svm", "cluster")
CORRECTION = "Nadeau-Bengio"


@dataclass(frozen=True)
class Row:
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
    """The usual protocol of the run's task."""
    if run.graphs.task == GRAPH:
        return "svm"
    return "cluster" if run.graphs.split is None else "probe"


def score_run(run: Run, protocol: str, space: str, seed: int, repeats: int | None) -> Iterator[Row]:
    """Score the trained embedding, the untrained one, and the VGAE's mean, each in its turn."""
    score = _scorer(run, protocol, seed, repeats)
    last = run.snapshots.steps[-1]
    if protocol == "probe":
        best = score({step: run.arrays(step)[space] for step in run.snapshots})
        yield Row("best on validation", space, best.details["epoch"], best)
    yield Row("final", space, last, score(run.arrays(last)[space]))
    yield Row("untrained", space, 0, score(run.arrays(0)[space]))
    if space != "mu":
        yield Row("VGAE mean", "mu", last, score(run.arrays(last)["mu"]))


def paired_difference(rows: list[Row]) -> dict[str, Any] | None:
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
    if protocol == "svm":
        return lambda z: svm(z, y, seed=seed, repeats=repeats or 1, jobs=os.cpu_count() or 1)
    if protocol == "cluster":
        normalise = run.settings.normalise != "none"
        return lambda z: cluster(z, y, seed=seed, repeats=repeats or 10, normalise=normalise)
    if split is None:
        raise ValueError(f"The probe needs a split, but {run.graphs.name!r} has none. Use --protocol svm or cluster.")
    return lambda z: linear_probe(z, y, split)
