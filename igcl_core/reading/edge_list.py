"""Edge list: a table with a row per edge, alone or with a table that has a row per node."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from igcl_core.errors import shown
from igcl_core.reading.columns import Columns, all_whole, first_false
from igcl_core.reading.given import Given
from igcl_core.reading.guess import NONE, Guess, Wanted
from igcl_core.reading.reading import Looked, Reading, node_reading
from igcl_core.reading.refused import Refused, refused
from igcl_core.reading.roles import roles
from igcl_core.reading.table import Table, read_table

SOURCES = ("source", "src", "from", "u", "node1", "start", "head", "fromnodeid", "source_id", "citing", "sender")
TARGETS = ("target", "dst", "to", "v", "node2", "end", "tail", "tonodeid", "target_id", "cited", "receiver")
IDS = ("id", "node", "node_id", "nodeid", "nodes", "key", "index", "paper_id", "user", "user_id", "name")
EDGE_WORDS, NODE_WORDS = ("edge", "link", "cites", "adj", "relation"), ("node", "feature", "content", "label", "attr")
IN_ORDER = NONE
NAMED = 6


def look_at_tables(files: list[Given], wanted: Wanted) -> Looked:
    """An edge list, or an edge list and a node table in whatever order."""
    if len(files) > 2:
        names = ", ".join(shown(file.name) for file in files[:5])
        raise Refused(f"An edge list and at most one table of nodes were expected, but {len(files)} came: {names}.")
    which = _which(files, wanted)
    edge_file = next(file for file in files if file.name == which.value)
    node_file = next((file for file in files if file.name != which.value), None)
    edges = read_table(edge_file, wanted, wanted.header)
    guesses = [*([which] if node_file else []), *edges.guesses, _header("header", edges)]
    guesses += _ends(edges, wanted)
    if node_file is None:
        made = tuple(guesses)
        return Looked(made, lambda: _edges_alone(edge_file, edges, wanted, made))
    nodes = read_table(node_file, wanted, wanted.node_header)
    guesses += [*nodes.guesses, _header("node_header", nodes)]
    guesses.append(_id(nodes.columns, edges, guesses, wanted))
    taken = (guesses[-1].value,) if guesses[-1].value != IN_ORDER else ()
    found = tuple({guess.what: guess for guess in (*guesses, *roles(nodes.columns, wanted, taken))}.values())
    return Looked(found, lambda: _edges_and_nodes(edge_file, edges, nodes, wanted, found))


def _which(files: list[Given], wanted: Wanted) -> Guess:
    """Which file has the edges: by its name, else the one with fewer columns."""
    names, about = tuple(file.name for file in files), ("edges", "Edges are in")
    if wanted.edges is not None:
        if wanted.edges not in names:
            raise Refused(f"There is no file {shown(wanted.edges)} among {', '.join(map(shown, names))}.")
        return Guess(*about, wanted.edges, "as you said", names)
    for name in names:
        others = [other.lower() for other in names if other != name]
        named = any(word in name.lower() for word in EDGE_WORDS)
        beside = any(word in other for word in NODE_WORDS for other in others)
        if len(names) == 1 or named or (beside and not any(word in name.lower() for word in NODE_WORDS)):
            return Guess(*about, name, "its name", names)
    widths = [len(read_table(file, wanted).columns.names) for file in files]
    return Guess(*about, names[int(np.argmin(widths))], "it has fewer columns", names)


def _header(what: str, table: Table) -> Guess:
    return Guess(what, f"First row of {table.file} names its columns", table.header, table.header_reason, (True, False))


def _ends(edges: Table, wanted: Wanted) -> list[Guess]:
    """The columns of both ends of an edge: by name, else the first two."""
    names = edges.columns.names
    if len(names) < 2:
        raise refused(edges.file, "two columns, one for each end of an edge", "one column")
    found = []
    for what, title, words, said in (
        ("source", "Edges from", SOURCES, wanted.source), ("target", "Edges to", TARGETS, wanted.target),
    ):  # fmt: skip
        free = [name for name in names if not found or name != found[0].value]
        named = next((name for word in words for name in free if name.lower().replace(" ", "_") == word), None)
        value, why = (said, "as you said") if said is not None else (named, f"its name is {shown(named)}")
        if value is None:
            value, why = free[0], "it is the first column" if not found else "it is the next column"
        found.append(Guess(what, title, value, why, names))
    return found


def _id(nodes: Columns, edges: Table, guesses: list[Guess], wanted: Wanted) -> Guess:
    """The column that edges name nodes by: by its name, else the first that has all their ends; else the row counts."""
    about, options = ("id", "Nodes are named by"), (IN_ORDER, *nodes.names)
    if wanted.id is not None:
        return Guess(*about, wanted.id, "as you said", options)
    lower = {name.lower().replace(" ", "_"): name for name in reversed(nodes.names)}
    for word in IDS:
        if word in lower:
            return Guess(*about, lower[word], f"its name is {shown(lower[word])}", options)
    named = {guess.what: guess.value for guess in guesses}
    ends = pc.unique(_joined(edges.columns, named["source"], named["target"]))
    for name in nodes.names:
        if pc.all(pc.is_in(ends, nodes[name])).as_py():
            return Guess(*about, name, "it has every end of an edge", options)
    return Guess(*about, IN_ORDER, "no column is called id: nodes are numbered by their rows", options)


def _joined(columns: Columns, source: str, target: str) -> pa.Array:
    """Both ends of all edges, sources first; every one says something."""
    for name in (source, target):
        if (row := first_false(pc.not_equal(columns[name], ""))) is not None:
            raise columns.refused("the name of a node", "nothing", row, name)
    return pa.concat_arrays([columns[source], columns[target]])


def _edges_alone(file: Given, table: Table, wanted: Wanted, guesses: tuple[Guess, ...]) -> Reading:
    named = {guess.what: guess.value for guess in guesses}
    ends = _joined(table.columns, named["source"], named["target"])
    ends = ends.cast(pa.int64()) if all_whole(ends) else ends
    names = pc.unique(ends)
    names = names.take(pc.sort_indices(names)) if pa.types.is_integer(names.type) else names
    words = names.cast(pa.string())
    edges = _places(ends, names, table.columns, named)
    columns = Columns(table.file, {"name": words}, lambda row: f"node {shown(words[row].as_py())}")
    only = (Guess("label", "Class", NONE, "", ()), Guess("text", "Text", NONE, "", ()))
    hidden = (*guesses, *only, Guess("features", "Features", (), "", ()))
    notes = (*table.notes, *_ignored(table, named))
    reading = node_reading(table.file, file.stem, edges, columns, wanted, hidden, notes, tuple(words.to_pylist()))
    return _shown(reading)


def _shown(reading: Reading) -> Reading:
    """Without guesses that there was nothing to choose for."""
    kept = tuple(guess for guess in reading.guesses if guess.options)
    return Reading(reading.graphs, kept, reading.notes, reading.names, reading.texts)


def _edges_and_nodes(file: Given, table: Table, nodes: Table, wanted: Wanted, guesses: tuple[Guess, ...]) -> Reading:
    named = {guess.what: guess.value for guess in guesses}
    ends = _joined(table.columns, named["source"], named["target"])
    in_order = named["id"] == IN_ORDER
    ids = _row_numbers(ends, nodes, table) if in_order else nodes.columns[named["id"]]
    words = ids.cast(pa.string())
    if all_whole(words) and all_whole(ends):
        ids, ends = words.cast(pa.int64()), ends.cast(pa.int64())
    _check_ids(nodes.columns, ids, named["id"])
    edges = _places(ends, ids, table.columns, named, nodes.file)
    notes = (*table.notes, *nodes.notes, *_ignored(table, named))
    names = tuple(words.to_pylist())
    return node_reading(nodes.file, file.stem, edges, nodes.columns, wanted, guesses, notes, names)


def _row_numbers(ends: pa.Array, nodes: Table, table: Table) -> pa.Array:
    """0, 1, 2, ..., or 1, 2, 3, ... where edges never name 0 but name the last."""
    if not all_whole(ends):
        row = first_false(pc.match_substring_regex(ends, r"^\d+$"))
        came = shown(ends[row].as_py())
        raise refused(
            table.file, "the number of a row of the nodes", came, row=table.columns.place(row % table.columns.rows),
            advice=f"Choose the column of {nodes.file} that names the nodes.",
        )  # fmt: skip
    numbers = pc.min_max(ends.cast(pa.int64())).as_py()
    first = int(numbers["min"] >= 1 and numbers["max"] == nodes.columns.rows)
    return pa.array(np.arange(first, first + nodes.columns.rows))


def _check_ids(columns: Columns, ids: pa.Array, name: str) -> None:
    """Every node has a name of its own."""
    if name == IN_ORDER:
        return
    if (row := first_false(pc.not_equal(columns[name], ""))) is not None:
        raise columns.refused("the name of a node", "nothing", row, name)
    codes = pc.dictionary_encode(ids).indices.to_numpy()
    first = np.unique(codes, return_index=True)[1]
    if len(first) < len(codes):
        row = int(np.setdiff1d(np.arange(len(codes)), first)[0])
        before = columns.place(int(first[codes[row]]))
        came = f"{shown(columns[name][row].as_py())} again, which is in {before}"
        raise columns.refused("a node that comes once", came, row, name)


def _places(ends: pa.Array, ids: pa.Array, columns: Columns, named: dict, node_file: str = "") -> np.ndarray:
    """Pairs of places among the nodes."""
    places = pc.index_in(ends, ids)
    if places.null_count:
        number = first_false(pc.is_valid(places))
        row, column = number % columns.rows, named["source" if number < columns.rows else "target"]
        came = shown(columns[column][row].as_py())
        advice = "Add it to the nodes, or choose another column that names them."
        raise columns.refused(f"a node that is in {node_file}", came, row, column, advice)
    return places.to_numpy().astype(np.int64).reshape(2, -1)


def _ignored(table: Table, named: dict) -> tuple[str, ...]:
    rest = [name for name in table.columns.names if name not in (named["source"], named["target"])]
    if not rest:
        return ()
    more = f" and {len(rest) - NAMED:,} more" if len(rest) > NAMED else ""
    said = ", ".join(map(shown, rest[:NAMED]))
    return (f"Of every edge only its two ends are used; ignored (weights, too): {said}{more}.",)
