"""Content key: a short name for the content of an array, found once, so that equal arrays share what is known."""

from __future__ import annotations

import hashlib
import weakref

import numpy as np
from scipy import sparse

from igcl_core import Graphs

_KNOWN: dict[int, tuple[weakref.ref, str]] = {}


def content_key(array: np.ndarray | sparse.csr_matrix) -> str:
    """The same for equal arrays. An array is expected never to change, as those of a snapshot never do."""
    known = _KNOWN.get(id(array))
    if known is not None and known[0]() is array:
        return known[1]
    name, number = _hashed(array), id(array)
    _KNOWN[number] = (weakref.ref(array, lambda _: _KNOWN.pop(number, None)), name)
    return name


def graphs_key(graphs: Graphs) -> str:
    """The same for equal graphs: their nodes with features, their edges, and what an item is."""
    return "-".join([graphs.task, *map(content_key, (graphs.x, graphs.edges, graphs.ptr))])


def _hashed(array: np.ndarray | sparse.csr_matrix) -> str:
    content = hashlib.blake2b(str(array.shape).encode(), digest_size=16)
    parts = (array.data, array.indices, array.indptr) if sparse.issparse(array) else (array,)
    for part in parts:
        content.update(np.ascontiguousarray(part).view(np.uint8))
    return content.hexdigest()
