"""Hostile files that somebody brings: broken ones get a sentence, and what is accepted hangs together.

A quarter has one mistake of a known kind, which must be refused with the name of the file.
"""

from __future__ import annotations

import importlib.util
import io
import json
import random
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import networkx as nx
import numpy as np
import pyarrow as pa
from pyarrow import parquet
from scipy import sparse

from igcl_core import read
from igcl_core.reading import Given, Reading, Refused, read_embedding

_place = importlib.util.spec_from_file_location("damage", Path(__file__).with_name("damage.py"))
damage = importlib.util.module_from_spec(_place)
_place.loader.exec_module(damage)

CLUB = nx.karate_club_graph()
CELLS = ("", "nan", "NaN", "n/a", "1e999", "x", "<script>alert(1)</script>", "=1+1", '"', "\x00", "é", "9" * 400, "-1")
CELLS += ("٣", "1,5", "\u202e", "True", "None", "99999", "0x10", "'", "a\nb", " ")


def cases(number: random.Random, folder: Path) -> Iterator[tuple[str, Callable[[], object]]]:
    while True:
        kind = number.choice(list(MAKERS))
        files = MAKERS[kind](number)
        if number.random() < 0.25 and kind == "tables":
            wrong = number.choice(list(MISTAKES))
            spoiled = MISTAKES[wrong](dict(files), number)
            yield f"{kind}: {wrong}", lambda f=spoiled: must_refuse(f)
            continue
        name = number.choice(sorted(files))
        label = "as it is"
        if number.random() < 0.95:
            label, files[name] = spoiled_file(name, files[name], number, folder)
        options = choices(number) if number.random() < 0.2 else {}
        yield f"{kind}: {label} {options}", lambda f=dict(files), o=options: accepted(f, o)


def accepted(files: dict[str, bytes], options: dict) -> None:
    """Whatever is read hangs together."""
    if any("embedding" in name for name in files):
        found = read_embedding(*(Given(name, content) for name, content in files.items()), **options)
        assert np.isfinite(found.z).all() and found.z.shape[1] > 1 and len(found.texts) in (0, len(found.z))
        assert found.y is None or (len(found.y) == len(found.z) and found.y.max() < len(found.classes))
        return
    reading = read(*(Given(name, content) for name, content in files.items()), **options)
    check(reading)


def check(reading: Reading) -> None:
    graphs = reading.graphs
    values = graphs.x.data if sparse.issparse(graphs.x) else graphs.x
    assert np.isfinite(values).all()
    assert graphs.edges.shape[1] == 0 or graphs.edges.max() < graphs.num_nodes
    assert len(reading.names) in (0, graphs.num_nodes) and len(set(reading.names)) == len(reading.names)
    assert len(reading.texts) in (0, graphs.num_nodes)
    assert graphs.y is None or len(graphs.y) == graphs.num_items
    assert all(guess.reason for guess in reading.guesses)


def must_refuse(files: dict[str, bytes]) -> None:
    """A mistake that is known to be there is found, and its file named."""
    try:
        read(*(Given(name, content) for name, content in files.items()))
    except Refused as problem:
        assert any(name in str(problem) for name in files), problem
        raise
    raise AssertionError("a known mistake was not found")


def choices(number: random.Random) -> dict:
    every = {
        "label": ["", "club", "nothing", "age"], "text": ["", "note", "x"], "id": ["", "id", "age"],
        "features": [(), ("age",), ("age", "age"), ("club",), ("none",)], "header": [True, False],
        "encoding": ["utf-8", "latin-1", "utf-16", "klingon"], "source": ["from", "zz"], "target": ["to", "from"],
        "made": ["random walks", "positions", "degree", "degree one-hot", "magic"], "split": ["10/10/80", "1/2/3"],
    }  # fmt: skip
    names = number.sample(list(every), number.randint(1, 3))
    return {name: number.choice(every[name]) for name in names}


def spoiled_file(name: str, content: bytes, number: random.Random, folder: Path) -> tuple[str, bytes]:
    path = folder / f"spoiled-{name}"
    path.write_bytes(content)
    way = number.choice([damage.spoil_bytes, damage.spoil_bytes, damage.spoil_lines])
    label = way(path, number)
    if number.random() < 0.3 and path.stat().st_size:
        label += " and " + damage.spoil_bytes(path, number)
    return label, path.read_bytes()


def tables(number: random.Random) -> dict[str, bytes]:
    """An edge list, mostly with a table of nodes, with whatever stands between columns."""
    between = number.choice([",", "\t", ";", "|"])
    named = number.random() < 0.5
    call = (lambda node: f"node {node}") if named else str
    rows = [["from", "to", "weight"], *([call(a), call(b), str(a + 1)] for a, b in CLUB.edges)]
    files = {"edges.csv": lines(rows, between)}
    if number.random() < 0.7:
        about = [["id", "club", "age", "note"]]
        about += [[call(n), CLUB.nodes[n]["club"], f"{n * 1.5}", f"paper {n}"] for n in CLUB]
        files["nodes.csv"] = lines(about, between)
    return files


def lines(rows: list[list[str]], between: str) -> bytes:
    return "\n".join(between.join(row) for row in rows).encode() + b"\n"


def linked(number: random.Random) -> dict[str, bytes]:
    kind, out = number.choice(["graphml", "gexf", "gml", "json"]), io.BytesIO()
    if kind == "json":
        return {"club.json": json.dumps(nx.node_link_data(CLUB, edges="links"), indent=1).encode()}
    {"graphml": nx.write_graphml, "gexf": nx.write_gexf, "gml": nx.write_gml}[kind](CLUB, out)
    return {f"club.{kind}": out.getvalue()}


def arrays(number: random.Random) -> dict[str, bytes]:
    out, adjacency = io.BytesIO(), nx.to_scipy_sparse_array(CLUB, format="csr", weight=None)
    found = {f"adj_{part}": getattr(adjacency, part) for part in ("data", "indices", "indptr")}
    found |= {"adj_shape": np.array(adjacency.shape), "labels": np.arange(34) % 3, "attr_matrix": np.eye(34)}
    if number.random() < 0.7:
        damage.spoil_arrays(found, number)
    (np.savez_compressed if number.random() < 0.5 else np.savez)(out, **found)
    return {"club.npz": out.getvalue()}


def zipped(number: random.Random) -> dict[str, bytes]:
    """Five small graphs as the TU collection has them."""
    pairs = [(a + 1 + 34 * k, b + 1 + 34 * k) for k in range(5) for a, b in CLUB.edges]
    parts = {
        "C_A.txt": "\n".join(f"{a}, {b}" for a, b in pairs),
        "C_graph_indicator.txt": "\n".join(str(k + 1) for k in range(5) for _ in CLUB),
        "C_graph_labels.txt": "\n".join(str(k % 2) for k in range(5)),
        "C_node_labels.txt": "\n".join(str(n % 4) for _ in range(5) for n in CLUB),
        "C_node_attributes.txt": "\n".join(f"{n}, {n / 7}" for _ in range(5) for n in CLUB),
    }
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", number.choice([zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])) as archive:
        for name, text in parts.items():
            content = text.encode()
            if number.random() < 0.15:
                content = changed_cell(content, number, b"\n", b", ")
            if number.random() < 0.97:
                archive.writestr(number.choice(["C/", "", "C/raw/"]) + name, content)
        if number.random() < 0.05:
            archive.writestr("../../outside.txt", "x")
    return {"club.zip": out.getvalue()}


def changed_cell(content: bytes, number: random.Random, below: bytes, beside: bytes) -> bytes:
    rows = [row.split(beside) for row in content.split(below)]
    row = number.choice(rows)
    row[number.randrange(len(row))] = number.choice(CELLS).encode()
    return below.join(beside.join(row) for row in rows)


def embedding(number: random.Random) -> dict[str, bytes]:
    z, words, out = np.random.default_rng(0).standard_normal((20, 4)), [f"w{k}" for k in range(20)], io.BytesIO()
    kind = number.choice(["npy", "npz", "parquet", "vec", "csv"])
    if kind == "npy":
        np.save(out, z)
    elif kind == "npz":
        found = {"z": z, "y": np.arange(20) % 3, "words": np.array(words)}
        if number.random() < 0.7:
            damage.spoil_arrays(found, number)
        np.savez(out, **found)
    elif kind == "parquet":
        parquet.write_table(pa.table({"word": words, "z": z.tolist(), "y": np.arange(20) % 3}), out)
    else:
        between = " " if kind == "vec" else ","
        rows = [[word, *map(str, row)] for word, row in zip(words, z.tolist(), strict=True)]
        out.write((b"20 4\n" if kind == "vec" else b"word,a,b,c,d\n") + lines(rows, between))
    return {f"embedding.{kind}": out.getvalue()}


MAKERS = {"tables": tables, "linked": linked, "arrays": arrays, "zipped": zipped, "embedding": embedding}


def _rows(files: dict[str, bytes], name: str) -> list[bytes]:
    return files[name].rstrip(b"\n").split(b"\n")


def _ragged(files: dict[str, bytes], number: random.Random) -> dict[str, bytes]:
    name = number.choice(sorted(files))
    rows = _rows(files, name)
    place = number.randrange(2, len(rows))
    between = next(mark for mark in b"\t,;|" if bytes([mark]) in rows[0])
    rows[place] = number.choice([rows[place] + bytes([between]) + b"7", rows[place].rsplit(bytes([between]), 1)[0]])
    return {**files, name: b"\n".join(rows)}


def _empty_end(files: dict[str, bytes], number: random.Random) -> dict[str, bytes]:
    rows = _rows(files, "edges.csv")
    between = bytes([next(mark for mark in b"\t,;|" if bytes([mark]) in rows[0])])
    place = number.randrange(1, len(rows))
    rows[place] = between.join([b"", *rows[place].split(between)[1:]])
    return {**files, "edges.csv": b"\n".join(rows)}


def _unknown(files: dict[str, bytes], number: random.Random) -> dict[str, bytes]:
    """A node is missing that edges name."""
    files = {
        **files,
        "nodes.csv": files.get("nodes.csv") or tables(random.Random(1)).get("nodes.csv", b"id,age\n1,2\n"),
    }
    rows = _rows(files, "nodes.csv")
    del rows[number.randrange(1, len(rows))]
    return {**files, "nodes.csv": b"\n".join(rows)}


def _twice(files: dict[str, bytes], number: random.Random) -> dict[str, bytes]:
    if "nodes.csv" not in files:
        return _empty_end(files, number)
    rows = _rows(files, "nodes.csv")
    rows.append(rows[number.randrange(1, len(rows))])
    return {**files, "nodes.csv": b"\n".join(rows)}


def _no_number(files: dict[str, bytes], number: random.Random) -> dict[str, bytes]:
    if "nodes.csv" not in files:
        return _empty_end(files, number)
    rows = _rows(files, "nodes.csv")
    between = bytes([next(mark for mark in b"\t,;|" if bytes([mark]) in rows[0])])
    place = number.randrange(1, len(rows))
    cells = rows[place].split(between)
    cells[2] = number.choice([b"", b"nan", b"NaN", b"old", b"1e999", b"inf", b"<b>9</b>"])
    rows[place] = between.join(cells)
    return {**files, "nodes.csv": b"\n".join(rows)}


def _nothing(files: dict[str, bytes], number: random.Random) -> dict[str, bytes]:
    return {**files, number.choice(sorted(files)): number.choice([b"", b"\n\n", b"# nothing\n", b"   "])}


def _binary(files: dict[str, bytes], number: random.Random) -> dict[str, bytes]:
    return {**files, number.choice(sorted(files)): b"\x80\x04\x95" + number.randbytes(50)}


def _wide(files: dict[str, bytes], number: random.Random) -> dict[str, bytes]:
    return {**files, number.choice(sorted(files)): b",".join([b"1"] * 1_000_000)}


MISTAKES = {
    "ragged": _ragged, "no end": _empty_end, "unknown node": _unknown, "twice": _twice, "no number": _no_number,
    "nothing": _nothing, "binary": _binary, "a million columns": _wide,
}  # fmt: skip
