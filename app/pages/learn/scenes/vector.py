"""Scene 2: a network gives every node a vector, and training brings friends near each other."""

from __future__ import annotations

import numpy as np

from app.figures.chart import Chart
from app.figures.lesson import friendship, lines, members, numbered, plane, points, trace
from app.figures.palette import ORANGE
from app.plot.scene import Frame, Own, Question, Scene
from igcl_core.analysis.lesson import WARMUP, Club, Moment, club, distances

TITLE = "A vector for every node"
PAIR = (0, 1)


def scene() -> Scene:
    here = club()
    graphs, moments = here.graphs, here.contrasting
    xy, names = zoomed(moments[0].z), [str(member + 1) for member in range(graphs.num_nodes)]
    data = [
        friendship(xy, graphs.edges),
        trace(["product"], "pair", mode="lines", line={"color": ORANGE, "width": 3}, **between(moments[0])),
        members(xy, graphs.y, ["z_n", "vector", "node"], size=16),
        numbered(xy, names, ["n", "m"]),
    ]
    return Scene(
        name="vector",
        title=TITLE,
        sentence="A [[network]] turns every member into two numbers, a [[vector]], "
        "and two numbers are a place on a map.",
        control="Training step",
        reading="Friends are {ratio} times as far apart as strangers.",
        formula=(
            "[[z_n|z_1]] = ({x1}, {y1}) and [[z_n|z_2]] = ({x2}, {y2}): two friends, joined by the orange line",
            "how far they are apart: √(({x1} − {x2})² + ({y1} − {y2})²) = {apart}",
            "all friends {friends}, all strangers {strangers}: {friends} / {strangers} = {ratio}",
        ),
        question=asked(here),
        own=Own("embeddings", "See the map of your own run"),
        alt="A map of the 34 members: all start in one heap, and friends end up near each other",
        chart=Chart(data, plane(np.concatenate([zoomed(moment.z) for moment in moments]))),
        frames=tuple(frame(moment, here) for moment in moments),
        ends=("untrained", "trained"),
        notes=("The picture is zoomed so that all members are seen: at the start they sit in one tiny heap.",),
    )


def zoomed(z: np.ndarray) -> np.ndarray:
    """The map at the size at which all of it is seen: at first it is tiny."""
    low, high = z.min(axis=0), z.max(axis=0)
    return (z - (low + high) / 2) / (high - low).max()


def between(moment: Moment) -> dict:
    shown = zoomed(moment.z)
    return lines(shown[[PAIR[0]]], shown[[PAIR[1]]])


def frame(moment: Moment, here: Club) -> Frame:
    z, far = moment.z, distances(moment.z, here.graphs.edges)
    first, second = np.asarray(z[list(PAIR)], np.float64)
    numbers = {"x1": first[0], "y1": first[1], "x2": second[0], "y2": second[1]}
    numbers |= {"apart": np.linalg.norm(first - second), "friends": far.friends, "strangers": far.strangers}
    shown = {name: f"{value:.3f}" for name, value in numbers.items()} | {"ratio": f"{far.ratio:.2f}"}
    edges = here.graphs.edges
    map_ = zoomed(z)
    traces = [lines(map_[edges[0]], map_[edges[1]]), between(moment), points(map_), points(map_)]
    return Frame(str(moment.step - WARMUP), traces, shown)


def asked(here: Club) -> Question:
    """The answer is read off the run: below, about at, or above where the untrained network stood."""
    first, last = (distances(here.contrasting[place].z, here.graphs.edges).ratio for place in (0, -1))
    right = 0 if last < 0.9 * first else 2 if last > 1.1 * first else 1
    return Question(
        text="The network starts with random knobs. Compared with strangers, where will friends be after training?",
        options=("Nearer than before", "About as before", "Farther than before"),
        right=right,
        reveal=len(here.contrasting) - 1,
        because=f"Friends were {first:.2f} times as far apart as strangers, now it is {last:.2f}. The colours, the "
        "two sides when the club split, were never shown to the network.",
    )
