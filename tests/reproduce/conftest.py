"""Small data whose right answer is known, and small jobs on it."""

import numpy as np
import pytest

from igcl_core import Graphs, preset
from igcl_core.data.splits import stratified_split
from igcl_core.reproduce import VARIANTS, Job, worker
from igcl_core.reproduce.job import make_job


def obvious_nodes() -> Graphs:
    """Two cliques of twelve whose features name them: every protocol must find the classes."""
    y = np.repeat([0, 1], 12)
    edges = np.stack(np.nonzero(np.triu(y[:, None] == y[None], 1)))
    x = np.eye(2, dtype=np.float32)[y] + 0.01 * np.random.default_rng(0).random((24, 2), np.float32)
    return Graphs("obvious", "node", x, edges, y, split=stratified_split(y, 0.5, 0.25))


def obvious_graphs() -> Graphs:
    """Forty rings of four to six nodes; the feature of every node is the class of its ring."""
    sizes = 4 + np.arange(40) % 3
    ptr = np.concatenate([[0], np.cumsum(sizes)])
    y = np.arange(40) % 2
    ring = [(a + i, a + (i + 1) % n) for a, n in zip(ptr, sizes, strict=False) for i in range(n)]
    x = np.eye(2, dtype=np.float32)[np.repeat(y, sizes)]
    return Graphs("obvious-many", "graph", x, np.array(ring).T, y, ptr)


@pytest.fixture
def obvious(monkeypatch) -> None:
    """`karate` and `motifs` load as data whose answer is known."""
    data = {"karate": obvious_nodes(), "motifs": obvious_graphs()}
    monkeypatch.setattr(worker, "load", data.__getitem__)


UNTRAINED = ("untrained", "smoothed")


def small_job(dataset: str = "karate", row: str = "igcl", seed: int = 100, **changes) -> Job:
    """A job of a few short steps."""
    size = dict(D=8, vgae_hidden=8, b=0, epochs=4) | ({} if row.startswith("stop") else {"warmup": 2})
    size |= {"features": "raw"} if dataset == "motifs" else {}
    known = preset(dataset, VARIANTS[row].method).as_dict()
    size = {name: value for name, value in size.items() if name in known}
    size = {name: value for name, value in size.items() if row not in UNTRAINED or name not in ("epochs", "warmup")}
    return make_job("nodes", dataset, row, "recommended", seed, **{**size, **changes})
