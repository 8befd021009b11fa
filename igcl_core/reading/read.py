"""read: files of any kind as a graph, with a record of what was guessed and why."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields
from os import PathLike
from typing import Any

from igcl_core.errors import UnknownName
from igcl_core.reading.edge_list import look_at_tables
from igcl_core.reading.given import Given, given
from igcl_core.reading.guess import Wanted
from igcl_core.reading.linked_file import look_at_linked
from igcl_core.reading.npz_graph import look_at_npz
from igcl_core.reading.reading import Looked, Reading
from igcl_core.reading.refused import Refused, refused
from igcl_core.reading.tu_files import is_tu, look_at_tu
from igcl_core.reading.unzipped import unzipped

LINKED = {".graphml": "xml", ".gexf": "xml", ".xml": "xml", ".gml": "gml", ".json": "json"}
TABLES = (".csv", ".tsv", ".txt", ".edges", ".edgelist", ".tab", ".dat", ".cites", ".content", "")
ENDINGS = tuple(ending for ending in (*TABLES, *LINKED, ".npz", ".zip") if ending)
GUESS_ALL = Wanted()
PICKLES = (".pkl", ".pickle", ".pt", ".pth", ".joblib")


def read(*files: Given | str | PathLike, **choices: Any) -> Reading:
    """Read a graph from one file, or from an edge list and a table of nodes.

    Everything that was guessed is in `guesses` of what comes back, with the reason; each is changed by an argument of
    the same name, as in read("edges.csv", "nodes.csv", label="club", features=("age",)).
    """
    known = [field.name for field in fields(Wanted)]
    for name in choices:
        if name not in known:
            raise UnknownName("choice of how to read", name, known)
    return look(files, Wanted(**choices)).make()


def look(files: Iterable[Given | str | PathLike], wanted: Wanted = GUESS_ALL) -> Looked:
    """What the files are taken to mean; nothing of them is kept before `make`."""
    return _look(given(files), wanted)


def _look(found: list[Given], wanted: Wanted, zipped: bool = False) -> Looked:
    if is_tu(found):
        return look_at_tu(found, wanted)
    kinds = [_kind(file) for file in found]
    if all(kind == "table" for kind in kinds):
        return look_at_tables(found, wanted)
    if len(found) > 1:
        names = ", ".join(file.name for file in found[:6])
        raise Refused(f"One file with a graph, or an edge list with a table of nodes, was expected, but {names} came.")
    file, kind = found[0], kinds[0]
    if kind == "zip" and not zipped:
        return _look(given(unzipped(file)), wanted, zipped=True)
    if kind == "npz":
        return look_at_npz(file, wanted)
    if kind == "zip":
        raise refused(file.name, "files with data inside a zip", "another zip")
    return look_at_linked(file, kind, wanted)


def _kind(file: Given) -> str:
    """How a file is to be read: by its ending, else by its first bytes."""
    if file.ending in PICKLES or file.content[:2] in (b"\x80\x02", b"\x80\x03", b"\x80\x04", b"\x80\x05"):
        raise refused(
            file.name, "a graph in a file that runs nothing", "a file that only unpickling would open",
            advice="Unpickling can run any code and is never done. Save it as NPZ, GraphML or CSV.",
        )  # fmt: skip
    if file.content.startswith(b"PK"):
        return "npz" if file.ending == ".npz" else "zip"
    if file.ending in (".npz", ".zip"):
        return file.ending[1:]
    if file.ending in LINKED:
        return LINKED[file.ending]
    if file.ending in TABLES:
        return "table"
    known = " ".join(ENDINGS)
    raise refused(file.name, f"a file with one of the endings {known}", f"{file.ending or 'none'}")
