"""Fingerprints: data known by its numbers, whatever it is called and wherever it came from."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np
from scipy import sparse

if TYPE_CHECKING:
    from .graphs import Graphs


def fingerprint_of(x: np.ndarray | sparse.csr_matrix, edges: np.ndarray, ptr: np.ndarray) -> str:
    """SHA-256 of everything training depends on; a saved run holds that of its data, so it never changes."""
    features = (x.indptr, x.indices, x.data) if sparse.issparse(x) else (x,)
    return _digest((*features, edges, ptr))


def labels_fingerprint(graphs: Graphs) -> str:
    """SHA-256 of what scoring depends on besides: labels and split."""
    split = graphs.split
    parts = (graphs.y, *((split.train, split.val, split.test) if split else (None, None, None)))
    sizes = np.array([-1 if part is None else len(part) for part in parts])
    return _digest((sizes, *(part for part in parts if part is not None)))


def _digest(arrays: Iterable[np.ndarray]) -> str:
    digest = hashlib.sha256()
    for array in arrays:
        digest.update(np.ascontiguousarray(array).reshape(-1).view(np.uint8))
    return digest.hexdigest()
