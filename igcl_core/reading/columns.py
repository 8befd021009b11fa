"""Columns: what is known of every node, as text, and as numbers or classes, or a sentence on why not."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from scipy import sparse

from igcl_core.errors import shown
from igcl_core.reading.limits import MOST_CLASSES, OF_FEATURE, ask_memory
from igcl_core.reading.refused import Refused, refused

NUMBER = r"^-?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$"
WHOLE = r"^-?\d{1,18}$"
MISSING = ("", "na", "n/a", "nan", "null", "none", "?", "-")
WIDE, SPARSE_SHARE, LONGEST_NAME = 64, 0.2, 80
NO_LABEL = "no label"


@dataclass(frozen=True, eq=False)
class Columns:
    """Columns by name, one value of text per row; `place` says where a row is to be found in the file.

    `count` is how many rows there are where there is no column.
    """

    file: str
    arrays: dict[str, pa.Array]
    place: Callable[[int], str]
    count: int = 0

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self.arrays)

    @property
    def rows(self) -> int:
        return len(next(iter(self.arrays.values()))) if self.arrays else self.count

    def __getitem__(self, name: str) -> pa.Array:
        if name not in self.arrays:
            known = ", ".join(map(shown, self.names[:20]))
            raise Refused(f"{shown(self.file)} has no column {shown(name)}. Its columns are {known or 'none'}.")
        return self.arrays[name]

    def refused(self, expected: str, came: str, row: int, column: str, advice: str = "") -> Refused:
        return refused(self.file, expected, came, row=self.place(row), column=column, advice=advice)


def all_numbers(array: pa.Array) -> bool:
    return bool(pc.all(pc.match_substring_regex(array, NUMBER), min_count=0).as_py())


def all_whole(array: pa.Array) -> bool:
    return bool(pc.all(pc.match_substring_regex(array, WHOLE), min_count=0).as_py())


def first_false(mask: pa.Array) -> int | None:
    """The first row where it is not so."""
    found = pc.index(mask, pa.scalar(False)).as_py()
    return None if found < 0 else found


def missing(array: pa.Array) -> np.ndarray:
    """Where nothing is said, in one of the words for nothing."""
    return pc.is_in(pc.utf8_lower(array), pa.array(MISSING)).to_numpy(zero_copy_only=False)


def numbers(columns: Columns, name: str) -> np.ndarray:
    """The column as finite float32 numbers."""
    array = columns[name]
    good = pc.match_substring_regex(array, NUMBER)
    if (row := first_false(good)) is not None:
        came = array[row].as_py()
        said = "nothing" if came == "" else shown(came)
        raise columns.refused("a number", said, row, name, "Correct it, or leave the column out of the features.")
    try:
        values = array.cast(pa.float64()).to_numpy(zero_copy_only=False)
    except pa.ArrowException:
        values = np.array([float(value) for value in array.to_pylist()])
    with np.errstate(over="ignore"):
        values = values.astype(np.float32)
    if not np.isfinite(values).all():
        row = int(np.flatnonzero(~np.isfinite(values))[0])
        raise columns.refused("a number below 3e38", shown(array[row].as_py()), row, name)
    return values


def features(columns: Columns, names: Sequence[str], rows: int) -> np.ndarray | sparse.csr_matrix:
    """The columns side by side; sparse where they are many and mostly zeros."""
    ask_memory(columns.file, OF_FEATURE * rows * len(names), "for its features")
    x = np.zeros((rows, len(names)), np.float32)
    for number, name in enumerate(names):
        x[:, number] = numbers(columns, name)
    few = len(names) >= WIDE and np.count_nonzero(x) < SPARSE_SHARE * x.size
    return sparse.csr_matrix(x) if few else x


def labels(columns: Columns, name: str) -> tuple[np.ndarray, tuple[str, ...], np.ndarray]:
    """The class of every row, names of the classes, and which rows have one; the others get one of their own."""
    array = columns[name]
    has = ~missing(array)
    if not has.any():
        raise columns.refused("a class", "nothing in any row", 0, name, "Choose another column, or none.")
    kinds = pc.unique(array.filter(pa.array(has)))
    if len(kinds) > MOST_CLASSES:
        came = f"{len(kinds):,} different values"
        raise refused(columns.file, f"at most {MOST_CLASSES:,} classes", came, column=name, advice="Choose another.")
    words = sorted(kinds.to_pylist(), key=int if all_whole(kinds) else None)
    place = pc.index_in(array, pa.array(words, pa.string()))
    y = pc.fill_null(place, len(words)).to_numpy(zero_copy_only=False).astype(np.int64)
    y[~has] = len(words)
    counted = words == [str(number) for number in range(len(words))]
    classes = tuple(f"class {word}" if counted else word[:LONGEST_NAME] for word in words)
    classes += () if has.all() else (NO_LABEL,)
    return y, () if counted and has.all() else classes, has


def texts(columns: Columns, name: str) -> tuple[str, ...]:
    return tuple(columns[name].to_pylist())
