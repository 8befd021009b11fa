"""Scene 1: a graph is dots and lines, and a computer reads it as a table of zeros and ones."""

from __future__ import annotations

import numpy as np

from app.figures.chart import Chart
from app.figures.lesson import friendship, lines, members, numbered, plane, points, trace
from app.figures.palette import FAINT, INK, ORANGE
from app.pages.learn.scenes.club_map import club_map
from app.plot.scene import Frame, Own, Question, Scene
from igcl_core.analysis.lesson import club
from igcl_core.data import Graphs

TITLE = "A graph is dots and lines"
RIVALS = (0, 2, 33)
NOBODY = np.full((1, 2), np.nan)


def scene() -> Scene:
    graphs = club().graphs
    xy = club_map()
    table = row_places(xy, graphs.num_nodes)
    frames = (Frame("nobody yet", changes(graphs, xy, None), {"n": "–", "friends": "–", "count": "–", "ones": "–"}),
              *(frame(graphs, xy, member) for member in range(graphs.num_nodes)))  # fmt: skip
    return Scene(
        name="graph",
        title=TITLE,
        sentence="Each dot is a [[node|member]] of a karate club, and a [[link|line]] joins two who are friends.",
        control="Look at member",
        reading="Member {n} has {count} friends.",
        formula=(
            "[[A]] = 1 where members [[n]] and [[m]] are friends, else 0: the squares under the picture",
            "row {n} has a 1 at {friends}",
            "[[d_n]] = [[sum]] [[A]] = {ones} = {count}",
        ),
        question=asked(graphs),
        own=Own("train", "Choose a graph of your own"),
        alt="The karate club: 34 members as dots, 78 friendships as lines, and one row of its table below",
        chart=Chart(drawing(graphs, xy, table), plane(np.concatenate([xy, table]), 0.05)),
        frames=frames,
        ends=("member 1", "member 34"),
    )


def row_places(xy: np.ndarray, count: int) -> np.ndarray:
    """Places for one row of the table, below the drawing."""
    low, high = xy.min(axis=0), xy.max(axis=0)
    return np.stack([np.linspace(low[0], high[0], count), np.full(count, low[1] - 0.17 * (high[1] - low[1]))], axis=1)


def drawing(graphs: Graphs, xy: np.ndarray, table: np.ndarray) -> list[dict]:
    names = [str(member + 1) for member in range(graphs.num_nodes)]
    ring = {"symbol": "circle-open", "size": 24, "color": INK, "line": {"width": 3}}
    return [
        friendship(xy, graphs.edges),
        trace(["d_n", "A", "link"], "own links", mode="lines", line={"color": ORANGE, "width": 3}, **points(NOBODY)),
        members(xy, graphs.y, ["node", "graph"], size=17),
        numbered(xy, names, ["node"]),
        trace(["n"], "looked at", marker=ring, **points(NOBODY)),
        trace(["A", "d_n"], "row", **points(table),
              marker={"symbol": "square", "size": 8, "color": [FAINT] * len(table)}),
    ]  # fmt: skip


def changes(graphs: Graphs, xy: np.ndarray, member: int | None) -> list[dict]:
    """The links of one member in another colour, and its row of the table."""
    own = friends(graphs, member)
    ends = xy[own]
    row = np.isin(np.arange(graphs.num_nodes), own)
    shown = lines(np.repeat(xy[[member]], len(own), axis=0), ends) if len(own) else points(NOBODY)
    ring = points(NOBODY if member is None else xy[[member]])
    squares = {"symbol": "square", "size": 8, "color": [ORANGE if each else FAINT for each in row.tolist()]}
    return [{}, shown, {}, {}, ring, {"marker": squares}]


def friends(graphs: Graphs, member: int | None) -> np.ndarray:
    """Who is linked to a member; nobody is to nobody."""
    low, high = graphs.edges
    return np.sort(np.concatenate([high[low == member], low[high == member]])).astype(int)


def frame(graphs: Graphs, xy: np.ndarray, member: int) -> Frame:
    own = friends(graphs, member)
    numbers = {
        "n": str(member + 1),
        "friends": ", ".join(str(each + 1) for each in own),
        "ones": " + ".join("1" for _ in own),
        "count": str(int(graphs.degree[member])),
    }
    return Frame(numbers["n"], changes(graphs, xy, member), numbers)


def asked(graphs: Graphs) -> Question:
    most = max(RIVALS, key=lambda member: graphs.degree[member])
    counts = ", ".join(f"member {member + 1} has {int(graphs.degree[member])}" for member in RIVALS)
    return Question(
        text="Who has the most friends?",
        options=tuple(f"Member {member + 1}" for member in RIVALS),
        right=RIVALS.index(most),
        reveal=most + 1,
        because=f"Count the orange lines: {counts}.",
    )
