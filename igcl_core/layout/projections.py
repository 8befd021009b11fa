"""The three ways to draw an embedding in the plane, called alike: a generator of frames."""

from __future__ import annotations

import atexit
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from importlib import import_module
from itertools import islice

import numpy as np
from scipy import sparse

from igcl_core.errors import UnknownName
from igcl_core.layout.align import align
from igcl_core.layout.frame import Frame
from igcl_core.layout.pca import plane
from igcl_core.layout.tsne import EVERY, ITERATIONS, PERPLEXITY, tsne, usable_perplexity
from igcl_core.layout.umap_layout import MIN_DISTANCE, NEIGHBOURS, umap


@dataclass(frozen=True)
class Projection:
    """A way to draw an embedding: its title, what can be set, the words for what was, and what its steps are called."""

    title: str
    parameters: Mapping[str, float] = field(default_factory=dict)
    words: Callable[[Mapping[str, float], int], str] = lambda parameters, items: ""
    unit: str = ""


def _pca(z: np.ndarray | sparse.csr_matrix, about: dict) -> Iterator[Frame]:
    yield Frame(plane(z).xy, 1, 1)


def _tsne(z: np.ndarray | sparse.csr_matrix, about: dict, perplexity: float, iterations: float) -> Iterator[Frame]:
    warm = about["start"] is not None and not about["afresh"]
    return tsne(z, perplexity=perplexity, iterations=None if warm else int(iterations), **about)


def _umap(z: np.ndarray | sparse.csr_matrix, about: dict, n_neighbors: float, min_dist: float) -> Iterator[Frame]:
    return umap(z, n_neighbors=int(n_neighbors), min_dist=min_dist, **about)


def _tsne_words(parameters: Mapping[str, float], items: int) -> str:
    perplexity = usable_perplexity(parameters["perplexity"], items)
    fewer = f" (the most {items:,} items allow)" if perplexity < parameters["perplexity"] else ""
    return f"perplexity {perplexity:g}{fewer}"


def _umap_words(parameters: Mapping[str, float], items: int) -> str:
    return f"{parameters['n_neighbors']:g} neighbours, least distance {parameters['min_dist']:g}"


PROJECTIONS = {
    "pca": Projection("PCA"),
    "tsne": Projection("t-SNE", {"perplexity": PERPLEXITY, "iterations": ITERATIONS}, _tsne_words, "iterations"),
    "umap": Projection("UMAP", {"n_neighbors": NEIGHBOURS, "min_dist": MIN_DISTANCE}, _umap_words, "epochs"),
}
_IMPORTING, _ONCE = threading.Lock(), threading.Lock()
_COMPILING = {"tsne": threading.Lock(), "umap": threading.Lock()}
_NEEDS = {"tsne": ("openTSNE", "igcl_core.layout.tsne_gradient"), "umap": ("igcl_core.layout.umap_learn",)}
_GENERATORS = {"pca": _pca, "tsne": _tsne, "umap": _umap}


def project(
    z: np.ndarray | sparse.csr_matrix,
    method: str = "tsne",
    *,
    start: np.ndarray | None = None,
    afresh: bool = False,
    seed: int = 0,
    every: int = EVERY,
    **parameters: float,
) -> Iterator[Frame]:
    """Frames of the settling layout, the first at once.

    Given a layout as `start`, all frames lie over it: near to it after a fraction of the time, or, `afresh`, as good
    as from nothing after the whole time.
    """
    if method not in PROJECTIONS:
        raise UnknownName("projection", method, PROJECTIONS)
    known = PROJECTIONS[method].parameters
    for name in parameters:
        if name not in known:
            raise UnknownName(f"parameter of {PROJECTIONS[method].title}", name, known)
    about = {"start": start, "afresh": afresh, "seed": seed, "every": every}
    return _over(method, start, afresh, _GENERATORS[method](z, about, **{**known, **parameters}))


def _over(method: str, start: np.ndarray | None, afresh: bool, frames: Iterator[Frame]) -> Iterator[Frame]:
    """Frames moved and turned to lie over the layout they started from; scaled where size means nothing."""
    scale = method != "pca"
    for frame in frames:
        yield frame if start is None else replace(frame, xy=align(frame.xy, start, scale=scale), warm=not afresh)
        if not frame.settled:
            _load(method)


def _load(method: str) -> None:
    """Import what settling needs, after it was compiled beside, in one thread at a time: two may meet half a module."""
    with _COMPILING[method], _IMPORTING:
        for module in _NEEDS[method]:
            import_module(module)


def warm_up(method: str) -> None:
    """Import and compile all that a map needs on a handful of points, so that the first real one need not wait."""
    points = np.random.default_rng(0).normal(size=(40, 4)).astype(np.float32)
    for _ in islice(project(points, method, every=1), 3):
        pass


def warm_up_beside() -> None:
    """The same for a server, whoever calls first: what was never compiled on this machine is compiled by a process of
    its own, into the cache on disk that numba keeps; half a minute of it would hold this interpreter. Maps wait."""
    if not _ONCE.acquire(blocking=False):
        return
    for lock in _COMPILING.values():
        lock.acquire()
    for method, lock in _COMPILING.items():
        try:
            _compile_beside(method)
        finally:
            lock.release()
        warm_up(method)


def _compile_beside(method: str) -> None:
    program = f"import os; os.nice(10); from igcl_core.layout import warm_up; warm_up({method!r})"
    nowhere = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    child = subprocess.Popen([sys.executable, "-c", program], env=_environment(), **nowhere)
    atexit.register(child.kill)
    child.wait()
    atexit.unregister(child.kill)


def _environment() -> dict[str, str]:
    """This process's, with its import path, so that the child finds the same packages."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
