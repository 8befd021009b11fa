"""Matrix files: the rows of an embedding in an NPY or NPZ file, of which nothing is ever unpickled."""

from __future__ import annotations

import io
import math

import numpy as np
import pyarrow as pa
from numpy.lib import format as npy

from igcl_core.errors import shown
from igcl_core.files.plain_npz import NotPlain, PlainNpz
from igcl_core.reading.columns import Columns
from igcl_core.reading.given import Given
from igcl_core.reading.limits import MOST_UNPACKED, OF_ARRAYS, ask_memory
from igcl_core.reading.refused import Refused, refused, said_by

NAMES = ("z", "embedding", "embeddings", "emb", "vectors", "x", "features", "arr_0")
MATRIX = "a matrix of finite numbers with a row per item"


def read_matrix(file: Given) -> tuple[np.ndarray, Columns | None, tuple[str, ...]]:
    """The matrix; of an NPZ also the arrays with one value per row; and a word on where it was."""
    if file.ending == ".npy":
        return _checked(file, _npy(file), "the array"), None, (f"{file.name}: one array.",)
    arrays = _npz(file)
    flat = [name for name, array in arrays.items() if array.ndim == 2 and array.dtype.kind in "fiu"]
    name = next((name for name in NAMES if name in flat), flat[0] if flat else None)
    if name is None:
        raise refused(file.name, MATRIX, ", ".join(map(shown, list(arrays)[:8])) or "no array")
    z = _checked(file, arrays[name], f"array {name!r}")
    beside = {other: array for other, array in arrays.items() if array.ndim == 1 and len(array) == len(z)}
    return z, _columns(file.name, beside), (f"{file.name}: the array {name!r}, and beside it {len(beside)} others.",)


def _npy(file: Given) -> np.ndarray:
    """Its header first: it says how much there is, and whether it is pickled."""
    start = io.BytesIO(file.content)
    try:
        version = npy.read_magic(start)
        shape, _, dtype = (npy.read_array_header_1_0 if version == (1, 0) else npy.read_array_header_2_0)(start)
        if dtype.hasobject or math.prod(shape) * dtype.itemsize != len(file.content) - start.tell():
            raise ValueError("it is pickled, or not as long as it says")
        return np.load(io.BytesIO(file.content), allow_pickle=False)
    except Exception as problem:  # its header is read as Python's own words are, which can fail in any way
        said = said_by(problem)
        raise Refused(f"{file.name} should hold {MATRIX}, but it cannot be read: {said}.") from None


def _npz(file: Given) -> dict[str, np.ndarray]:
    try:
        with PlainNpz(io.BytesIO(file.content), MOST_UNPACKED) as found:
            ask_memory(file.name, OF_ARRAYS * sum(each.nbytes for each in found.declared.values()))
            return {name: found[name] for name in found.declared}
    except NotPlain as problem:
        raise Refused(
            f"{file.name} should hold plain arrays, but it cannot be read: {said_by(problem)}. Objects would have "
            "to be unpickled, which is never done: leave them out."
        ) from None


def _checked(file: Given, z: np.ndarray, where: str) -> np.ndarray:
    if z.ndim != 2 or z.dtype.kind not in "fiu" or not z.size:
        raise refused(file.name, MATRIX, f"{z.dtype} of shape {z.shape}", row=where)
    with np.errstate(over="ignore"):
        z = z.astype(np.float32)
    bad = np.argwhere(~np.isfinite(z))
    if len(bad):
        row, column = bad[0].tolist()
        raise refused(file.name, "a finite number", f"{z[row, column]}", row=f"{where}, row {row}, column {column}")
    return z


def _columns(file: str, arrays: dict[str, np.ndarray]) -> Columns | None:
    """Arrays of one value per row as columns of text."""
    found = {
        name: pa.array([_word(value) for value in array.tolist()], pa.string())
        for name, array in arrays.items()
        if array.dtype.kind in "fiubUS"
    }
    return Columns(file, found, lambda row: f"row {row}") if found else None


def _word(value: object) -> str:
    text = value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)
    return text.encode("utf-8", "replace").decode().strip()
