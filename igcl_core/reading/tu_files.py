"""TU files: many graphs as the text files of the TU collection, which are in a zip there."""

from __future__ import annotations

import numpy as np
import pyarrow.compute as pc

from igcl_core.reading.columns import WHOLE, Columns, features, first_false, labels
from igcl_core.reading.given import Given
from igcl_core.reading.guess import Wanted
from igcl_core.reading.limits import MOST_CLASSES, OF_FEATURE, ask_memory
from igcl_core.reading.reading import Looked, Reading, finished
from igcl_core.reading.refused import Refused, refused
from igcl_core.reading.table import read_table

LINKS = "_A.txt"


def is_tu(files: list[Given]) -> bool:
    return any(file.name.endswith(LINKS) for file in files)


def look_at_tu(files: list[Given], wanted: Wanted) -> Looked:
    return Looked((), lambda: _read(files, wanted))


def _read(files: list[Given], wanted: Wanted) -> Reading:
    """Node labels become one-hot features, with the attributes of nodes beside them."""
    prefix = next(file.name for file in files if file.name.endswith(LINKS)).removesuffix(LINKS)
    parts = {file.name.removeprefix(prefix + "_"): file for file in files if file.name.startswith(prefix + "_")}
    if "graph_indicator.txt" not in parts:
        raise Refused(f"{prefix}_graph_indicator.txt should be there beside {prefix}{LINKS}, but it is missing.")
    ptr = _ptr(_whole(parts["graph_indicator.txt"], 1, wanted)[:, 0], parts["graph_indicator.txt"])
    nodes, graphs = int(ptr[-1]), len(ptr) - 1
    edges = _edges(parts["A.txt"], nodes, wanted)
    x = _features(parts, nodes, wanted)
    y, classes = None, ()
    if "graph_labels.txt" in parts:
        columns = _columns(parts["graph_labels.txt"], wanted, graphs)
        y, classes, _ = labels(columns, columns.names[0])
    notes = (f"{prefix}: {graphs:,} graphs with {nodes:,} nodes.",)
    return finished(f"{prefix}{LINKS}", prefix, x, edges, wanted, (), notes, y=y, classes=classes, ptr=ptr)


def _columns(file: Given, wanted: Wanted, rows: int) -> Columns:
    columns = read_table(file, wanted, header=False, separator=",").columns
    if columns.rows != rows:
        raise refused(file.name, f"{rows:,} rows", f"{columns.rows:,}")
    return columns


def _whole(file: Given, width: int, wanted: Wanted) -> np.ndarray:
    """Whole numbers, so many in a row."""
    columns = read_table(file, wanted, header=False, separator=",").columns
    if len(columns.names) != width:
        raise refused(file.name, f"{width} numbers in a row", f"{len(columns.names)}", row=1)
    for name in columns.names:
        if (row := first_false(pc.match_substring_regex(columns[name], WHOLE))) is not None:
            raise columns.refused("a whole number", repr(columns[name][row].as_py())[:60], row, name)
    return np.stack([columns[name].cast("int64").to_numpy() for name in columns.names], axis=1)


def _ptr(graph: np.ndarray, file: Given) -> np.ndarray:
    wrong = np.flatnonzero((np.diff(graph) < 0) | (np.diff(graph) > 1))
    if graph[0] != 1 or len(wrong):
        row = 1 if graph[0] != 1 else int(wrong[0]) + 2
        raise refused(file.name, "graphs counted upwards from 1", f"{graph[row - 1]}", row=row)
    return np.searchsorted(graph, np.arange(1, graph[-1] + 2))


def _edges(file: Given, nodes: int, wanted: Wanted) -> np.ndarray:
    ends = _whole(file, 2, wanted).T
    bad = np.flatnonzero(((ends < 1) | (ends > nodes)).any(axis=0))
    if len(bad):
        came = f"{ends[0, bad[0]]} and {ends[1, bad[0]]}"
        raise refused(file.name, f"nodes 1 to {nodes:,}", came, row=int(bad[0]) + 1)
    return ends - 1


def _features(parts: dict[str, Given], nodes: int, wanted: Wanted) -> np.ndarray:
    found = [np.zeros((nodes, 0), np.float32)]
    if "node_labels.txt" in parts:
        file = parts["node_labels.txt"]
        columns = _columns(file, wanted, nodes)
        y, classes, _ = labels(columns, columns.names[0])
        width = max(len(classes), int(y.max()) + 1)
        if width > MOST_CLASSES:
            raise refused(file.name, f"at most {MOST_CLASSES:,} kinds of nodes", f"{width:,}")
        ask_memory(file.name, OF_FEATURE * nodes * width, "for its features")
        found.append(np.eye(width, dtype=np.float32)[y])
    if "node_attributes.txt" in parts:
        columns = _columns(parts["node_attributes.txt"], wanted, nodes)
        found.append(np.asarray(_dense(features(columns, columns.names, nodes))))
    return np.hstack(found)


def _dense(x):
    return x.toarray() if hasattr(x, "toarray") else x
