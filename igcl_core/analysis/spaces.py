"""Spaces: the embeddings that can be compared, from the raw features to whatever a run keeps of its steps."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from scipy import sparse

from igcl_core.data.graphs import NODE, Graphs
from igcl_core.training.history import Arrays

MAX_DEGREE = 64
SPREADS = ("sigma",)


class Space(NamedTuple):
    """A space: its title, the array of a snapshot that it is (None: the raw features), and whether it trains."""

    title: str
    array: str | None
    trains: bool


def spaces(snapshots: Mapping[int, Arrays], titles: Mapping[str, str] | None = None) -> dict[str, Space]:
    """The spaces of a run by name, as far as its snapshots hold them, in the order and words of `titles`."""
    arrays, titles = snapshots[min(snapshots)], titles or {}
    found = {"features": Space("Raw features", None, False), "untrained": Space("Untrained backbone", "z", False)}
    for name in [*(name for name in titles if name in arrays), *(name for name in arrays if name not in titles)]:
        if name not in SPREADS and len(arrays[name]) == len(arrays["z"]):
            found[name] = Space(titles.get(name, name), name, True)
    return found


def rows_of(
    space: Space, snapshots: Mapping[int, Arrays], step: int | None = None, graphs: Graphs | None = None
) -> np.ndarray | sparse.csr_matrix:
    """One row per item: of a kept step (default: the newest), of the first if the space does not train, or features."""
    if space.array is None:
        return raw_features(graphs)
    step = (max(snapshots) if step is None else step) if space.trains else min(snapshots)
    if step not in snapshots:
        raise ValueError(f"No snapshot of step {step} is kept; there are {', '.join(map(str, sorted(snapshots)))}.")
    return snapshots[step][space.array]


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
