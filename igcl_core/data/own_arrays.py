"""Arrays of your own as Graphs needs them: nothing is rounded, dropped or guessed, a sentence says what to do."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import sparse

WHOLE_AS_FLOAT = 2.0**53


def whole_numbers(values: Any, what: str, remedy: str) -> np.ndarray:
    """The values as whole numbers; floats that are whole pass, anything else gets a sentence that ends in `remedy`."""
    array = array_of(values, what)
    if array.dtype.kind in "iub":
        return array
    if array.dtype.kind == "O":
        array = _object_numbers(array, what, remedy)
    if array.dtype.kind != "f":
        kind = "text" if array.dtype.kind in "US" else f"{array.dtype} values"
        raise ValueError(f"{what} must be whole numbers, but {kind} came. {remedy}")
    wrong = ~(np.abs(array) < WHOLE_AS_FLOAT) | (array != np.rint(array))
    if wrong.any():
        raise ValueError(
            f"{what} must be whole numbers, but {wrong.sum()} of {array.size} are not: {array[wrong][0]} came. {remedy}"
        )
    return array.astype(np.int64)


def array_of(values: Any, what: str) -> np.ndarray:
    """The values as numpy has them, or a sentence where rows have different lengths."""
    try:
        return np.asarray(values)
    except ValueError:
        raise ValueError(f"{what} must be one array, but lists of different lengths came.") from None


def _object_numbers(array: np.ndarray, what: str, remedy: str) -> np.ndarray:
    """Python's own numbers in an array of objects; None becomes NaN."""
    try:
        return array.astype(np.float64)
    except (TypeError, ValueError):
        raise ValueError(f"{what} must be whole numbers, but other objects came. {remedy}") from None


def features_matrix(x: Any, name: str) -> np.ndarray | sparse.csr_matrix:
    """The features as a float32 matrix, sparse if they came so."""
    none = "A graph without features takes np.zeros((number of nodes, 0))."
    if x is None:
        raise ValueError(f"Features of {name!r} must be a matrix with one row per node, not None. {none}")
    try:
        x = x.tocsr().astype(np.float32) if sparse.issparse(x) else np.asarray(x, np.float32)
    except (TypeError, ValueError) as problem:
        said = str(problem).rstrip(".")
        raise ValueError(
            f"Features of {name!r} must be a matrix of numbers with one row per node, but numpy says: {said}."
        ) from None
    if x.ndim != 2 or x.shape[0] == 0:
        hint = "" if x.size else f" {none}"
        raise ValueError(f"Features of {name!r} must be a matrix with one row per node, not of shape {x.shape}.{hint}")
    return x


def pointer(ptr: Any, num_nodes: int, name: str) -> np.ndarray:
    """Where each graph begins, and at last the number of nodes; one graph where nothing is said."""
    if ptr is None:
        return np.array([0, num_nodes])
    remedy = "It holds the first node of every graph and, at last, the number of nodes."
    ptr = whole_numbers(ptr, f"ptr of {name!r}", remedy).astype(np.int64, copy=False)
    rises = ptr.ndim == 1 and len(ptr) > 1 and ptr[0] == 0 and ptr[-1] == num_nodes and (np.diff(ptr) > 0).all()
    if not rises:
        raise ValueError(f"ptr of {name!r} must rise from 0 to {num_nodes} with no empty graph. {remedy}")
    return ptr


def label_numbers(y: Any, task: str, name: str) -> np.ndarray:
    """One whole number per item."""
    remedy = "Number the classes 0, 1, 2, ..., as np.unique(names, return_inverse=True)[1] does."
    y = whole_numbers(y, f"Labels of {name!r}", remedy)
    if y.ndim != 1:
        hint = " Of a one-hot matrix take y.argmax(axis=1)." if y.ndim == 2 and y.shape[1] > 1 else ""
        raise ValueError(f"Labels of {name!r} must be one number per {task}, not of shape {y.shape}.{hint}")
    return y.astype(np.int64, copy=False)


def item_numbers(items: Any, what: str) -> np.ndarray:
    """The numbers of items, refusing a mask, whose True and False would be read as items 1 and 0."""
    remedy = "List the numbers of the items; of a mask take np.flatnonzero(mask)."
    items = whole_numbers(items, what, remedy)
    if items.dtype.kind == "b" or items.ndim != 1:
        came = "a mask of booleans" if items.dtype.kind == "b" else f"an array of shape {items.shape}"
        raise ValueError(f"{what} must be whole numbers in one row, but {came} came. {remedy}")
    return items.astype(np.int64, copy=False)
