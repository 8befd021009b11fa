"""Packed data: Graphs as a few texts and small arrays of numbers, and back with every check of the door."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from scipy import sparse

from .graphs import Graphs, Split

TEXTS = ("name", "task", "classes", "protocol")
PARTS = ("train", "val", "test")


def texts_of(graphs: Graphs) -> dict[str, Any]:
    """All words: name, task, names of classes, and the protocol of the split where there is one."""
    texts = {"name": _text(graphs.name), "task": graphs.task, "classes": [_text(name) for name in graphs.classes]}
    return texts if graphs.split is None else texts | {"protocol": _text(graphs.split.protocol)}


def numbers_of(graphs: Graphs) -> dict[str, np.ndarray]:
    """All numbers, each array in the smallest type that holds it."""
    arrays = {"ptr": _shrink(graphs.ptr), **_pack_edges(graphs), **_pack_features(graphs.x)}
    if graphs.y is not None:
        arrays["y"] = _shrink(graphs.y)
    if graphs.images is not None:
        arrays["images"] = graphs.images
    if graphs.split is not None:
        arrays |= {part: _shrink(getattr(graphs.split, part)) for part in PARTS}
    return arrays


def unpack(numbers: Mapping[str, np.ndarray], texts: Mapping[str, Any]) -> Graphs:
    """The Graphs again, bit for bit."""
    ptr = numbers["ptr"].astype(np.int64)
    split = None
    if "protocol" in texts:
        split = Split(*(numbers[part].astype(np.int64) for part in PARTS), texts["protocol"])
    return Graphs(
        name=texts["name"],
        task=texts["task"],
        x=_unpack_features(numbers),
        edges=_unpack_edges(numbers, ptr),
        y=numbers.get("y"),
        ptr=ptr,
        split=split,
        classes=tuple(texts["classes"]),
        images=numbers.get("images"),
    )


def _text(word: Any) -> str:
    """Text that any file can hold: half of a character that takes two becomes a question mark."""
    return str(word).encode(errors="replace").decode()


def _pack_edges(graphs: Graphs) -> dict[str, np.ndarray]:
    """How many edges start at each node, and where each ends, counted from the first node of its graph."""
    left, right = graphs.edges
    starts = np.bincount(left, minlength=graphs.num_nodes)
    return {"edge_starts": _shrink(starts), "edge_ends": _shrink(right - graphs.ptr[graphs.graph_of_node[left]])}


def _unpack_edges(arrays: Mapping[str, np.ndarray], ptr: np.ndarray) -> np.ndarray:
    starts, ends = arrays["edge_starts"].astype(np.int64), arrays["edge_ends"]
    counts = ((starts >= 0) & (starts <= len(ends))).all() and starts.sum() == len(ends)
    rises = ptr[0] == 0 and ptr.min() == 0 and (np.diff(ptr) >= 0).all()
    if not counts or not rises or ends.ndim != 1 or starts.shape != (ptr[-1],):
        raise ValueError("its edges do not fit its nodes")
    first = np.repeat(ptr[:-1], np.diff(ptr)).astype(np.int32)
    edges = np.empty((2, len(ends)), np.int32)
    edges[0] = np.repeat(np.arange(len(starts), dtype=np.int32), starts)
    edges[1] = ends + np.repeat(first, starts)
    return edges


def _pack_features(x: np.ndarray | sparse.csr_matrix) -> dict[str, np.ndarray]:
    if not sparse.issparse(x):
        return {"x": _lossless_bytes(x)}
    lengths = np.diff(x.indptr)
    return {
        "x_data": _lossless_bytes(x.data),
        "x_columns": _shrink(x.indices),
        "x_lengths": _shrink(lengths),
        "x_shape": np.array(x.shape),
    }


def _unpack_features(arrays: Mapping[str, np.ndarray]) -> np.ndarray | sparse.csr_matrix:
    if "x" in arrays:
        return arrays["x"].astype(np.float32)
    if arrays["x_shape"].shape != (2,):
        raise ValueError("its features do not say how many rows and columns they have")
    indptr = np.concatenate([[0], np.cumsum(arrays["x_lengths"], dtype=np.int64)])
    parts = arrays["x_data"].astype(np.float32), arrays["x_columns"].astype(np.int64), indptr
    return sparse.csr_matrix(parts, shape=tuple(arrays["x_shape"]))


def _shrink(values: np.ndarray) -> np.ndarray:
    """The same whole numbers in the smallest unsigned type that holds them."""
    return values.astype(np.min_scalar_type(int(values.max(initial=0))))


def _lossless_bytes(values: np.ndarray) -> np.ndarray:
    """Bytes in place of floats where nothing is lost, not even the sign of a zero, as for one-hot rows."""
    if values.size and not np.signbit(values).any() and values.max() <= 255 and (values == np.floor(values)).all():
        return values.astype(np.uint8)
    return values
