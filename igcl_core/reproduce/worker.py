"""Worker: one job to one row of results, the same on any machine and in any process."""

from __future__ import annotations

import platform
import time
from dataclasses import replace
from datetime import UTC, datetime
from importlib.metadata import version
from typing import Any

from igcl_core.data import Graphs, load, random_split
from igcl_core.data.graphs import GRAPH
from igcl_core.errors import Diverged
from igcl_core.evaluate import linear_probe, svm
from igcl_core.reproduce.clusters import cluster_metrics
from igcl_core.reproduce.flat_map import flat_map
from igcl_core.reproduce.fold_by_fold import fold_by_fold
from igcl_core.reproduce.job import Job
from igcl_core.reproduce.variants import VARIANTS
from igcl_core.threads import computing
from igcl_core.training.registry import find_method
from igcl_core.training.step import Step
from igcl_core.training.train import train

SPLIT_PER_SEED = ("photo", "computers")
WATCHED = ("adjacency_accuracy", "edge_auc")
PACKAGES = ("numpy", "scipy", "torch", "scikit-learn", "gensim")


def run_job(job: Job) -> dict[str, Any]:
    """Train and score. A run that diverges is a row too: without scores, with the sentence that says so."""
    start = time.perf_counter()
    try:
        with computing():
            outcome = _scores(job)
    except Diverged as problem:
        outcome = {"metrics": {}, "protocol": "", "error": str(problem)}
    return {**_origin(job), **outcome, "seconds": round(time.perf_counter() - start, 2), "finished": _now()}


def _scores(job: Job) -> dict[str, Any]:
    graphs = data_of(job)
    make, method = VARIANTS[job.row].make, VARIANTS[job.row].method
    if graphs.task == GRAPH and find_method(method).supervised:
        metrics, protocol = fold_by_fold(graphs, method, job.settings)
        return {"metrics": metrics, "protocol": protocol}
    if make is None:
        steps = [step for step in train(graphs, method, job.settings) if step.arrays]
    else:
        steps = [make(graphs, job.settings)]
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
    method = find_method(VARIANTS[job.row].method)
    candidates = method.trained(steps, job.settings) or steps
    probe = linear_probe({step.index: step.arrays["z"] for step in candidates}, graphs.y, graphs.split)
    clusters, of_clusters = cluster_metrics(steps[-1].arrays["z"], graphs.y, job.seed)
    metrics = {"accuracy": probe.value, "val": probe.details["val"], "epoch": probe.details["epoch"]}
    metrics |= {"C": probe.details["C"], "last": probe.details["test_curve"][-1]}
    metrics |= clusters
    if job.map:
        metrics |= flat_map(steps[-1].arrays["z"], graphs.y, job.seed)
    labels = "uses the labels of training nodes before the probe does; " if method.supervised else ""
    return metrics, f"{labels}{probe.protocol}; {of_clusters}"


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
