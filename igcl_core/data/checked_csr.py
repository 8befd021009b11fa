"""Sparse matrices at the door: an index that points outside the matrix would read or write foreign memory later."""

from __future__ import annotations

import numpy as np
from scipy import sparse

COMPRESSED = ("csr", "csc", "bsr")
NUMBERS = "fiub"
MOST_ROWS, MOST_COLUMNS = 50_000_000, 2**31 - 1


def checked_csr(x: sparse.spmatrix | sparse.sparray, what: str) -> sparse.csr_matrix:
    """A float32 copy in compressed rows, sorted, no place twice; a sentence for an index that points nowhere."""
    if x.ndim != 2:
        raise ValueError(f"{what} must be a matrix with one row per node, not of shape {x.shape}.")
    if x.dtype.kind not in NUMBERS:
        raise ValueError(f"{what} must be real numbers, but {x.dtype} values came. Convert them before.")
    try:
        rows = sparse.csr_matrix(_rebuilt(x).tocsr())
        _check_pointer(rows.indptr, rows.indices)
        rows.check_format(full_check=True)
        with np.errstate(over="ignore"):
            rows = rows.astype(np.float32)
    except (AttributeError, IndexError, TypeError, ValueError, OverflowError) as problem:
        said = str(problem).rstrip(".")
        raise ValueError(f"{what} came as a sparse matrix that is damaged; scipy says: {said}. Make it anew.") from None
    rows.sum_duplicates()
    return rows


def _rebuilt(x: sparse.spmatrix | sparse.sparray) -> sparse.spmatrix | sparse.sparray:
    """The same arrays in a matrix that has just been checked: arrays of the given one may have been changed since."""
    if not (x.shape[0] <= MOST_ROWS and x.shape[1] <= MOST_COLUMNS):
        raise ValueError(f"it has {x.shape[0]:,} rows and {x.shape[1]:,} columns")
    if x.format in COMPRESSED:
        _check_pointer(x.indptr, x.indices)
        again = getattr(sparse, f"{x.format}_matrix")((x.data, x.indices, x.indptr), shape=x.shape)
        again.check_format(full_check=True)
        return again
    if x.format == "coo":
        return sparse.coo_matrix((x.data, (x.row, x.col)), shape=x.shape)
    if x.format == "lil" and not (len(x.rows) == len(x.data) == x.shape[0] and _as_long(x.rows, x.data)):
        raise ValueError("every row must have as many values as indices")
    return sparse.dia_matrix((x.data, x.offsets), shape=x.shape) if x.format == "dia" else x


def _as_long(rows: np.ndarray, data: np.ndarray) -> bool:
    return list(map(len, rows)) == list(map(len, data))


def _check_pointer(pointer: np.ndarray, indices: np.ndarray) -> None:
    """What scipy's own check overlooks: pointers that fall where it counts no entries, or by more than 32 bits hold."""
    pointer, indices = np.asarray(pointer), np.asarray(indices)
    if pointer.dtype.kind not in "iu" or indices.dtype.kind not in "iu":
        raise ValueError("indices must be whole numbers")
    pointer = pointer.astype(np.int64)
    if pointer.ndim != 1 or pointer[0] != 0 or pointer[-1] > len(indices) or (np.diff(pointer) < 0).any():
        raise ValueError("index pointers must rise from 0 to the number of entries")
