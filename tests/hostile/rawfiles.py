"""Hostile raw files and caches of real datasets: either refused, or the very numbers that were published."""

from __future__ import annotations

import importlib.util
import os
import random
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np

from igcl_core import Run, load
from igcl_core.data.raw_layout import Raw, find_raw

_place = importlib.util.spec_from_file_location("damage", Path(__file__).with_name("damage.py"))
damage = importlib.util.module_from_spec(_place)
_place.loader.exec_module(damage)

TEXT, PACKED, PICKLED = ("mutag", "imdb-b"), ("photo",), ("cora",)


def cases(number: random.Random, folder: Path) -> Iterator[tuple[str, Callable[[], object]]]:
    source, root = Path(os.environ["IGCL_DATA"]), folder / "data"
    whole = {name: load(name) for name in (*TEXT, *PACKED, *PICKLED)}
    while True:
        kind = number.choices(["text", "cache", "pickle", "packed"], [60, 30, 9, 1])[0]
        name = number.choice({"text": TEXT, "cache": TEXT, "pickle": PICKLED, "packed": PACKED}[kind])
        raw = copied(name, source, root)
        os.environ["IGCL_DATA"] = str(root)
        label = {"text": text_of, "cache": cache_of, "pickle": bytes_of, "packed": packed_of}[kind](raw, name, number)
        yield f"{name} {label}", lambda n=name: same(n, whole[n])


def copied(name: str, source: Path, root: Path) -> Raw:
    """Fresh raw files in a folder of their own, and no cache of them."""
    raw = find_raw(name, source)
    shutil.rmtree(root, ignore_errors=True)
    shutil.rmtree(os.environ["IGCL_CACHE"], ignore_errors=True)
    folder = root / raw.folder.relative_to(source)
    folder.mkdir(parents=True)
    for path in raw.paths:
        shutil.copyfile(path, folder / path.name)
    return Raw(raw.kind, folder, raw.files)


def same(name: str, expected: object) -> None:
    """What was accepted is what was published; from a spoiled cache nothing else may come either."""
    graphs = load(name)
    assert (
        (graphs.edges == expected.edges).all() and (graphs.y == expected.y).all() and (graphs.ptr == expected.ptr).all()
    )
    assert (graphs.x != expected.x).sum() == 0
    if name == "mutag":
        Run(graphs, epochs=0, warmup=0, K=0, D=4, layers=1, vgae_hidden=4, b=0)


def text_of(raw: Raw, name: str, number: random.Random) -> str:
    path = number.choice(raw.paths)
    if number.random() < 0.03:
        path.unlink()
        os.mkfifo(path)
        return f"{path.name} as a pipe"
    return number.choice([damage.spoil_bytes, damage.spoil_lines, damage.spoil_lines])(path, number)


def bytes_of(raw: Raw, name: str, number: random.Random) -> str:
    return damage.spoil_bytes(number.choice(raw.paths), number)


def cache_of(raw: Raw, name: str, number: random.Random) -> str:
    """The cache made from good files, spoiled; now and then without the raw files beside it."""
    load(name)
    path = Path(os.environ["IGCL_CACHE"]) / f"{name}.npz"
    with np.load(path) as file:
        arrays = {key: file[key] for key in file.files}
    said = damage.spoil_arrays(arrays, number)
    damage.write_arrays(path, arrays, number)
    if number.random() < 0.5:
        os.environ["IGCL_DATA"] = ""
    return f"cache {said}"


def packed_of(raw: Raw, name: str, number: random.Random) -> str:
    path = raw.paths[0]
    with np.load(path) as file:
        arrays = {key: file[key] for key in file.files}
    said = damage.spoil_arrays(arrays, number)
    return f"{said} {damage.write_arrays(path, arrays, number)}"
