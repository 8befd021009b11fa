"""Studies of a true space that take a while: what the probe says of every item, and where K-means puts it."""

from __future__ import annotations

import numpy as np
from scipy import sparse

from app.desk import Desk, Want, once
from app.digest import digest
from igcl_core import Graphs
from igcl_core.evaluate import Prediction, Score, cluster, linear_probe, predict

REPEATS = 3


def can_predict(graphs: Graphs) -> bool:
    return graphs.y is not None and graphs.split is not None and len(np.unique(graphs.y[graphs.split.train])) > 1


def prediction_want(graphs: Graphs, z: np.ndarray | sparse.csr_matrix) -> Want:
    """The linear probe's class and confidence for every item."""

    def study() -> Prediction:
        rows = dense(z)
        best = linear_probe(rows, graphs.y, graphs.split)
        return predict(rows, graphs.y, graphs.split, best.details["C"])

    return Want(("prediction", digest(z)), once(study))


def prediction_of(desk: Desk, z: np.ndarray | sparse.csr_matrix) -> Prediction | None:
    return desk.answer(("prediction", digest(z)))


def clusters_want(graphs: Graphs, z: np.ndarray | sparse.csr_matrix) -> Want:
    """K-means with as many clusters as classes."""
    return Want(("clusters", digest(z)), once(lambda: cluster(dense(z), graphs.y, repeats=REPEATS)))


def clusters_of(desk: Desk, z: np.ndarray | sparse.csr_matrix) -> Score | None:
    return desk.answer(("clusters", digest(z)))


def dense(z: np.ndarray | sparse.csr_matrix) -> np.ndarray:
    return z.toarray() if sparse.issparse(z) else z
