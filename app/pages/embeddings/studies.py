"""Studies of a true space that take a while: what the probe says of every item, and where K-means puts it."""

from __future__ import annotations

from collections.abc import Hashable

import numpy as np
from scipy import sparse

from app.pages.embeddings.explored import Explored
from app.session.background import Background, Want, once
from app.session.content_key import content_key
from igcl_core.evaluate import Prediction, Score, cluster, linear_probe, predict

REPEATS = 3
Rows = np.ndarray | sparse.csr_matrix


def can_predict(explored: Explored) -> bool:
    y, split = explored.y, explored.split
    return y is not None and split is not None and len(np.unique(y[split.train])) > 1


def can_cluster(explored: Explored) -> bool:
    return explored.num_classes > 1


def prediction_want(explored: Explored, z: Rows) -> Want:
    """The linear probe's class and confidence for every item."""

    def study() -> Prediction:
        rows = dense(z)
        best = linear_probe(rows, explored.y, explored.split)
        return predict(rows, explored.y, explored.split, best.details["C"])

    return Want(_key("prediction", explored, z), once(study))


def prediction_of(background: Background, explored: Explored, z: Rows) -> Prediction | None:
    return background.answer(_key("prediction", explored, z)) if can_predict(explored) else None


def clusters_want(explored: Explored, z: Rows) -> Want:
    """K-means with as many clusters as classes, of the space as it is: the protocol of `evaluate` and of the tables."""
    return Want(_key("clusters", explored, z), once(lambda: cluster(dense(z), explored.y, repeats=REPEATS)))


def clusters_of(background: Background, explored: Explored, z: Rows) -> Score | None:
    return background.answer(_key("clusters", explored, z)) if can_cluster(explored) else None


def clusters_fail(background: Background, explored: Explored, z: Rows) -> bool:
    """Whether K-means could not be computed."""
    return background.problem(_key("clusters", explored, z)) is not None


def _key(study: str, explored: Explored, z: Rows) -> Hashable:
    """By content: of the space, of the classes, and of what the probe learns from."""
    split = explored.split
    parts = (z, explored.y) if split is None else (z, explored.y, split.train, split.val)
    return (study, *map(content_key, parts))


def dense(z: Rows) -> np.ndarray:
    return z.toarray() if sparse.issparse(z) else z
