"""Planetoid's files: Cora, CiteSeer and PubMed with the public split."""

from __future__ import annotations

import hashlib
import io
import pickle
from collections import defaultdict
from pathlib import Path
from typing import Any

import numpy as np
from scipy import sparse

from igcl_core.files.regular_file import read_regular

from .cards import DatasetCard
from .digests import SHA256
from .errors import DataDamaged
from .graphs import NODE, Graphs, Split
from .raw_layout import PLANETOID_PARTS, Raw

VALIDATION = 500
MOST_BYTES = 100_000_000
PROTOCOL = "public Planetoid split"
_HARMLESS = {
    ("scipy.sparse.csr", "csr_matrix"): sparse.csr_matrix,
    ("numpy.core.multiarray", "_reconstruct"): np.zeros(0).__reduce__()[0],
    ("numpy", "ndarray"): np.ndarray,
    ("numpy", "dtype"): np.dtype,
    ("collections", "defaultdict"): defaultdict,
    ("__builtin__", "list"): list,
}


class _Unpickler(pickle.Unpickler):
    """Knows the six classes these files are made of and no other."""

    def find_class(self, module: str, name: str) -> Any:
        try:
            return _HARMLESS[module, name]
        except KeyError:
            raise pickle.UnpicklingError(f"{module}.{name} has no place in a Planetoid file.") from None


def read_planetoid(card: DatasetCard, raw: Raw) -> Graphs:
    """Read the eight files; every one is checked against its SHA-256 before it is opened."""
    contents = {part: checked_bytes(raw.path(f".{part}")) for part in PLANETOID_PARTS}
    test = np.array(contents.pop("test.index").split(), np.int64)
    parts = {part: _Unpickler(io.BytesIO(data), encoding="latin1").load() for part, data in contents.items()}
    num_nodes = int(test.max()) + 1
    return Graphs(
        name=card.name,
        task=NODE,
        x=_features(parts["allx"], parts["tx"], test, num_nodes),
        edges=_edges(parts["graph"]),
        y=_labels(parts["ally"], parts["ty"], test, num_nodes),
        split=public_split(len(parts["y"]), test),
        classes=card.class_names,
    )


def checked_bytes(path: Path) -> bytes:
    """The bytes of a file, refused when they are not the ones its authors published."""
    data = read_regular(path, MOST_BYTES)
    digest = hashlib.sha256(data).hexdigest()
    if digest != SHA256[path.name]:
        raise DataDamaged(
            f"{path} should have the SHA-256 digest {SHA256[path.name]}, but it has {digest}. "
            "It is truncated or not the published file, so it was not opened: fetch it again."
        )
    return data


def public_split(num_train: int, test: np.ndarray) -> Split:
    """The first nodes train, the next 500 validate, and the listed ones test."""
    protocol = f"{PROTOCOL} {num_train}/{VALIDATION}/{len(test)}"
    return Split(np.arange(num_train), np.arange(num_train, num_train + VALIDATION), np.sort(test), protocol)


def _features(allx: sparse.csr_matrix, tx: sparse.csr_matrix, test: np.ndarray, num_nodes: int) -> sparse.csr_matrix:
    """Row i of tx belongs to node test[i]; 15 nodes of CiteSeer, linked but in no list, keep an empty row."""
    known, late = allx.tocoo(), tx.tocoo()
    rows = np.concatenate([known.row, test[late.row]])
    columns, values = np.concatenate([known.col, late.col]), np.concatenate([known.data, late.data])
    x = sparse.csr_matrix((values, (rows, columns)), shape=(num_nodes, allx.shape[1]), dtype=np.float32)
    x.eliminate_zeros()
    x.sort_indices()
    return x


def _labels(ally: np.ndarray, ty: np.ndarray, test: np.ndarray, num_nodes: int) -> np.ndarray:
    y = np.zeros(num_nodes, np.int64)
    y[: len(ally)] = ally.argmax(axis=1)
    y[test] = ty.argmax(axis=1)
    return y


def _edges(graph: dict[int, list[int]]) -> np.ndarray:
    degrees = [len(neighbours) for neighbours in graph.values()]
    rows = np.repeat(np.fromiter(graph.keys(), np.int64), degrees)
    return np.stack([rows, np.concatenate([np.asarray(n, np.int64) for n in graph.values()])])
