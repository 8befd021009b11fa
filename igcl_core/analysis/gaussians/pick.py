"""Picking items: a random batch as training takes it, a sample by class, and the items of a class or of some pairs."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from igcl_core.analysis.adjacency_view import quotas
from igcl_core.analysis.gaussians.confused import Pair


def batch_rows(items: int, batch: int, seed: int = 0) -> np.ndarray:
    """`batch` random items in rising order; all of them where batch is 0 or more than there are."""
    if not 0 < batch < items:
        return np.arange(items)
    return np.sort(np.random.default_rng(seed).permutation(items)[:batch])


def by_class(y: np.ndarray, size: int, seed: int = 0) -> np.ndarray:
    """At most `size` items in rising order, each class with its share."""
    if size >= len(y):
        return np.arange(len(y))
    random = np.random.default_rng(seed)
    places = quotas(y, size)
    parts = [random.permutation(np.flatnonzero(y == label))[:count] for label, count in enumerate(places)]
    return np.sort(np.concatenate(parts))


def members(y: np.ndarray, label: int, size: int, seed: int = 0) -> np.ndarray:
    """At most `size` random items of one class, in rising order."""
    own = np.flatnonzero(y == label)
    return np.sort(np.random.default_rng(seed).permutation(own)[:size])


def of_pairs(pairs: Sequence[Pair]) -> np.ndarray:
    """The items of these pairs, each once, in order of appearance."""
    return np.array(list(dict.fromkeys(item for pair in pairs for item in pair[:2])), np.int64)
