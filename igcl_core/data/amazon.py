"""The Amazon co-purchase graphs, Photo and Computers, from their .npz files."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from scipy import sparse

from igcl_core.files.plain_npz import NotPlain, PlainNpz

from .cards import DatasetCard
from .checked_csr import checked_csr
from .errors import DataDamaged, expect
from .graphs import NODE, Graphs, random_split
from .raw_layout import Raw

MOST_BYTES = 1_000_000_000
ARRAYS = tuple(f"{matrix}_{part}" for matrix in ("attr", "adj") for part in ("data", "indices", "indptr", "shape"))


def read_amazon(card: DatasetCard, raw: Raw) -> Graphs:
    """Read words and co-purchases; there is no public split, so a seeded 10/10/80 one is made."""
    path = raw.paths[0]
    arrays = _arrays(path)
    x, links = _matrix(arrays, "attr"), _matrix(arrays, "adj").tocoo()
    expect(path, "products", card.nodes, x.shape[0])
    expect(path, "labels", card.nodes, len(arrays["labels"]))
    x.data = (x.data > 0).astype(np.float32)
    x.eliminate_zeros()
    return Graphs(
        name=card.name,
        task=NODE,
        x=x,
        edges=np.stack([links.row, links.col]),
        y=arrays["labels"],
        split=random_split(card.nodes, 0.1, 0.1),
        classes=card.class_names,
    )


def _arrays(path: Path) -> dict[str, np.ndarray]:
    try:
        with PlainNpz(path, MOST_BYTES) as file:
            return {name: file[name] for name in (*ARRAYS, "labels")}
    except NotPlain as problem:
        raise DataDamaged(
            f"{path} should have the arrays of a sparse graph, but it cannot be read ({problem}). Fetch it again."
        ) from problem


def _matrix(arrays: dict[str, np.ndarray], name: str) -> sparse.csr_matrix:
    parts = tuple(arrays[f"{name}_{part}"] for part in ("data", "indices", "indptr"))
    return checked_csr(sparse.csr_matrix(parts, shape=tuple(arrays[f"{name}_shape"])), f"The matrix {name!r}")
