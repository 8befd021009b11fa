"""PlainNpz: a file of arrays from anywhere. What it says it holds is known, and can be refused, before memory is taken.

Nothing is unpickled. zipfile hands out no more bytes than a member declares, and numpy reads no more than the shape
in the member's header asks for, so once both agree and are small enough, reading is safe.
"""

from __future__ import annotations

import io
import math
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from os import PathLike
from types import TracebackType
from typing import BinaryIO, NamedTuple

import numpy as np
from numpy.lib import format as npy

from igcl_core.files.regular_file import check_regular

LONGEST_HEADER = 12_000
ENDING = ".npy"


class NotPlain(ValueError):
    """Bytes that are no plain arrays, or more of them than were to be read."""


class Declared(NamedTuple):
    """What the header of an array says of it."""

    shape: tuple[int, ...]
    dtype: np.dtype
    nbytes: int


class PlainNpz:
    """The arrays of an .npz file by name: `declared` of all at once, the values of each when asked for."""

    def __init__(self, path: str | PathLike | BinaryIO, most: float = math.inf):
        if not hasattr(path, "read"):
            check_regular(path)
        with _said():
            self._archive = zipfile.ZipFile(path)
        try:
            self._check_size(most)
            with _said():
                self.declared = {self._name(member): self._declared(member) for member in self._archive.infolist()}
        except BaseException:
            self._archive.close()
            raise

    def __enter__(self) -> PlainNpz:
        return self

    def __exit__(self, kind: type | None, problem: BaseException | None, trace: TracebackType | None) -> None:
        self._archive.close()

    def __getitem__(self, name: str) -> np.ndarray:
        if name not in self.declared:
            raise NotPlain(f"it has no array {name!r}")
        with _said(), self._archive.open(name + ENDING) as member:
            return npy.read_array(member, allow_pickle=False)

    def _check_size(self, most: float) -> None:
        size = sum(member.file_size for member in self._archive.infolist())
        if size > most:
            raise NotPlain(f"it would take {size:,} bytes, where at most {most:,.0f} were expected")

    def _name(self, member: zipfile.ZipInfo) -> str:
        if not member.filename.endswith(ENDING):
            raise NotPlain(f"it has {member.filename[:60]!r}, which is no array")
        return member.filename.removesuffix(ENDING)

    def _declared(self, member: zipfile.ZipInfo) -> Declared:
        with self._archive.open(member) as file:
            start = io.BytesIO(file.read(LONGEST_HEADER))
        version = npy.read_magic(start)
        read = npy.read_array_header_1_0 if version == (1, 0) else npy.read_array_header_2_0
        shape, _, dtype = read(start)
        nbytes = math.prod(shape) * dtype.itemsize
        if dtype.hasobject or min(shape, default=0) < 0 or start.tell() + nbytes != member.file_size:
            raise NotPlain(f"its array {member.filename[:60]!r} is not as long as it says, or no plain one")
        return Declared(shape, dtype, nbytes)


@contextmanager
def _said() -> Iterator[None]:
    """Whatever zipfile, its decompressors and numpy raise over foreign bytes, as one kind of error."""
    try:
        yield
    except NotPlain:
        raise
    except OSError as problem:
        raise NotPlain("its parts are not where it says they are") from problem
    except Exception as problem:
        raise NotPlain(str(problem).rstrip(".") or type(problem).__name__) from problem
