"""Safe XML: a look at all elements before they are built: entity bombs and edges to nowhere are found by line."""

from __future__ import annotations

from xml.parsers import expat

from igcl_core.errors import shown
from igcl_core.reading.given import Given
from igcl_core.reading.limits import MOST_EDGES, MOST_NODES
from igcl_core.reading.refused import Refused, refused

DEEPEST = 60
KINDS = {"graphml": "graphml", "gexf": "gexf"}


class Looker:
    """Counts elements, remembers where nodes are named, and refuses definitions that could grow."""

    def __init__(self, given: Given):
        self.given, self.root, self.depth = given, "", 0
        self.nodes: dict[str, int] = {}
        self.ends: list[tuple[str, str, int]] = []
        self.parser = expat.ParserCreate(namespace_separator=" ")
        self.parser.StartElementHandler, self.parser.EndElementHandler = self.start, self.end
        self.parser.StartDoctypeDeclHandler = self.doctype

    def doctype(self, *_: object) -> None:
        raise refused(
            self.given.name, "XML without definitions of its own", "a DOCTYPE", row=self.parser.CurrentLineNumber,
            advice="Entities can grow without end, so none are read: take the DOCTYPE out.",
        )  # fmt: skip

    def start(self, tag: str, about: dict[str, str]) -> None:
        name, line = tag.rsplit(" ", 1)[-1], self.parser.CurrentLineNumber
        self.root, self.depth = self.root or name, self.depth + 1
        if self.depth > DEEPEST:
            raise refused(self.given.name, f"elements at most {DEEPEST} deep", "more", row=line)
        if name == "node":
            self.node(about.get("id"), line)
        elif name == "edge":
            self.ends.append((about.get("source", ""), about.get("target", ""), line))
        if len(self.nodes) > MOST_NODES or len(self.ends) > MOST_EDGES:
            raise refused(self.given.name, f"at most {MOST_NODES:,} nodes and {MOST_EDGES:,} edges", "more", row=line)

    def end(self, _: str) -> None:
        self.depth -= 1

    def node(self, name: str | None, line: int) -> None:
        if not name:
            raise refused(self.given.name, "the id of a node", "none", row=line)
        if name in self.nodes:
            came = f"{shown(name)} again, which is in row {self.nodes[name]:,}"
            raise refused(self.given.name, "a node that comes once", came, row=line)
        self.nodes[name] = line

    def look(self) -> None:
        try:
            self.parser.Parse(self.given.content, True)
        except expat.ExpatError as problem:
            said = expat.ErrorString(problem.code)
            raise refused(self.given.name, "XML", f"something else ({said})", row=problem.lineno) from None
        for source, target, line in self.ends:
            for what, end in (("source", source), ("target", target)):
                if end not in self.nodes:
                    raise refused(self.given.name, "a node of the graph", shown(end), row=line, column=what)


def checked_xml(given: Given) -> str:
    """What kind of graph file it is, once it is known to be harmless."""
    looker = Looker(given)
    looker.look()
    if looker.root not in KINDS:
        raise refused(given.name, "a GraphML or GEXF file", f"XML that begins with {shown(looker.root)}")
    if not looker.nodes:
        raise Refused(f"{given.name} should have nodes, but it has none.")
    return KINDS[looker.root]
