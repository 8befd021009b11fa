"""Sweep: many jobs through joblib, on the cores of this machine or on a Dask cluster, each row kept as it comes."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack

from joblib import Parallel, delayed, parallel_config

from igcl_core.errors import UnknownName
from igcl_core.reproduce.job import Job
from igcl_core.reproduce.results import Results, Row
from igcl_core.reproduce.worker import run_job

LOKY, DASK = BACKENDS = ("loky", "dask")
WAIT_FOR_SCHEDULER = "20s"

# loky starts a worker anew when a large job has left it large, and says so; no row is lost by that.
warnings.filterwarnings("ignore", message="A worker stopped while some jobs were given to the executor")


def sweep(
    jobs: list[Job], results: Results, backend: str = LOKY, workers: int = 1, scheduler: str | None = None
) -> Iterator[Row]:
    """Run what the results file does not hold yet, append every row when it is done, and yield it."""
    missing = results.missing(jobs)
    if not missing:
        return
    with place(backend, workers, scheduler):
        for row in Parallel(return_as="generator_unordered", batch_size=1)(delayed(run_job)(job) for job in missing):
            results.append(row)
            yield row


def place(backend: str, workers: int, scheduler: str | None) -> AbstractContextManager:
    """Where jobs run: in this process (one loky worker), in several here, or on every worker of a Dask cluster."""
    if backend not in BACKENDS:
        raise UnknownName("backend", backend, BACKENDS)
    if (backend == DASK) != (scheduler is not None):
        raise ValueError("A Dask cluster is reached by --backend dask together with --scheduler ADDRESS.")
    stack = ExitStack()
    if backend == DASK:
        stack.enter_context(_client(scheduler))
    stack.enter_context(parallel_config(backend, n_jobs=-1 if backend == DASK else workers))
    return stack


def _client(scheduler: str) -> AbstractContextManager:
    try:
        from distributed import Client
    except ImportError:
        raise ValueError(
            "--backend dask needs the package distributed, which is not installed here: "
            "pip install dask distributed, in the versions of requirements-dev.txt."
        ) from None
    try:
        return Client(scheduler, timeout=WAIT_FOR_SCHEDULER)
    except (OSError, ValueError) as problem:
        raise ValueError(
            f"A Dask scheduler was expected at {scheduler!r}, but none answered ({problem}). "
            "Start one with `dask scheduler` and name its address, such as tcp://host:8786."
        ) from None
