"""What a dataset should contain, number by number, whatever file it was read from.

A digest of the numbers and not of the bytes: the same dataset comes as text with other line ends, packed again, or out
of our own cache, and a damaged file may be read without any other sign.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from pathlib import Path

import numpy as np
from scipy import sparse

from .digests import CONTENT
from .errors import DataDamaged
from .graphs import Graphs

FILES = {
    "tudataset": {
        "x": "_node_labels.txt",
        "edges": "_A.txt",
        "ptr": "_graph_indicator.txt",
        "y": "_graph_labels.txt",
    },
    "cora content": {"x": ".content", "y": ".content", "edges": ".cites"},
}


def check_content(name: str, graphs: Graphs, file_of: Callable[[str], Path]) -> None:
    """Refuse numbers that are not the published ones, naming the file that the wrong part came from."""
    for part, expected in CONTENT[name].items():
        if (came := part_digest(graphs, part)) != expected:
            raise DataDamaged(
                f"{file_of(part)} should hold the published numbers of {name!r}, but some differ: their digest is "
                f"{came[:12]}, not {expected[:12]}. Fetch it again."
            )


def part_digest(graphs: Graphs, part: str) -> str:
    """SHA-256 of one part of the data, in one order and one number format on every machine."""
    digest = hashlib.sha256()
    for array in _arrays(graphs, part):
        digest.update(array.data)
    return digest.hexdigest()


def _arrays(graphs: Graphs, part: str) -> Iterable[np.ndarray]:
    if part == "x" and sparse.issparse(graphs.x):
        x = graphs.x
        return _plain(x.data, "<f4"), _plain(x.indices, "<i4"), _plain(x.indptr, "<i4")
    formats = {"x": "<f4", "edges": "<i4", "ptr": "<i8", "y": "<i8"}
    return (_plain(getattr(graphs, part), formats[part]),)


def _plain(array: np.ndarray, format: str) -> np.ndarray:
    return np.ascontiguousarray(array, format)
