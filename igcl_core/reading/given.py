"""Given: a file that somebody brought, as its name and its bytes."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass, field
from os import PathLike
from pathlib import PurePath

from igcl_core.files.regular_file import read_regular
from igcl_core.reading.limits import MOST_BYTES, MOST_FILES
from igcl_core.reading.refused import Refused, refused

LONGEST_NAME = 80


@dataclass(frozen=True)
class Given:
    """A file in memory; `name` is what its owner calls it, without folders."""

    name: str
    content: bytes = field(repr=False)

    @property
    def ending(self) -> str:
        return PurePath(self.name).suffix.lower()

    @property
    def stem(self) -> str:
        """What a graph from this file is called."""
        stem = PurePath(self.name).stem
        return " ".join("".join(c if c.isprintable() else " " for c in stem).split())[:LONGEST_NAME] or "graph"


def given(files: Iterable[Given | str | PathLike]) -> list[Given]:
    """The files with their content, each with a name of its own."""
    found = [_one(file) for file in files]
    if not found:
        raise Refused("At least one file was expected, but none came.")
    if len(found) > MOST_FILES:
        raise Refused(f"At most {MOST_FILES} files were expected, but {len(found)} came.")
    names = [file.name for file in found]
    for file in found:
        if not file.content.strip():
            raise refused(file.name, "data", "an empty file", advice="Save it again.")
        if names.count(file.name) > 1:
            raise refused(file.name, "a file of its own name", "two of that name")
    return found


def _one(file: Given | str | PathLike) -> Given:
    if isinstance(file, Given):
        return file
    return Given(os.path.basename(os.fspath(file)), read_regular(file, MOST_BYTES))
