"""UMAP as a generator: umap-learn's map of exact neighbours, seeded, shown an epoch at a time while it settles."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from scipy import sparse

from igcl_core.layout.frame import Frame
from igcl_core.layout.pca import plane

NEIGHBOURS, MIN_DISTANCE, EPOCHS, WARM_EPOCHS, EVERY = 15, 0.1, 500, 100, 10
MANY, EPOCHS_OF_MANY = 10_000, 200
WIDTH, WARM_RATE = 10.0, 0.25


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

    Starts at the principal plane, or `afresh` at the layout given as `start`, and ends where
    umap.UMAP(init=start, random_state=seed) does; from 4,096 items on it does so given the same neighbours, which are
    exact here and guessed by umap-learn.
    From a `start` alone, 100 epochs at a low rate and at its own size are enough, which hold it nearly still.
    `n_neighbors` counts an item as its own first neighbour, as umap-learn does.
    """
    items = z.shape[0]
    whole = start is None or afresh
    if epochs is None:
        epochs = (EPOCHS if items <= MANY else EPOCHS_OF_MANY) if whole else WARM_EPOCHS
    _check(z, n_neighbors, min_dist, epochs, every, seed)
    xy = _principal(z, seed) if start is None else _given(z, start)
    xy = _squared(xy) if whole else xy.astype(np.float32, order="C")
    yield Frame(xy.copy(), 0, epochs)
    from igcl_core.layout.umap_learn import Descent, fuzzy_graph, nearest

    near = nearest(z, min(n_neighbors, items - 1))
    descent = Descent(fuzzy_graph(near), xy, min_dist, epochs, 1.0 if whole else WARM_RATE, seed)
    while descent.done < epochs:
        descent.advance()
        if descent.done % every == 0 or descent.done == epochs:
            yield Frame(xy.copy(), descent.done, epochs)


def _check(
    z: np.ndarray | sparse.csr_matrix, n_neighbors: int, min_dist: float, epochs: int, every: int, seed: int
) -> None:
    if z.ndim != 2 or z.shape[0] < 4:
        raise ValueError(f"UMAP needs a matrix with a row for each of at least 4 items, but {z.shape} came.")
    if n_neighbors < 2 or not 0 <= min_dist <= 1 or epochs < 1 or every < 1:
        raise ValueError(
            "UMAP needs at least 2 neighbours, a least distance from 0 to 1 and at least 1 epoch, "
            f"but {n_neighbors}, {min_dist} and {epochs} came."
        )
    if not 0 <= seed < 2**32:
        raise ValueError(f"A seed of UMAP must be from 0 to {2**32 - 1}, but {seed} came.")


def _principal(z: np.ndarray | sparse.csr_matrix, seed: int) -> np.ndarray:
    """The principal plane with a little noise, which parts equal items."""
    xy = _sized(plane(z).xy)
    return xy + np.random.default_rng(seed).normal(scale=1e-4 * WIDTH, size=xy.shape).astype(np.float32)


def _given(z: np.ndarray | sparse.csr_matrix, start: np.ndarray) -> np.ndarray:
    if np.shape(start) != (z.shape[0], 2) or not np.isfinite(start).all():
        raise ValueError(f"A start of {z.shape[0]} finite points was expected, not of shape {np.shape(start)}.")
    return np.array(start)


def _squared(xy: np.ndarray) -> np.ndarray:
    """Each axis from 0 to 10, as umap-learn begins; an axis without extent stays so."""
    extent = np.ptp(xy, axis=0)
    return (WIDTH * (xy - xy.min(axis=0)) / np.where(extent > 0, extent, 1)).astype(np.float32, order="C")


def _sized(xy: np.ndarray) -> np.ndarray:
    """The layout as it is, ten units wide."""
    return (xy * (WIDTH / max(float(np.ptp(xy, axis=0).max()), 1e-12))).astype(np.float32, order="C")
