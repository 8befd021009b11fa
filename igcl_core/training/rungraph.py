"""The graph inside a run file: packed when it is written, and let in like any data from outside when it is read."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from igcl_core.budget.limits import memory_limit
from igcl_core.data import Graphs
from igcl_core.data.packed import PARTS, numbers_of, unpack
from igcl_core.errors import shown
from igcl_core.files.plain_npz import Declared, PlainNpz
from igcl_core.training.runcheck import Damaged

PLACE = "graph/"
WHOLE = ("ptr", "edge_starts", "edge_ends", "x_columns", "x_lengths", "x_shape", "y", *PARTS)
REAL = {"x": 2, "x_data": 1, "images": 3}  # how many dimensions each has
NEEDED, DENSE, SPARSE = {"ptr", "edge_starts", "edge_ends"}, {"x"}, {"x_data", "x_columns", "x_lengths", "x_shape"}
BYTES, BYTES_OF_EDGE = 16, 72  # behind a number of an array, and behind an edge, while the graph is unpacked


def graph_arrays(graphs: Graphs) -> dict[str, np.ndarray]:
    """What a run file holds of its graph beside the words in its header; pictures only if they are plain bytes."""
    return {PLACE + name: array for name, array in numbers_of(graphs).items() if _fits(name, array)}


def read_graph(file: PlainNpz, texts: Mapping[str, Any], fingerprint: str) -> Graphs:
    """The graph in a file, after its shapes have been found right and small enough, if it is the run's own."""
    _check_texts(texts)
    declared = {key.removeprefix(PLACE): found for key, found in file.declared.items() if key.startswith(PLACE)}
    _check_declared(declared)
    try:
        graphs = unpack({name: file[PLACE + name] for name in declared}, texts)
    except (LookupError, TypeError, ValueError, OverflowError) as problem:
        raise Damaged(f"its graph cannot be used: {str(problem).rstrip('.')}") from None
    if graphs.fingerprint != fingerprint:
        raise Damaged("the graph in it is not the one the run was made on")
    if graphs.images is not None and len(graphs.images) != graphs.num_items:
        raise Damaged(f"its graph has {len(graphs.images)} pictures of {graphs.num_items} {graphs.task}s")
    return graphs


def _check_texts(texts: Mapping[str, Any]) -> None:
    """Words that are plain text, which any page, terminal or file can show."""
    classes = texts.get("classes")
    words = [texts.get("name"), texts.get("task"), texts.get("protocol", "")]
    words += classes if type(classes) is list else [classes]
    if type(classes) is not list or not all(type(word) is str for word in words):
        raise Damaged("its graph should have a name, a task and names of classes")
    try:
        "".join(words).encode()
    except UnicodeEncodeError as problem:
        raise Damaged(f"a name in its graph is no text: {problem.reason}") from None


def _check_declared(declared: Mapping[str, Declared]) -> None:
    """Arrays of the right names and kinds, which together take no more memory than a run may."""
    for name, found in declared.items():
        if not _fits(name, found):
            raise Damaged(f"its graph has {shown(name)} of type {found.dtype} and shape {found.shape}")
    needed = NEEDED | (DENSE if "x" in declared else SPARSE)
    if missing := sorted(needed - set(declared)):
        raise Damaged(f"its graph has no {missing[0]}")
    numbers = {name: math.prod(found.shape) for name, found in declared.items()}
    size = BYTES * sum(numbers.values()) + (BYTES_OF_EDGE - BYTES) * numbers["edge_ends"]
    if size > memory_limit():
        raise Damaged(f"its graph would take {size:,} bytes, where a run may take {memory_limit():,}")


def _fits(name: str, array: np.ndarray | Declared) -> bool:
    """Whether an array of the graph has the kind of numbers and the dimensions it should have."""
    if name in WHOLE:
        return array.dtype.kind in "iu" and len(array.shape) == 1
    kinds = (np.uint8,) if name == "images" else (np.uint8, np.float32)
    return name in REAL and array.dtype in kinds and len(array.shape) == REAL[name]
