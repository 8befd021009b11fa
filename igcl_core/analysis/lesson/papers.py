"""The papers of the lesson: a slice of Cora out of a recorded run, the first 120 that its first paper leads to."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from igcl_core.analysis.around_item import inner_edges, linked
from igcl_core.data import Graphs
from igcl_core.training.run import Run

MOST = 120


@dataclass(frozen=True, eq=False)
class Papers:
    """Papers by their numbers in Cora, the links between them by their places among these, their classes, and the
    means that the VGAE of the recorded run gave them in its last step."""

    nodes: np.ndarray
    edges: np.ndarray
    y: np.ndarray
    mu: np.ndarray
    step: int


@cache
def papers(recorded: Path) -> Papers:
    """Read once per process out of a run file that holds its graph, so that no data need be there."""
    run = Run.open(recorded)
    nodes, step = around(run.graphs, 0), run.snapshots.steps[-1]
    return Papers(nodes, inner_edges(run.graphs, nodes), run.graphs.y[nodes], run.arrays(step)["mu"][nodes], step)


def around(graphs: Graphs, start: int, most: int = MOST) -> np.ndarray:
    """A node, then its neighbours, then theirs and so on, each round by number, until there are `most`."""
    found = np.array([start])
    while len(found) < most:
        next_ = linked(graphs, found)
        if not len(next_):
            break
        found = np.concatenate([found, next_[: most - len(found)]])
    return found
