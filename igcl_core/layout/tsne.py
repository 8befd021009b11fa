"""t-SNE as a generator: watch it settle, pause by not asking for more, go on from any layout.

openTSNE keeps the optimiser and finds the affinities; up to EXACT_ITEMS items the gradient is exact and compiled
here, above that openTSNE interpolates it. numba and openTSNE are imported where they are first used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
from scipy import sparse

from igcl_core.layout.frame import Frame
from igcl_core.layout.neighbours import neighbours
from igcl_core.layout.pca import plane

PERPLEXITY, ITERATIONS, WARM_ITERATIONS, EVERY = 50.0, 1000, 100, 20
EXAGGERATION, SHARE_EXAGGERATED = 12.0, 0.25
START_SPREAD = 1e-4
EXACT_ITEMS = 6000


def tsne(
    z: np.ndarray | sparse.csr_matrix,
    *,
    perplexity: float = PERPLEXITY,
    iterations: int | None = None,
    start: np.ndarray | None = None,
    afresh: bool = False,
    seed: int = 0,
    every: int = EVERY,
) -> Iterator[Frame]:
    """Yield the starting layout at once, then a frame every few iterations until `iterations` (1000) are done.

    Starts at the principal plane with the first quarter exaggerated; from a layout given as `start`, 100
    iterations without exaggeration are enough, which hold it still. With `afresh` that layout is shrunk to a dot and
    gets the whole treatment: it moves more, keeps its arrangement, and ends as good as one from nothing.
    The seed parts items whose start is the same point.
    """
    whole = start is None or afresh
    if iterations is None:
        iterations = ITERATIONS if whole else WARM_ITERATIONS
    _check(z, perplexity, iterations, every)
    exaggerated = round(SHARE_EXAGGERATED * iterations) if whole else 0
    first = _first_layout(z, start, afresh, seed)
    yield Frame(first, 0, iterations)
    yield from _settle(_affinities(z, perplexity), first, iterations, exaggerated, every)


def _check(z: np.ndarray | sparse.csr_matrix, perplexity: float, iterations: int, every: int) -> None:
    if z.ndim != 2 or z.shape[0] < 4:
        raise ValueError(f"t-SNE needs a matrix with a row for each of at least 4 items, but {z.shape} came.")
    if not perplexity >= 1 or iterations < 1 or every < 1:
        raise ValueError(
            "t-SNE needs a perplexity, a number of iterations and a rhythm of at least 1, "
            f"but {perplexity}, {iterations} and {every} came."
        )


def usable_perplexity(perplexity: float, items: int) -> float:
    """The perplexity, or the largest for which so few items have three times as many neighbours."""
    return max(1.0, min(float(perplexity), (items - 1) / 3))


def _first_layout(z: np.ndarray | sparse.csr_matrix, start: np.ndarray | None, afresh: bool, seed: int) -> np.ndarray:
    if start is not None:
        start = np.asarray(start, np.float64)
        if start.shape != (z.shape[0], 2) or not np.isfinite(start).all():
            raise ValueError(f"A start of {z.shape[0]} finite points was expected, not of shape {start.shape}.")
        start = start - start.mean(axis=0)
    if start is not None and not afresh:
        return start
    xy = plane(z).xy if start is None else start
    xy = xy / max(float(xy[:, 0].std()), 1e-12) * START_SPREAD
    return xy + np.random.default_rng(seed).normal(size=xy.shape) * (START_SPREAD / 100)


def _affinities(z: np.ndarray | sparse.csr_matrix, perplexity: float):
    """P of the 3 * perplexity nearest neighbours, exact ones, each row's entropy that of the perplexity."""
    from openTSNE.affinity import PrecomputedAffinities, joint_probabilities_nn

    perplexity = usable_perplexity(perplexity, z.shape[0])
    near = neighbours(z, min(z.shape[0] - 1, int(3 * perplexity)))
    distance = near.distance.astype(np.float64)
    P = joint_probabilities_nn(near.index.astype(np.int64), distance, [perplexity])
    return PrecomputedAffinities(P.tocsr(), normalize=False)


def _settle(affinities, first: np.ndarray, iterations: int, exaggerated: int, every: int) -> Iterator[Frame]:
    from openTSNE import TSNEEmbedding
    from openTSNE.tsne import gradient_descent

    items = len(first)
    gradient, kind = _gradient(items)
    P = affinities.P.astype(kind)
    layout = TSNEEmbedding(np.array(first, np.float64), affinities, optimizer=gradient_descent(), n_jobs=1)
    done = 0
    while done < iterations:
        early = done < exaggerated
        factor = EXAGGERATION if early else 1.0
        affinities.P = P * kind(factor)
        end = min(done + every, exaggerated if early else iterations)
        costs: list[float] = []
        layout.optimize(
            end - done,
            inplace=True,
            learning_rate=items / factor,
            negative_gradient_method=gradient,
            callbacks=lambda _, cost, __, costs=costs: costs.append(cost),
            callbacks_every_iters=end - done,
        )
        done = end
        cost = float(costs[-1] / factor - np.log(factor))
        yield Frame(np.array(layout.view(np.ndarray)), done, iterations, cost)


def _gradient(items: int) -> tuple[Callable | str, type]:
    """The exact gradient and the numbers it wants, or the name of openTSNE's interpolated one where items are many."""
    if items > EXACT_ITEMS:
        return "fft", np.float64
    from igcl_core.layout.tsne_gradient import exact_gradient

    return exact_gradient, np.float32
