"""The compact cache: one .npz file a dataset, free of pickles, quick to open and safe to share between processes."""

from __future__ import annotations

import os
import tempfile
import zipfile
import zlib
from contextlib import suppress
from pathlib import Path

import numpy as np
from scipy import sparse

from .errors import DataDamaged, DataUnavailable
from .graphs import Graphs, Split
from .places import cache_folder

FORMAT = 1
PARTS = ("train", "val", "test")


def cache_file(name: str) -> Path:
    """Where the compact form of a dataset lies, or would lie."""
    return cache_folder() / f"{name}.npz"


def read_cache(name: str, fingerprint: str | None = None) -> Graphs:
    """Open the compact form; with a fingerprint, only if it was made from the files that have it."""
    path = cache_file(name)
    if not path.is_file():
        raise DataUnavailable(f"There is no {path}.")
    try:
        with np.load(path, allow_pickle=False) as file:
            if int(file["format"]) != FORMAT or str(file["name"]) != name:
                raise ValueError(f"it holds {str(file['name'])!r} in format {file['format']}")
            if fingerprint is not None and str(file["fingerprint"]) != fingerprint:
                raise DataUnavailable(f"{path} was made from other raw files.")
            return _unpack({key: file[key] for key in file.files})
    except (OSError, EOFError, KeyError, ValueError, NotImplementedError, zipfile.BadZipFile, zlib.error) as problem:
        raise DataDamaged(
            f"{path} should hold {name!r} in format {FORMAT}, but it cannot be used ({problem}). Delete it."
        ) from problem


def write_cache(graphs: Graphs, fingerprint: str) -> None:
    """Write the compact form under another name and rename it; a folder that cannot be written is left alone."""
    path, scratch = cache_file(graphs.name), None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=path.parent, suffix=".part", delete=False) as file:
            scratch = file.name
            np.savez_compressed(file, format=FORMAT, fingerprint=fingerprint, **_pack(graphs))
        os.replace(scratch, path)
    except OSError:
        if scratch is not None:
            with suppress(OSError):
                os.unlink(scratch)


def _pack(graphs: Graphs) -> dict[str, np.ndarray]:
    arrays = {
        "name": np.array(graphs.name),
        "task": np.array(graphs.task),
        "ptr": _shrink(graphs.ptr),
        "classes": np.array(graphs.classes, np.str_),
        **_pack_edges(graphs),
        **_pack_features(graphs.x),
    }
    if graphs.y is not None:
        arrays["y"] = _shrink(graphs.y)
    if graphs.images is not None:
        arrays["images"] = graphs.images
    if graphs.split is not None:
        arrays["protocol"] = np.array(graphs.split.protocol)
        arrays |= {part: _shrink(getattr(graphs.split, part)) for part in PARTS}
    return arrays


def _unpack(arrays: dict[str, np.ndarray]) -> Graphs:
    ptr = arrays["ptr"].astype(np.int64)
    split = None
    if "protocol" in arrays:
        split = Split(*(arrays[part].astype(np.int64) for part in PARTS), str(arrays["protocol"]))
    return Graphs(
        name=str(arrays["name"]),
        task=str(arrays["task"]),
        x=_unpack_features(arrays),
        edges=_unpack_edges(arrays, ptr),
        y=arrays.get("y"),
        ptr=ptr,
        split=split,
        classes=tuple(arrays["classes"].tolist()),
        images=arrays.get("images"),
    )


def _pack_edges(graphs: Graphs) -> dict[str, np.ndarray]:
    """How many edges start at each node, and where each ends, counted from the first node of its graph."""
    left, right = graphs.edges
    starts = np.bincount(left, minlength=graphs.num_nodes)
    return {"edge_starts": _shrink(starts), "edge_ends": _shrink(right - graphs.ptr[graphs.graph_of_node[left]])}


def _unpack_edges(arrays: dict[str, np.ndarray], ptr: np.ndarray) -> np.ndarray:
    starts = arrays["edge_starts"]
    first = np.repeat(ptr[:-1], np.diff(ptr)).astype(np.int32)
    edges = np.empty((2, len(arrays["edge_ends"])), np.int32)
    edges[0] = np.repeat(np.arange(len(starts), dtype=np.int32), starts)
    edges[1] = arrays["edge_ends"] + np.repeat(first, starts)
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


def _unpack_features(arrays: dict[str, np.ndarray]) -> np.ndarray | sparse.csr_matrix:
    if "x" in arrays:
        return arrays["x"].astype(np.float32)
    indptr = np.concatenate([[0], np.cumsum(arrays["x_lengths"], dtype=np.int64)]).astype(np.int32)
    parts = arrays["x_data"].astype(np.float32), arrays["x_columns"].astype(np.int32), indptr
    return sparse.csr_matrix(parts, shape=tuple(arrays["x_shape"]))


def _shrink(values: np.ndarray) -> np.ndarray:
    """The same whole numbers in the smallest unsigned type that holds them."""
    return values.astype(np.min_scalar_type(int(values.max(initial=0))))


def _lossless_bytes(values: np.ndarray) -> np.ndarray:
    """Bytes in place of floats where nothing is lost, as for one-hot rows."""
    if values.size and values.min() >= 0 and values.max() <= 255 and (values == np.floor(values)).all():
        return values.astype(np.uint8)
    return values
