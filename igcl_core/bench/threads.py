"""One thread against one for each core, on a machine that is otherwise idle and on one whose cores are all at work."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import numpy as np

from igcl_core.bench.timing import Timing, side_by_side
from igcl_core.training.run import Run

REPEATS = 5
QUIET = {"probe_every": 0, "snapshot_every": 0, "icl_every": 0}
CASES = {"pubmed": {"warmup": 1000}, "cora": {"epochs": 1000}, "mutag": {"epochs": 1000}}


def _burn() -> None:
    """Keep a core at work until this process is ended."""
    a = np.ones((300, 300))
    while True:
        a @ a


@contextmanager
def _load(processes: int) -> Iterator[None]:
    """So many other processes that compute meanwhile."""
    spawn = multiprocessing.get_context("spawn")
    others = [spawn.Process(target=_burn, daemon=True) for _ in range(processes)]
    for other in others:
        other.start()
    try:
        yield
    finally:
        for other in others:
            other.terminate()
            other.join()


def _step(dataset: str, threads: int) -> Callable[[], object]:
    run = Run(dataset, threads=threads, **QUIET, **CASES[dataset])
    return run.advance


def one_and_several() -> list[Timing]:
    """A step with one thread, and with one for each core ("plain"): idle, and beside as many busy processes."""
    cores = os.cpu_count() or 1
    rows = []
    for dataset in CASES:
        ways = _step(dataset, 1), _step(dataset, cores)
        for state, busy in (("idle", 0), ("loaded", cores)):
            with _load(busy):
                one, several = side_by_side(*ways, REPEATS)
            what = f"A step of {dataset}, {state} machine: 1 thread against {cores}."
            met = not busy or several >= one
            target = "1 thread not slower" if busy else "none: it is said"
            rows.append(Timing(f"threads-{dataset}-{state}", what, one, several, "ms", several / one, target, met))
    return rows
