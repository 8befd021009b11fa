"""Linked files: GraphML, GEXF, GML and JSON node-link, each read by networkx, with attributes at their nodes."""

from __future__ import annotations

import io
import json
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa

from igcl_core.errors import shown
from igcl_core.reading.columns import Columns
from igcl_core.reading.given import Given
from igcl_core.reading.guess import Guess, Wanted
from igcl_core.reading.limits import MOST_COLUMNS, OF_FEATURE, OF_MARKUP, ask_memory
from igcl_core.reading.plain_text import as_utf8
from igcl_core.reading.reading import Looked, Reading, node_reading
from igcl_core.reading.refused import Refused, refused, said_by
from igcl_core.reading.roles import roles
from igcl_core.reading.safe_xml import checked_xml

if TYPE_CHECKING:
    import networkx as nx

TITLES = {"graphml": "GraphML", "gexf": "GEXF", "gml": "GML", "json": "JSON node-link"}


def look_at_linked(given: Given, kind: str, wanted: Wanted) -> Looked:
    """The graph in the file, and what its attributes are taken for."""
    ask_memory(given.name, OF_MARKUP * len(given.content))
    graph = _graph(given, checked_xml(given) if kind == "xml" else kind)
    if len(graph) == 0:
        raise Refused(f"{given.name} should have nodes, but it has none.")
    columns = _columns(given, graph)
    guesses = roles(columns, wanted)
    return Looked(guesses, lambda: _read(given, graph, columns, wanted, guesses))


def _graph(given: Given, kind: str) -> nx.Graph:
    """Whatever networkx raises over foreign bytes becomes a sentence."""
    import networkx as nx

    try:
        if kind == "graphml":
            return nx.read_graphml(io.BytesIO(given.content))
        if kind == "gexf":
            return nx.read_gexf(io.BytesIO(given.content))
        if kind == "gml":
            text = as_utf8(given, Wanted())[0].decode()
            return nx.parse_gml(text.split("\n"), label="id")
        return _from_json(given)
    except Refused:
        raise
    except RecursionError:
        raise refused(given.name, TITLES[kind], "something nested too deeply") from None
    except Exception as problem:
        said = said_by(problem)
        raise Refused(f"{given.name} should be {TITLES[kind]}, but it cannot be read as that: {said}.") from None


def _from_json(given: Given) -> nx.Graph:
    """Nodes and links, each checked, for networkx would make up nodes that only a link names."""
    import networkx as nx

    try:
        data = json.loads(given.content)
    except json.JSONDecodeError as problem:
        raise refused(given.name, "JSON", f"something else ({problem.msg})", row=problem.lineno) from None
    links = next((name for name in ("links", "edges") if isinstance(data, dict) and name in data), None)
    if links is None or not isinstance(data.get("nodes"), list) or not isinstance(data[links], list):
        raise refused(given.name, 'an object with the lists "nodes" and "links"', _kind(data))
    names: dict[str, int] = {}
    for number, node in enumerate(data["nodes"]):
        name = _name_of(given, node, "id", f"node {number}")
        if name in names:
            raise refused(given.name, "a node that comes once", f"{shown(name)} again", row=f"node {number}")
        names[name] = number
    graph = nx.Graph()
    graph.add_nodes_from((name, _about(data["nodes"][number])) for name, number in names.items())
    for number, link in enumerate(data[links]):
        ends = [_name_of(given, link, what, f"link {number}") for what in ("source", "target")]
        for what, end in zip(("source", "target"), ends, strict=True):
            if end not in names:
                raise refused(given.name, "a node of the list", shown(end), row=f"link {number}", column=what)
        graph.add_edge(*ends)
    return graph


def _kind(data: Any) -> str:
    return f"an object with {', '.join(map(shown, list(data)[:8]))}" if isinstance(data, dict) else type(data).__name__


def _name_of(given: Given, thing: Any, what: str, row: str) -> str:
    name = thing.get(what) if isinstance(thing, dict) else None
    if isinstance(name, bool) or not isinstance(name, (str, int, float)) or name == "":
        raise refused(given.name, f'a "{what}" that is a number or a word', shown(name), row=row)
    return str(name)


def _about(node: dict[str, Any]) -> dict[str, Any]:
    return {str(name): value for name, value in node.items() if name != "id"}


def _columns(given: Given, graph: nx.Graph) -> Columns:
    """Every attribute as a column of text; a list of numbers at every node as one column for each."""
    names = list(dict.fromkeys(name for _, about in graph.nodes(data=True) for name in about))
    if all(str(about.get("label")) == str(node) for node, about in graph.nodes(data=True)):
        names = [name for name in names if name != "label"]  # nothing but the node's own name
    if len(names) > MOST_COLUMNS:
        raise refused(given.name, f"at most {MOST_COLUMNS:,} attributes", f"{len(names):,}")
    ask_memory(given.name, OF_FEATURE * len(names) * len(graph), "for the attributes of its nodes")
    arrays: dict[str, pa.Array] = {}
    for name in names:
        values = [about.get(name) for _, about in graph.nodes(data=True)]
        arrays |= _spread(given, str(name), values)
    known = [str(node) for node in graph]
    return Columns(given.name, arrays, lambda row: f"node {shown(known[row])}", len(known))


def _spread(given: Given, name: str, values: list[Any]) -> dict[str, pa.Array]:
    length = {len(value) if isinstance(value, list) else -1 for value in values}
    if len(length) != 1 or (width := length.pop()) < 1:
        return {name: pa.array([_text(value) for value in values], pa.string())}
    if width > MOST_COLUMNS:
        raise refused(given.name, f"at most {MOST_COLUMNS:,} numbers at a node", f"{width:,}", column=name)
    ask_memory(given.name, OF_FEATURE * width * len(values), "for the attributes of its nodes")
    return {
        f"{name}[{place}]": pa.array([_text(value[place]) for value in values], pa.string()) for place in range(width)
    }


def _text(value: Any) -> str:
    """A value as text that can be read again; what is no text at all gets question marks."""
    if value is None:
        return ""
    if isinstance(value, (bool, np.bool_)):
        return str(int(value))
    return (str(value) if isinstance(value, (str, int, float)) else shown(value)).encode("utf-8", "replace").decode()


def _read(given: Given, graph: nx.Graph, columns: Columns, wanted: Wanted, guesses: tuple[Guess, ...]) -> Reading:
    place = {node: number for number, node in enumerate(graph)}
    pairs = [(place[source], place[target]) for source, target in graph.edges()]
    edges = np.array(pairs, np.int64).reshape(-1, 2).T
    names = tuple(str(node) for node in graph)
    notes = (f"{given.name}: {len(graph):,} nodes, {len(pairs):,} edges; weights and directions are not used.",)
    return node_reading(given.name, given.stem, edges, columns, wanted, guesses, notes, names)
