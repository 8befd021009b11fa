"""Worker: one job to one row of results, the same on any machine and in any process."""

from __future__ import annotations

import platform
import time
from dataclasses import replace
from datetime import UTC, datetime
from importlib.metadata import version
from typing import Any

import torch
from threadpoolctl import threadpool_limits

from igcl_core.data import Graphs, load, random_split
from igcl_core.data.graphs import GRAPH
from igcl_core.errors import Diverged
from igcl_core.evaluate import cluster, linear_probe, svm
from igcl_core.reproduce.flat_map import flat_map
from igcl_core.reproduce.job import Job
from igcl_core.reproduce.settled import settled
from igcl_core.step import START, VGAE, Step
from igcl_core.train import train

SPLIT_PER_SEED = ("photo", "computers")
WATCHED = ("adjacency_accuracy", "edge_auc")
PACKAGES = ("numpy", "scipy", "torch", "scikit-learn")


def run_job(job: Job) -> dict[str, Any]:
    """Train and score. A run that diverges is a row too: without scores, with the sentence that says so."""
    start = time.perf_counter()
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        with threadpool_limits(1):
            outcome = _scores(job)
    except Diverged as problem:
        outcome = {"metrics": {}, "protocol": "", "error": str(problem)}
    finally:
        torch.set_num_threads(threads)
    return {**_origin(job), **outcome, "seconds": round(time.perf_counter() - start, 2), "finished": _now()}


def _scores(job: Job) -> dict[str, Any]:
    graphs = data_of(job)
    if graphs.task == GRAPH and job.settings.lr == 0:
        steps = [settled(graphs, job.settings)]
    else:
        steps = [step for step in train(graphs, settings=job.settings) if step.arrays]
    metrics, protocol = (_score_graphs if graphs.task == GRAPH else _score_nodes)(job, graphs, steps)
    watched = {name: steps[-1].metrics[name] for name in WATCHED if name in steps[-1].metrics}
    return {"metrics": {**metrics, **watched}, "protocol": protocol}


def data_of(job: Job) -> Graphs:
    """The data of the job. The Amazon graphs have no public split, so each seed draws its own 10/10/80."""
    graphs = load(job.dataset)
    if job.dataset not in SPLIT_PER_SEED:
        return graphs
    return replace(graphs, split=random_split(graphs.num_nodes, 0.1, 0.1, seed=job.seed))


def _score_nodes(job: Job, graphs: Graphs, steps: list[Step]) -> tuple[dict[str, Any], str]:
    """Logistic regression at the epoch best on validation, and K-means on the last epoch."""
    probe = linear_probe({step.index: step.arrays["z"] for step in trained(steps, job)}, graphs.y, graphs.split)
    normalise = job.settings.normalise != "none"
    found = cluster(steps[-1].arrays["z"], graphs.y, seed=job.seed, repeats=1, normalise=normalise)
    metrics = {"accuracy": probe.value, "val": probe.details["val"], "epoch": probe.details["epoch"]}
    metrics |= {"C": probe.details["C"], "last": probe.details["test_curve"][-1]}
    metrics |= {name: found.details[name] for name in ("acc", "nmi", "ari")}
    if job.map:
        metrics |= flat_map(steps[-1].arrays["z"], graphs.y, job.seed)
    return metrics, f"{probe.protocol}; {found.protocol}"


def trained(steps: list[Step], job: Job) -> list[Step]:
    """The snapshots to choose from: none from before z was trained at all, where there are others."""
    before = (START,) if job.settings.augmentation == "none" else (START, VGAE)
    return [step for step in steps if step.phase not in before] or steps


def _score_graphs(job: Job, graphs: Graphs, steps: list[Step]) -> tuple[dict[str, Any], str]:
    """A support vector machine on the last epoch; the seed names the folds, so rows of a seed compare fold by fold."""
    score = svm(steps[-1].arrays["z"], graphs.y, seed=job.seed)
    return {"accuracy": score.value, "folds": score.details["folds"]}, score.protocol


def _origin(job: Job) -> dict[str, Any]:
    about = {name: getattr(job, name) for name in ("key", "table", "dataset", "row", "preset", "seed")}
    versions = {"python": platform.python_version(), **{name: version(name) for name in PACKAGES}}
    return {**about, "settings": job.settings.as_dict(), "versions": versions}


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
