"""What UMAP takes from umap-learn: its distances, its fuzzy graph, its curve, and one epoch of its own descent.

umap-learn descends from start to end in one call and holds the interpreter meanwhile. Its epoch is compiled here once
more from its own source, with its own flags: so that epochs can be watched, that training goes on beside them, and that
what was compiled is kept on disk. tests/layout/test_umap.py holds the outcome to that of umap.UMAP, bit for bit: an
umap-learn whose private epoch has changed is noticed there.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass, field

import numba
import numpy as np
from scipy import sparse
from sklearn.metrics import pairwise_distances
from umap import layouts, umap_
from umap.distances import euclidean
from umap.umap_ import find_ab_params, fuzzy_simplicial_set, make_epochs_per_sample

from igcl_core.layout.neighbours import Neighbours, neighbours

NEGATIVES, GAMMA = 5.0, 1.0
ALL_PAIRS, MORE = 4096, 8  # below so many items umap-learn looks at all pairs; so many more may be among the nearest
SMALL, EPOCHS_OF_SMALL, EPOCHS = 10_000, 500, 200
_UNUSED = np.zeros(1, np.float32)  # arrays of densMAP, which is off
_PARALLEL = threading.Lock()  # not every threading layer of numba bears two callers at once

for _kernel in (umap_.smooth_knn_dist, umap_.compute_membership_strengths):
    _kernel.enable_caching()
_epoch = numba.njit(layouts._optimize_layout_euclidean_single_epoch, fastmath=True, nogil=True, cache=True)


def nearest(z: np.ndarray | sparse.csr_matrix, k: int) -> Neighbours:
    """The k nearest of every item, itself among them, with the distances that umap-learn rounds its own way.

    Descent is chaotic: a distance that differs in its last digit ends in another map.
    """
    items = z.shape[0]
    if sparse.issparse(z) and items < ALL_PAIRS:
        return _first(pairwise_distances(z), np.tile(np.arange(items), (items, 1)), k)
    near = neighbours(z, min(k - 1 + MORE, items - 1))
    index = np.concatenate([np.arange(items)[:, None], near.index], axis=1)
    if items >= ALL_PAIRS:
        return Neighbours(index[:, :k], np.pad(near.distance, ((0, 0), (1, 0)))[:, :k])
    rows, index = np.asarray(z, np.float32), np.sort(index, axis=1)
    return _first(np.array([[euclidean(rows[i], rows[j]) for j in near] for i, near in enumerate(index)]), index, k)


def _first(distance: np.ndarray, index: np.ndarray, k: int) -> Neighbours:
    """The k smallest of each row; equal ones in the order of the items, as umap-learn takes them."""
    order = np.argsort(distance, axis=1, kind="stable")[:, :k]
    return Neighbours(np.take_along_axis(index, order, axis=1), np.take_along_axis(distance, order, axis=1))


def fuzzy_graph(near: Neighbours) -> sparse.csr_matrix:
    """How strongly every item is tied to its neighbours, each on a scale of its own, as umap-learn sees it."""
    items, k = near.index.shape
    nothing = sparse.csr_matrix((items, 0))  # only its number of rows is asked for
    about = {"knn_indices": near.index.astype(np.int32), "knn_dists": near.distance.astype(np.float32)}
    with _PARALLEL:
        threads = numba.get_num_threads()
        numba.set_num_threads(1)
        try:
            graph, *_ = fuzzy_simplicial_set(nothing, k, None, "euclidean", **about)
        finally:
            numba.set_num_threads(threads)
    return graph


def curve(min_dist: float) -> tuple[float, float]:
    """a and b of 1 / (1 + a d^(2b)), by which nearness in the plane falls with the distance d."""
    return find_ab_params(1.0, min_dist)


@dataclass(eq=False)
class Descent:
    """The state of a descent: a layout, and when each tie pulls and pushes next."""

    graph: sparse.csr_matrix
    xy: np.ndarray
    min_dist: float
    epochs: int
    rate: float = 1.0
    seed: int = 0
    done: int = field(default=0, init=False)

    def __post_init__(self) -> None:
        ties = _strong(self.graph, self.epochs)
        self.head, self.tail = ties.row, ties.col
        self.a, self.b = curve(self.min_dist)
        self.period = make_epochs_per_sample(ties.data, self.epochs)
        self.push_period = self.period / NEGATIVES
        self.next_pull, self.next_push = self.period.copy(), self.push_period.copy()
        self.random = _random_states(self.xy, self.seed)

    def advance(self) -> None:
        """One epoch: every tie whose turn it is pulls its ends together and pushes its head from random items."""
        rate = self.rate * (1.0 - float(max(0, self.done - 1)) / float(self.epochs))
        _epoch(
            self.xy, self.xy, self.head, self.tail, self.graph.shape[1], self.period, self.a, self.b, self.random,
            GAMMA, 2, True, rate, self.push_period, self.next_push, self.next_pull, self.done,
            False, _UNUSED, _UNUSED, 0, 0, 0, 0, _UNUSED, _UNUSED, 0,
        )  # fmt: skip
        self.done += 1


def _strong(graph: sparse.csr_matrix, epochs: int) -> sparse.coo_matrix:
    """The ties that are strong enough to pull at least once."""
    ties = graph.tocoo(copy=True)
    ties.sum_duplicates()
    usual = EPOCHS_OF_SMALL if ties.shape[0] <= SMALL else EPOCHS
    ties.data[ties.data < ties.data.max() / float(epochs if epochs > 10 else usual)] = 0.0
    ties.eliminate_zeros()
    return ties


def _random_states(xy: np.ndarray, seed: int) -> np.ndarray:
    """Three numbers for each item, which umap-learn draws from the seed and parts by the item's place."""
    drawn = np.random.RandomState(seed).randint(np.iinfo(np.int32).min + 1, np.iinfo(np.int32).max - 1, 3)
    return np.full((len(xy), 3), drawn, np.int64) + xy[:, 0].astype(np.float64).view(np.int64).reshape(-1, 1)
