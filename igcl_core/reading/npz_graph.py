"""NPZ: a graph as arrays, in the layout of gnn-benchmark or with the names torch_geometric gives them."""

from __future__ import annotations

import io
import math

import numpy as np
from scipy import sparse

from igcl_core.data import Split
from igcl_core.data.checked_csr import checked_csr
from igcl_core.errors import shown
from igcl_core.files.plain_npz import NotPlain, PlainNpz
from igcl_core.reading.given import Given
from igcl_core.reading.guess import NONE, Guess, Wanted
from igcl_core.reading.limits import MOST_CLASSES, MOST_EDGES, MOST_NODES, MOST_UNPACKED, OF_ARRAYS, ask_memory
from igcl_core.reading.reading import Looked, Reading, finished
from igcl_core.reading.refused import Refused, refused, said_by

PARTS = ("data", "indices", "indptr", "shape")
PAIRS = ("edge_index", "edges", "edge_list")
DENSE = ("attr_matrix", "x", "features", "feat", "feats")
LABELS = ("labels", "y", "label", "node_labels")
MASKS = ("train_mask", "val_mask", "test_mask")
PICKLED = "Object arrays would have to be unpickled, which can run any code and is never done: leave them out."


def look_at_npz(given: Given, wanted: Wanted) -> Looked:
    """The arrays of a file by what they are called; only the labels are a guess."""
    arrays = _arrays(given)
    one_row = tuple(name for name, array in arrays.items() if array.ndim == 1 and array.dtype.kind in "iufbUS")
    found = next((name for name in LABELS if name in arrays), NONE)
    why = f"its name is {shown(found)}" if found else "no array is called labels or y"
    guess = Guess("label", "Class", found, why, (NONE, *one_row))
    if wanted.label is not None:
        guess = Guess("label", "Class", wanted.label, "as you said", (NONE, *one_row))
    return Looked((guess,), lambda: _read(given, arrays, wanted, guess))


def _arrays(given: Given) -> dict[str, np.ndarray]:
    try:
        with PlainNpz(io.BytesIO(given.content), MOST_UNPACKED) as file:
            ask_memory(given.name, OF_ARRAYS * sum(found.nbytes for found in file.declared.values()))
            return {name: file[name] for name in file.declared}
    except NotPlain as problem:
        raise Refused(
            f"{given.name} should hold plain arrays of numbers, but it cannot be read: {said_by(problem)}. {PICKLED}"
        ) from None


def _read(given: Given, arrays: dict[str, np.ndarray], wanted: Wanted, guess: Guess) -> Reading:
    x, edges = _features(given, arrays), _edges(given, arrays)
    nodes = _nodes(given, arrays, x, edges)
    x = np.zeros((nodes, 0), np.float32) if x is None else x
    y, classes = (None, ()) if guess.value == NONE else _labels(given, arrays, guess.value, nodes)
    split = _split(given, arrays, nodes) if y is not None else None
    notes = (f"{given.name}: the arrays {', '.join(map(shown, list(arrays)[:12]))}.",)
    return finished(given.name, given.stem, x, edges, wanted, (guess,), notes, y=y, classes=classes, split=split)


def _matrix(given: Given, arrays: dict[str, np.ndarray], name: str) -> sparse.csr_matrix | None:
    """A sparse matrix from its four arrays, or a dense one with some of the other names."""
    if not all(f"{name}_{part}" in arrays for part in PARTS):
        return None
    data, indices, indptr, shape = (arrays[f"{name}_{part}"] for part in PARTS)
    try:
        rows, columns = (int(size) for size in shape)
        if not (0 < rows <= MOST_NODES and 0 < columns <= MOST_EDGES) or len(indptr) != rows + 1:
            raise ValueError(f"its shape is {rows} by {columns} and indptr has {len(indptr)} numbers")
        return checked_csr(sparse.csr_matrix((data, indices, indptr), shape=(rows, columns)), f"The matrix {name!r}")
    except (ValueError, TypeError, OverflowError, IndexError) as problem:
        raise Refused(f"{given.name}, arrays {name}_*: a sparse matrix was expected, but {problem}.") from None


def _features(given: Given, arrays: dict[str, np.ndarray]) -> np.ndarray | sparse.csr_matrix | None:
    found = _matrix(given, arrays, "attr")
    name = next((name for name in DENSE if name in arrays), None)
    if found is not None or name is None:
        return found
    x = arrays[name]
    if x.ndim != 2 or x.dtype.kind not in "fiub":
        raise refused(given.name, "a matrix of numbers", f"{x.dtype} of shape {x.shape}", row=f"array {name!r}")
    bad = ~np.isfinite(x)
    if bad.any():
        row, column = (int(place) for place in np.argwhere(bad)[0])
        raise refused(given.name, "a finite number", str(x[row, column]), row=f"array {name!r}, row {row}, "
                      f"column {column}")  # fmt: skip
    return x.astype(np.float32)


def _edges(given: Given, arrays: dict[str, np.ndarray]) -> np.ndarray:
    adjacency = _matrix(given, arrays, "adj")
    if adjacency is not None:
        if adjacency.shape[0] != adjacency.shape[1]:
            raise refused(given.name, "a square matrix", f"{adjacency.shape}", row="arrays adj_*")
        return np.stack(adjacency.nonzero())
    name = next((name for name in PAIRS if name in arrays), None)
    if name is None:
        came = ", ".join(map(shown, list(arrays)[:12])) or "no array"
        raise refused(given.name, "adj_data, adj_indices, adj_indptr and adj_shape, or edge_index", came)
    pairs = arrays[name]
    if pairs.ndim == 2 and pairs.shape[0] != 2 and pairs.shape[1] == 2:
        pairs = pairs.T
    if pairs.ndim != 2 or pairs.shape[0] != 2 or pairs.dtype.kind not in "iu" or not pairs.size:
        came = f"{pairs.dtype} of shape {pairs.shape}"
        raise refused(given.name, "two rows of whole numbers", came, row=f"array {name!r}")
    return pairs


def _nodes(given: Given, arrays: dict[str, np.ndarray], x: np.ndarray | None, edges: np.ndarray) -> int:
    """How many nodes there are: rows of features, else rows of the adjacency, else the largest number in an edge."""
    largest = int(edges.max()) + 1 if edges.size else 0
    nodes = int(arrays["adj_shape"][0]) if "adj_shape" in arrays else largest
    if x is None:
        if nodes > MOST_NODES:
            raise refused(given.name, f"at most {MOST_NODES:,} nodes", f"an edge to node {nodes - 1:,}")
        return nodes
    if edges.size and (edges.min() < 0 or largest > x.shape[0] or nodes > x.shape[0]):
        bad = int(np.argmax((edges < 0).any(axis=0) | (edges >= x.shape[0]).any(axis=0)))
        came = f"{edges[0, bad]} and {edges[1, bad]}"
        raise refused(given.name, f"nodes 0 to {x.shape[0] - 1}, as there are rows of features", came,
                      row=f"edge {bad}")  # fmt: skip
    return x.shape[0]


def _labels(given: Given, arrays: dict[str, np.ndarray], name: str, nodes: int) -> tuple[np.ndarray, tuple[str, ...]]:
    if name not in arrays:
        raise refused(given.name, f"an array {name!r}", ", ".join(map(shown, list(arrays)[:12])))
    values = arrays[name].reshape(-1) if arrays[name].size == nodes else arrays[name]
    if values.ndim != 1 or len(values) != nodes or values.dtype.kind not in "iufbUS":
        came = f"{values.dtype} of shape {values.shape}"
        raise refused(given.name, f"one class for each of {nodes:,} nodes", came, row=f"array {name!r}")
    if values.dtype.kind == "f" and not np.isfinite(values).all():
        row = int(np.flatnonzero(~np.isfinite(values))[0])
        raise refused(given.name, "a class", str(values[row]), row=f"array {name!r}, row {row}")
    kinds, y = np.unique(values, return_inverse=True)
    if len(kinds) > MOST_CLASSES:
        raise refused(given.name, f"at most {MOST_CLASSES:,} classes", f"{len(kinds):,}", row=f"array {name!r}")
    counted = values.dtype.kind in "iu" and kinds.tolist() == list(range(len(kinds)))
    named = arrays.get("class_names", kinds)
    if counted and named.shape == kinds.shape and named.dtype.kind in "US":
        return y, tuple(_word(name) for name in named.tolist())
    return y, () if counted else tuple(_word(kind) for kind in kinds.tolist())


def _word(kind: object) -> str:
    """A class as text; numbers without a useless fraction."""
    if isinstance(kind, bytes):
        return kind.decode("utf-8", "replace")[:80]
    return f"{kind:g}" if isinstance(kind, float) and math.isfinite(kind) else str(kind)[:80]


def _split(given: Given, arrays: dict[str, np.ndarray], nodes: int) -> Split | None:
    """The three masks of torch_geometric, if they are there and each has a node."""
    masks = [arrays[name] for name in MASKS if name in arrays]
    if len(masks) < 3 or not all(mask.shape == (nodes,) and mask.dtype.kind == "b" and mask.any() for mask in masks):
        return None
    return Split(*(np.flatnonzero(mask) for mask in masks), "given with the data")
