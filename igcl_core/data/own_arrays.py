"""Arrays of your own as Graphs needs them: nothing is rounded, dropped or guessed, a sentence says what to do."""

from __future__ import annotations

from numbers import Integral, Real
from typing import Any

import numpy as np
from scipy import sparse

from igcl_core.errors import shown

from .checked_csr import checked_csr

WHOLE_AS_FLOAT = 2.0**53
MOST_CLASSES, MOST_ITEMS = 100_000, 1_000_000_000


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
    """The values as numpy has them, or a sentence where rows have different lengths or values are masked out."""
    if np.ma.isMaskedArray(values) and np.ma.getmaskarray(values).any():
        raise ValueError(f"{what} must have a number everywhere, but some are masked. Fill or drop them before.")
    try:
        return np.asarray(values)
    except ValueError:
        raise ValueError(f"{what} must be one array, but lists of different lengths came.") from None
    except (TypeError, RuntimeError, OverflowError) as problem:
        said = str(problem).rstrip(".")
        raise ValueError(f"{what} must be one array of numbers, but numpy says: {said}.") from None


def _object_numbers(array: np.ndarray, what: str, remedy: str) -> np.ndarray:
    """Python's own numbers in an array of objects; None becomes NaN."""
    try:
        return array.astype(np.float64)
    except (TypeError, ValueError, OverflowError):
        raise ValueError(f"{what} must be whole numbers, but other objects came. {remedy}") from None


def features_matrix(x: Any, name: str) -> np.ndarray | sparse.csr_matrix:
    """The features as a float32 matrix, sparse if they came so."""
    none = "A graph without features takes np.zeros((number of nodes, 0))."
    if x is None:
        raise ValueError(f"Features of {name!r} must be a matrix with one row per node, not None. {none}")
    what = f"Features of {name!r}"
    x = checked_csr(x, what) if sparse.issparse(x) else _real_numbers(x, what)
    if x.ndim != 2 or x.shape[0] == 0:
        hint = "" if x.size else f" {none}"
        raise ValueError(f"{what} must be a matrix with one row per node, not of shape {x.shape}.{hint}")
    return x


def _real_numbers(x: Any, what: str) -> np.ndarray:
    """As float32; complex numbers, times and records are refused, which numpy would convert with a loss."""
    array = array_of(x, what)
    if array.dtype.kind in "cmMV":
        raise ValueError(f"{what} must be real numbers, but {array.dtype} values came. Convert them before.")
    try:
        with np.errstate(over="ignore"):
            return array.astype(np.float32, copy=False)
    except (TypeError, ValueError, OverflowError) as problem:
        said = str(problem).rstrip(".")
        raise ValueError(f"{what} must be a matrix of numbers with one row per node, but numpy says: {said}.") from None


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
    if len(y) and y.max() >= MOST_CLASSES:
        raise ValueError(f"Labels of {name!r} must be below {MOST_CLASSES:,}, but {y.max()} came. {remedy}")
    return y.astype(np.int64, copy=False)


def item_numbers(items: Any, what: str) -> np.ndarray:
    """The numbers of items, refusing a mask, whose True and False would be read as items 1 and 0."""
    remedy = "List the numbers of the items; of a mask take np.flatnonzero(mask)."
    items = whole_numbers(items, what, remedy)
    if items.dtype.kind == "b" or items.ndim != 1:
        came = "a mask of booleans" if items.dtype.kind == "b" else f"an array of shape {items.shape}"
        raise ValueError(f"{what} must be whole numbers in one row, but {came} came. {remedy}")
    return items.astype(np.int64, copy=False)


def check_shares(num_items: int, train: float, val: float) -> None:
    """Refuse parts of a split that are no parts of a whole."""
    if not isinstance(num_items, Integral) or not 0 <= num_items <= MOST_ITEMS:
        raise ValueError(
            f"The number of items must be a whole number up to {MOST_ITEMS:,}, but {shown(num_items)} came."
        )
    real = isinstance(train, Real) and isinstance(val, Real)
    if not real or not (0 <= train <= 1 and 0 <= val <= 1 and train + val <= 1 + 1e-9):
        raise ValueError(
            f"train and val must be shares from 0 to 1 that add up to 1 at most, but {shown(train)} and {shown(val)} "
            "came. Of 1,000 items train=0.1 takes 100."
        )
