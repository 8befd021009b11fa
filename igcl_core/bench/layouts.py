"""Maps of Cora's embedding, 2,708 x 256, against scikit-learn's t-SNE and umap-learn, one thread each.

A map takes seconds, too long to take turns often, so processor time is measured: a busy machine does not change it.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
from threadpoolctl import threadpool_limits

from igcl_core.bench.timing import Timing
from igcl_core.layout import Frame, project, trust, warm_up
from igcl_core.training.run import Run

STEPS, EVERY, LOSS = 80, 10, 0.01


def _settled(z: np.ndarray, method: str, start: np.ndarray | None = None) -> Frame:
    *_, frame = project(z, method, start=start)
    return frame


def _timed(function: Callable[[], Any]) -> tuple[float, Any]:
    """Milliseconds of processor time of one call, and what it gave."""
    start = time.process_time()
    result = function()
    return (time.process_time() - start) * 1000, result


@cache
def _embeddings() -> tuple[np.ndarray, np.ndarray]:
    """Two snapshots of a short run; everything is compiled meanwhile."""
    run = Run("cora", icl_every=0, probe_every=0, snapshot_every=EVERY)
    run.advance(STEPS)
    for method in ("tsne", "umap"):
        warm_up(method)
    return run.arrays(STEPS - EVERY)["z"], run.arrays(STEPS)["z"]


@cache
def _cold(snapshot: int) -> tuple[float, np.ndarray]:
    milliseconds, frame = _timed(lambda: _settled(_embeddings()[snapshot], "tsne"))
    return milliseconds, frame.xy


def _row(
    name: str, what: str, ours: float, plain: float, factor: float, trusts: tuple[float, float], by: str
) -> Timing:
    met = plain / ours >= factor and trusts[0] >= trusts[1] - LOSS
    target = f"at least {factor:g} x faster, trustworthiness at most {LOSS} lower"
    note = f"trustworthiness {trusts[0]:.4f} against {trusts[1]:.4f} of {by}"
    return Timing(name, what, ours, plain, "ms", plain / ours, target, met, note)


def tsne_cold() -> list[Timing]:
    """t-SNE of Cora from the start: perplexity 50, 1000 iterations, against scikit-learn's."""
    from sklearn.manifold import TSNE

    z = _embeddings()[1]
    ours, xy = _cold(1)
    theirs = TSNE(perplexity=50, max_iter=1000, init="pca", random_state=0)
    with threadpool_limits(1, user_api="openmp"):
        plain, reference = _timed(lambda: theirs.fit_transform(z))
    trusts = trust(z, xy).trustworthiness, trust(z, reference).trustworthiness
    return [_row("tsne-cold", tsne_cold.__doc__, ours, plain, 3, trusts, "scikit-learn")]


def tsne_warm() -> list[Timing]:
    """t-SNE of a new snapshot of Cora from the layout before it, against one from the start."""
    z = _embeddings()[1]
    plain, cold = _cold(1)
    _, before = _cold(0)
    ours, frame = _timed(lambda: _settled(z, "tsne", start=before))
    trusts = trust(z, frame.xy).trustworthiness, trust(z, cold).trustworthiness
    return [_row("tsne-warm", tsne_warm.__doc__, ours, plain, 5, trusts, "the cold layout")]


def umap_cold() -> list[Timing]:
    """UMAP of Cora: 15 neighbours, 500 epochs, against umap-learn's with the same seed, compiled beforehand."""
    from umap import UMAP

    z = _embeddings()[1]
    ours, frame = _timed(lambda: _settled(z, "umap"))
    theirs = UMAP(random_state=0, n_jobs=1)
    theirs.fit(z[:300])
    plain, reference = _timed(lambda: theirs.fit_transform(z))
    trusts = trust(z, frame.xy).trustworthiness, trust(z, reference).trustworthiness
    return [_row("umap-cold", umap_cold.__doc__, ours, plain, 1, trusts, "umap-learn")]


def first_frame() -> list[Timing]:
    """The first frame of a t-SNE of Cora, in milliseconds of the second it may take."""
    z = _embeddings()[1]
    ours, _ = _timed(lambda: next(project(z, "tsne")))
    return [Timing("map-first-frame", first_frame.__doc__, ours, 1000.0, "ms", 1000 / ours, "within 1 s", ours < 1000)]
