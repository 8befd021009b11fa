"""Hostile graphs: arrays of every kind and shape, and sparse matrices whose indices point outside."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import torch
from scipy import sparse

from igcl_core import Graphs, Run, Split, random_split

NODES, COLUMNS = 12, 5
FORMATS = ("csr", "csc", "bsr", "coo", "lil", "dia", "dok")
HUGE = (99_999_999, -1, -99_999_999, 2**31 - 1, NODES, COLUMNS, 2**40)
SMALL = dict(D=4, vgae_hidden=4, epochs=1, warmup=1, b=0, snapshot_every=0)


def good(number: random.Random) -> dict[str, Any]:
    """A graph that trains, as the arguments of Graphs."""
    draw = np.random.default_rng(number.randrange(2**32))
    edges = draw.integers(NODES, size=(2, 30))
    y = np.arange(NODES) % 3
    return {"name": "g", "task": "node", "x": draw.random((NODES, COLUMNS)), "edges": edges, "y": y, "split": None}


def cases(number: random.Random, folder: Path) -> Iterator[tuple[str, Callable[[], object]]]:
    makers = (broken_sparse, odd_features, odd_edges, odd_labels, odd_pointers, odd_splits, odd_words, odd_shares)
    while True:
        maker, graph = number.choice(makers), good(number)
        label, change = maker(number, graph)
        yield f"{maker.__name__}: {label}", lambda g=graph, c=change: trains(g, c)


def trains(graph: dict[str, Any], change: Callable[[], dict[str, Any]]) -> None:
    """Two steps on what was accepted, with finite numbers."""
    graphs = Graphs(**{**graph, **change()})
    assert graphs.x.dtype == np.float32 and graphs.edges.dtype == np.int32
    features = "raw" if graphs.num_features else "degree"
    level = dict(backbone="gin", layers=1) if graphs.task == "graph" else {}
    run = Run(graphs, **SMALL, **level, features=features)
    run.advance(2)
    assert np.isfinite(run.arrays()["z"]).all()


def broken_sparse(number: random.Random, graph: dict[str, Any]) -> tuple[str, Callable]:
    """A sparse matrix of any format, one of its arrays changed behind scipy's back."""
    kind = number.choice(FORMATS)
    matrix = sparse.random(NODES, COLUMNS, 0.4, format=kind, random_state=number.randrange(2**31))
    names = [n for n in ("data", "indices", "indptr", "row", "col", "offsets", "rows", "_shape") if hasattr(matrix, n)]
    name, how = number.choice(names), number.choice(DAMAGES)
    place, value = number.random(), number.choice(HUGE)

    def change() -> dict[str, Any]:
        try:
            setattr(matrix, name, how(getattr(matrix, name), place, value))
        except (AttributeError, IndexError, TypeError, ValueError, OverflowError):
            pass
        return {"x": matrix}

    return f"{kind}.{name} {how.__name__} {value}", change


def put(array: Any, place: float, value: int) -> Any:
    array = np.array(array).copy()
    array.flat[int(place * array.size)] = value
    return array


def cut(array: Any, place: float, value: int) -> Any:
    return array[: int(place * len(array))]


def double(array: Any, place: float, value: int) -> Any:
    return np.concatenate([array, array])


def reverse(array: Any, place: float, value: int) -> Any:
    return array[::-1]


def as_float(array: Any, place: float, value: int) -> Any:
    return np.asarray(array, float) + place


def as_object(array: Any, place: float, value: int) -> Any:
    return np.array([None] * len(array))


def as_column(array: Any, place: float, value: int) -> Any:
    return np.asarray(array).reshape(-1, 1)


def wide(array: Any, place: float, value: int) -> Any:
    return np.asarray(array).astype(np.uint64) * 2**33


DAMAGES = (put, put, put, cut, double, reverse, as_float, as_object, as_column, wide)


def odd_features(number: random.Random, graph: dict[str, Any]) -> tuple[str, Callable]:
    x = graph["x"]
    odd = [
        x + 1j, x.astype("M8[s]"), x.astype("m8[s]"), np.ma.masked_less(x, 0.5), np.ma.array(x), x * 1e300, x * np.nan,
        x.astype(str), x.astype(object), np.full(x.shape, "red"), np.full((NODES, 1), None), [[10**400]] * NODES,
        np.zeros((NODES, 3), [("a", "i4")]), np.zeros((NODES, 3), "V4"), x[:, :0], x[:0], x[0], x[None], 7, None, "x",
        [[1], [1, 2]], torch.tensor(x), torch.tensor(x, requires_grad=True), np.zeros((NODES, 2), bool), x.tolist(),
        x.astype(np.float16), x.astype(np.longdouble), np.matrix(x), range(NODES), {}, object(), x.astype(">f8"),
        np.asfortranarray(x), x[::-1], np.broadcast_to(1.0, x.shape), sparse.csr_matrix(x + 1j), sparse.coo_array(x[0]),
    ]  # fmt: skip
    index = number.randrange(len(odd))
    return f"features {index}", lambda: {"x": odd[index]}


def odd_edges(number: random.Random, graph: dict[str, Any]) -> tuple[str, Callable]:
    edges = graph["edges"]
    value = number.choice([*HUGE, 2**63 - 1, -(2**63)])
    odd = [
        put(edges, number.random(), value), edges.T, edges.astype(float) + 0.5, edges.astype(np.uint64) * 2**60,
        edges.astype(str), edges[:, :0], edges[0], [[0, 1], [2]], None, edges * np.nan, [[10**400], [0]], 5, "edges",
        np.ma.masked_equal(edges, 3), edges.astype("M8[s]"), edges.astype(complex), edges.astype(bool), [[], []],
        edges.astype(object), np.full((2, 3), None), edges.astype(np.int8), torch.tensor(edges), edges[None], {},
        np.zeros((2, 4), int), sparse.csr_matrix(edges),
    ]  # fmt: skip
    index = number.randrange(len(odd))
    return f"edges {index} {value}", lambda: {"edges": odd[index]}


def odd_labels(number: random.Random, graph: dict[str, Any]) -> tuple[str, Callable]:
    y = graph["y"]
    value = number.choice([*HUGE, 10**12, 2**63 - 1])
    odd = [
        put(y.astype(np.int64), number.random(), value), y[:-1], y[None], y + 0.5, y.astype(str), y * np.nan, [], 3,
        np.eye(3)[y], y.astype(bool), y.astype(np.uint64) + 2**63, [10**400] * NODES, [None] * NODES, "labels", {},
        np.ma.masked_equal(y, 1), y.astype("M8[s]"), y.astype(complex), torch.tensor(y), y.astype(object),
    ]  # fmt: skip
    index = number.randrange(len(odd))
    return f"labels {index} {value}", lambda: {"y": odd[index], "split": random_split(NODES, 0.4, 0.3)}


def odd_pointers(number: random.Random, graph: dict[str, Any]) -> tuple[str, Callable]:
    ptr = [0, 4, 8, NODES]
    odd = [
        ptr, ptr[::-1], [0, 4, 4, NODES], [0, 4, 8], [1, NODES], [0, 2**40], [0, -3, NODES], [0, 4.5, NODES], [], 0,
        [0], [[0, NODES]], None, "ptr", [0, 10**400], [0.0, 6.0, 12.0], np.array(ptr, np.uint64), [0, np.nan, NODES],
    ]  # fmt: skip
    index = number.randrange(len(odd))
    inside = np.array([[0, 1, 4, 8], [1, 2, 5, 9]])
    return f"ptr {index}", lambda: {"task": "graph", "ptr": odd[index], "edges": inside, "y": None}


def odd_splits(number: random.Random, graph: dict[str, Any]) -> tuple[str, Callable]:
    value = number.choice(HUGE)
    odd = [
        lambda: Split([0, 1, 2], [3, 4], [5, value]), lambda: Split([], [], []), lambda: Split([0, 1], [1, 2], [2, 3]),
        lambda: Split(np.ones(NODES, bool), [1], [2]), lambda: Split("a", "b", "c"), lambda: Split(None, None, None),
        lambda: Split([[0, 1]], [2], [3]), lambda: Split([0.5], [1], [2]), lambda: {"train": [0]}, lambda: "split",
        lambda: Split([0, 1, 2], [3], [4], "mine"), lambda: Split([10**400], [1], [2]), lambda: Split([0], [3], [6]),
    ]  # fmt: skip
    index = number.randrange(len(odd))
    return f"split {index} {value}", lambda: {"split": odd[index]()}


def odd_words(number: random.Random, graph: dict[str, Any]) -> tuple[str, Callable]:
    name, value = (
        number.choice(["name", "task"]),
        number.choice(["", "cora", "\x00", "x" * 100_000, None, 5, [], {}, b"g"]),
    )
    return f"{name} {type(value).__name__}", lambda: {name: value}


def odd_shares(number: random.Random, graph: dict[str, Any]) -> tuple[str, Callable]:
    odd = (0.4, 0.3, 0, 1, -0.1, 1.1, 100, 1e300, -1e300, float("nan"), float("inf"), None, "half", [], 1j, 10**400)
    items = number.choice([NODES, NODES, NODES, 0, -3, 10**12, 10**400, "12", None, 12.0])
    train, val = number.choice(odd), number.choice(odd)
    return f"split of {train!s:.20}, {val!s:.20}", lambda: {"split": random_split(items, train, val)}
