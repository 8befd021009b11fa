"""UMAP as a generator: the fuzzy graph of exact neighbours, settled an epoch at a time, seeded.

umap-learn runs from start to end in one call and compiles for half a minute; this shows every epoch, in the same curve.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from scipy import sparse

from igcl_core.layout.frame import Frame
from igcl_core.layout.fuzzy_graph import curve, fuzzy_graph
from igcl_core.layout.neighbours import neighbours
from igcl_core.layout.pca import plane

NEIGHBOURS, MIN_DISTANCE, EPOCHS, WARM_EPOCHS, EVERY = 15, 0.1, 500, 100, 10
MANY, EPOCHS_OF_MANY = 10_000, 200
NEGATIVES, WIDTH = 5, 10.0


def umap(
    z: np.ndarray | sparse.csr_matrix,
    *,
    n_neighbors: int = NEIGHBOURS,
    min_dist: float = MIN_DISTANCE,
    epochs: int | None = None,
    start: np.ndarray | None = None,
    afresh: bool = False,
    seed: int = 0,
    every: int = EVERY,
) -> Iterator[Frame]:
    """Yield the starting layout at once, then a frame every few epochs (500 in all, 200 above 10,000 items).

    Starts at the principal plane; from a layout given as `start`, 100 epochs at a low rate are enough, unless it is
    to be laid out `afresh`.
    `n_neighbors` counts an item as its own first neighbour, as umap-learn does.
    """
    items = z.shape[0]
    whole = start is None or afresh
    if epochs is None:
        epochs = (EPOCHS if items <= MANY else EPOCHS_OF_MANY) if whole else WARM_EPOCHS
    _check(z, n_neighbors, min_dist, epochs, every)
    xy = _first_layout(z, start, seed)
    yield Frame(xy.copy(), 0, epochs)
    graph = fuzzy_graph(neighbours(z, min(n_neighbors, items) - 1))
    yield from _settle(graph, xy, min_dist, epochs, 1.0 if whole else 0.25, seed, every)


def _check(z: np.ndarray | sparse.csr_matrix, n_neighbors: int, min_dist: float, epochs: int, every: int) -> None:
    if z.ndim != 2 or z.shape[0] < 4:
        raise ValueError(f"UMAP needs a matrix with a row for each of at least 4 items, but {z.shape} came.")
    if n_neighbors < 2 or not 0 <= min_dist <= 1 or epochs < 1 or every < 1:
        raise ValueError(
            "UMAP needs at least 2 neighbours, a least distance from 0 to 1 and at least 1 epoch, "
            f"but {n_neighbors}, {min_dist} and {epochs} came."
        )


def _first_layout(z: np.ndarray | sparse.csr_matrix, start: np.ndarray | None, seed: int) -> np.ndarray:
    """The layout given, or the principal plane ten units wide with a little noise, which parts equal items."""
    if start is not None:
        if np.shape(start) != (z.shape[0], 2) or not np.isfinite(start).all():
            raise ValueError(f"A start of {z.shape[0]} finite points was expected, not of shape {np.shape(start)}.")
        return np.array(start, np.float32)
    xy = plane(z).xy
    xy = xy * (WIDTH / max(float(np.ptp(xy, axis=0).max()), 1e-12))
    return (xy + np.random.default_rng(seed).normal(scale=1e-4 * WIDTH, size=xy.shape)).astype(np.float32)


def _settle(
    graph: sparse.coo_matrix, xy: np.ndarray, min_dist: float, epochs: int, rate: float, seed: int, every: int
) -> Iterator[Frame]:
    from igcl_core.layout.umap_epoch import epoch

    a, b = curve(min_dist)
    strong = graph.data >= graph.data.max() / max(epochs, 10)
    head, tail = graph.row[strong].astype(np.int32), graph.col[strong].astype(np.int32)
    period = (graph.data.max() / graph.data[strong]).astype(np.float64)
    due, negative_due = period.copy(), period / NEGATIVES
    random = np.uint64(np.random.default_rng(seed).integers(1, 2**63))
    for number in range(epochs):
        now = rate * (1 - number / epochs)
        random = np.uint64(epoch(xy, head, tail, period, due, negative_due, number, now, a, b, NEGATIVES, random))
        if (number + 1) % every == 0 or number + 1 == epochs:
            yield Frame(xy.copy(), number + 1, epochs)
