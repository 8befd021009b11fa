"""Hostile run files: spoiled bytes, headers, arrays and graphs, files that unpack to far more, and no files at all."""

from __future__ import annotations

import importlib.util
import json
import os
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
from scipy import sparse

from igcl_core import Graphs, Run, random_split
from igcl_core.data.packed import unpack

_place = importlib.util.spec_from_file_location("damage", Path(__file__).with_name("damage.py"))
damage = importlib.util.module_from_spec(_place)
_place.loader.exec_module(damage)

STRANGE = (
    None, True, False, 0, -1, 1, 2, 3.5, 1e300, 10**30, "", "x", "karate", "cora", "a" * 5000, [], [1], [None],
    ["x"] * 3, {}, {"a": 1}, {"tau": "9" * 400}, {"K": 10**9}, {"D": 4096}, {"b": -1}, {"unknown": 1},
    {"parent": "p", "step": 1}, {"parent": "p", "step": -1, "changes": {}}, {"parent": 1, "step": 1, "changes": 2},
    [[[]]], ["start"] * 100_000,
)  # fmt: skip


def cases(number: random.Random, folder: Path) -> Iterator[tuple[str, Callable[[], object]]]:
    goods = [saved(data, folder / "good.igcl") for data in ("karate", own_graph(dense=True), own_graph(dense=False))]
    path = folder / "bad.igcl"
    for thing in things_that_are_no_files(folder):
        yield f"no file: {thing}", lambda t=thing: opens(t)
    makers = (bytes_of, bytes_of, header_of, header_of, header_of, arrays_of, arrays_of, bomb)
    while True:
        inside = number.random() < 0.4
        good, arrays = number.choice(goods[1:] if inside else goods)
        path.write_bytes(good)
        label = (graph_of if inside else number.choice(makers))(path, dict(arrays), number)
        yield label, lambda: opens(path)


def saved(data: Any, path: Path) -> tuple[bytes, dict[str, np.ndarray]]:
    """A run file, and the arrays in it."""
    run = Run(data, epochs=8, warmup=3, D=4, vgae_hidden=4, b=0, snapshot_every=3)
    run.advance(11)
    run.save(path)
    with np.load(path) as file:
        return path.read_bytes(), {name: file[name] for name in file.files}


def own_graph(dense: bool) -> Graphs:
    """A graph that no name stands for, so that the file holds it."""
    draw = np.random.default_rng(0)
    x = sparse.random(20, 6, 0.4, format="csr", random_state=0)
    edges, y = draw.integers(20, size=(2, 50)), np.arange(20) % 3
    images = draw.integers(0, 9, (20, 2, 2)).astype(np.uint8)
    return Graphs("own", "node", x.toarray() if dense else x, edges, y, None, random_split(20, 0.4, 0.3), "abc", images)


def opens(path: Any) -> None:
    """What was accepted goes on for a step, or diverges in a sentence, and can be saved again."""
    run = Run.open(path)
    run.rewind(min(run.index, 2))
    run.advance(1)
    assert np.isfinite(run.arrays()["z"]).all()


def things_that_are_no_files(folder: Path) -> list[Any]:
    os.mkfifo(folder / "pipe")
    os.symlink(folder / "loop", folder / "loop")
    os.symlink("/dev/zero", folder / "zero")
    return [
        folder / "pipe",
        folder / "loop",
        folder / "zero",
        folder,
        folder / "absent",
        "/dev/null",
        "",
        "\x00",
        "x" * 5000,
    ]


def bytes_of(path: Path, arrays: dict[str, np.ndarray], number: random.Random) -> str:
    return damage.spoil_bytes(path, number)


def header_of(path: Path, arrays: dict[str, np.ndarray], number: random.Random) -> str:
    header = json.loads(arrays["header"].tobytes())
    field, value = number.choice(sorted(header)), number.choice(STRANGE)
    if number.random() < 0.2:
        del header[field]
    else:
        header[field] = value
    text = json.dumps(header if number.random() < 0.95 else value)
    arrays["header"] = np.frombuffer(text.encode(), np.uint8)
    return f"header {field} {value!s:.40} {damage.write_arrays(path, arrays, number)}"


def arrays_of(path: Path, arrays: dict[str, np.ndarray], number: random.Random) -> str:
    said = [damage.spoil_arrays(arrays, number) for _ in range(number.randint(1, 3)) if arrays]
    return f"{', '.join(said)} {damage.write_arrays(path, arrays, number)}"


def graph_of(path: Path, arrays: dict[str, np.ndarray], number: random.Random) -> str:
    """The graph in the file spoiled, in its numbers or its words, and the header made to fit it where that can be."""
    header = json.loads(arrays["header"].tobytes())
    graph = {name: arrays.pop(name) for name in sorted(arrays) if name.startswith("graph/")}
    if number.random() < 0.8:
        said = ", ".join(damage.spoil_arrays(graph, number) for _ in range(number.randint(1, 2)))
    else:
        field, value = number.choice(sorted(header["graph"])), number.choice([*STRANGE, ["\ud800"], "node", "graph"])
        header["graph"][field], said = value, f"{field} {value!s:.40}"
    try:
        numbers = {name.removeprefix("graph/"): array for name, array in graph.items()}
        header["fingerprint"] = unpack(numbers, header["graph"]).fingerprint
    except Exception:
        said += " (no graph)"
    arrays |= {**graph, "header": np.frombuffer(json.dumps(header).encode(), np.uint8)}
    return f"graph: {said} {damage.write_arrays(path, arrays, number)}"


def bomb(path: Path, arrays: dict[str, np.ndarray], number: random.Random) -> str:
    """A small file whose arrays are very large once unpacked."""
    name = number.choice([*sorted(arrays), "extra", "snapshot/3/z"])
    length = number.choice([1_000_000, 10_000_000])
    np.savez_compressed(path.open("wb"), **{**arrays, name: np.zeros(length, number.choice(["f4", "u1"]))})
    return f"bomb in {name}"
