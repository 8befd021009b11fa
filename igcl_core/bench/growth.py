"""How time and memory of a step grow with the graph: planted classes, 1,000 to 1,000,000 edges, seven to a node."""

from __future__ import annotations

import multiprocessing
import statistics
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import NamedTuple

import numpy as np

from igcl_core.bench.timing import Timing, peak_mebibytes
from igcl_core.data.graphs import Graphs
from igcl_core.methods.implicit.phases import CONTRAST
from igcl_core.methods.implicit.phases import VGAE as VGAE_PHASE
from igcl_core.training.run import Run

EDGES = (1_000, 10_000, 100_000, 1_000_000)
EDGES_A_NODE, CLASSES, FEATURES, SAME = 7, 40, 128, 0.7
WIDTH, REPEATS = 64, 3
QUIET = {"probe_every": 0, "snapshot_every": 0, "icl_every": 0, "health_every": 1000}
MOST_EXPONENT = 1.2


class Cost(NamedTuple):
    """Milliseconds of one core for a step of either phase, and the mebibytes that the run added to its process."""

    vgae: float
    contrast: float
    memory: float


def planted_graph(edges: int, seed: int = 0) -> Graphs:
    """About so many edges, most of them inside a class, and features around the mean of the class."""
    random, nodes = np.random.default_rng(seed), max(edges // EDGES_A_NODE, CLASSES)
    y = np.sort(random.integers(CLASSES, size=nodes))
    start = np.searchsorted(y, np.arange(CLASSES + 1))
    low = random.integers(nodes, size=edges)
    inside = start[y[low]] + (random.random(edges) * np.diff(start)[y[low]]).astype(np.int64)
    high = np.where(random.random(edges) < SAME, inside, random.integers(nodes, size=edges))
    x = 0.3 * random.normal(size=(CLASSES, FEATURES))[y] + random.normal(size=(nodes, FEATURES))
    kept = low != high
    return Graphs("planted at random", "node", x.astype(np.float32), np.stack([low, high])[:, kept], y)


def cost(edges: int) -> Cost:
    """Of the median step of each phase, in processor time, so that a busy machine counts for little."""
    graphs, before = planted_graph(edges), peak_mebibytes()
    run = Run(graphs, D=WIDTH, vgae_hidden=WIDTH, K=0, warmup=REPEATS + 1, epochs=REPEATS + 1, **QUIET)
    taken: dict[str, list[float]] = {VGAE_PHASE: [], CONTRAST: []}
    for _ in range(2 * REPEATS + 1):
        start = time.process_time()
        run.advance()
        taken[run.steps[-1].phase].append(1000 * (time.process_time() - start))
    return Cost(*(statistics.median(times[1:]) for times in taken.values()), peak_mebibytes() - before)


def _cost_beside(connection: Connection, edges: int) -> None:
    connection.send(cost(edges))


def in_a_process(edges: int) -> Cost:
    """The cost as a process of its own has it, which has held no other graph before."""
    receiver, sender = multiprocessing.Pipe(duplex=False)
    process = multiprocessing.get_context("spawn").Process(target=_cost_beside, args=(sender, edges))
    process.start()
    found = receiver.recv()
    process.join()
    return found


def exponent(sizes: tuple[int, ...], values: list[float]) -> float:
    """k of value ~ size^k, from the second size to the last: at the first it is what any step costs that counts."""
    return float(np.log(values[-1] / values[1]) / np.log(sizes[-1] / sizes[1]))


def growth(measured: Callable[[int], Cost] = in_a_process) -> list[Timing]:
    """A step on planted graphs of 1,000 to 1,000,000 edges; the ratio is the exponent of its growth with the edges."""
    costs = [measured(edges) for edges in EDGES]
    whats = {"vgae": ("A VGAE step", "ms"), "contrast": ("A contrast step", "ms"), "memory": ("Memory of a run", "MiB")}
    rows = []
    for name, (what, unit) in whats.items():
        values = [getattr(each, name) for each in costs]
        grows = exponent(EDGES, values)
        sizes = ", ".join(f"{value:,.0f} at {edges:,}" for edges, value in zip(EDGES, values, strict=True))
        about = (
            f"{what} on {EDGES[-1]:,} edges, D = {WIDTH}; plain is {EDGES[-1] // EDGES[1]} times that on {EDGES[1]:,}."
        )
        target = f"exponent at most {MOST_EXPONENT:g}"
        plain = values[1] * EDGES[-1] / EDGES[1]
        rows.append(
            Timing(f"growth-{name}", about, values[-1], plain, unit, grows, target, grows <= MOST_EXPONENT, sizes)
        )
    return rows
