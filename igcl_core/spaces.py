"""Spaces: the embeddings of a run that can be compared, from the raw features to the head's output."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from scipy import sparse

from igcl_core.data.graphs import NODE, Graphs
from igcl_core.errors import UnknownName
from igcl_core.kept import Arrays

MAX_DEGREE = 64


class Space(NamedTuple):
    """A space of a run: its title, the array of a snapshot it is (None: not of a snapshot), whether it trains."""

    title: str
    array: str | None
    trains: bool


SPACES = {
    "features": Space("Raw features", None, False),
    "untrained": Space("Untrained backbone", "z", False),
    "mu": Space("VGAE μ", "mu", True),
    "z": Space("iGCL z", "z", True),
    "h": Space("Head output", "h", True),
}


def spaces(snapshots: Mapping[int, Arrays]) -> list[str]:
    """The names of the spaces these snapshots hold."""
    arrays = snapshots[min(snapshots)]
    return [name for name, about in SPACES.items() if about.array is None or about.array in arrays]


def space(
    graphs: Graphs, snapshots: Mapping[int, Arrays], name: str, step: int | None = None
) -> np.ndarray | sparse.csr_matrix:
    """One row per item: of the features, of the untrained network, or of a kept step (default: the newest)."""
    if name not in SPACES:
        raise UnknownName("space", name, SPACES)
    about = SPACES[name]
    if about.array is None:
        return raw_features(graphs)
    step = (max(snapshots) if step is None else step) if about.trains else min(snapshots)
    if step not in snapshots:
        raise ValueError(f"No snapshot of step {step} is kept; there are {', '.join(map(str, sorted(snapshots)))}.")
    return snapshots[step][about.array]


@lru_cache(maxsize=4)
def raw_features(graphs: Graphs) -> np.ndarray | sparse.csr_matrix:
    """Features of nodes, or their mean over a graph; one-hot degrees stand in where the data has none."""
    x = graphs.x
    if not graphs.num_features:
        x = np.eye(MAX_DEGREE + 1, dtype=np.float32)[graphs.degree.clip(max=MAX_DEGREE)]
    if graphs.task == NODE:
        return x
    sizes = np.diff(graphs.ptr)
    pool = sparse.csr_matrix(
        (np.repeat(1 / sizes, sizes).astype(np.float32), np.arange(graphs.num_nodes), graphs.ptr),
        (graphs.num_graphs, graphs.num_nodes),
    )
    return pool @ x
