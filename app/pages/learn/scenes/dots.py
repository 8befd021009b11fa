"""Scene 4: any dot of a cloud could have been that node, so every dot is a new version of it for free."""

from __future__ import annotations

import numpy as np

from app.figures.chart import Chart
from app.figures.lesson import clouds, means, plane, points, rings, trace
from app.figures.palette import GREEN, INK, ORANGE
from app.plot.scene import Frame, Own, Question, Scene
from igcl_core.analysis.lesson import Moment, club, dots, within

TITLE = "Any dot could have been that node"
MEMBER, MOST, SEED = 16, 200, 1
COUNTS = (*range(1, 11), *range(12, 41, 4), *range(50, MOST + 1, 10))
SHARES = (39, 68, 95)


def scene() -> Scene:
    here = club().learning[-1]
    mu, sigma = here.mu[MEMBER], here.sigma[MEMBER]
    drawn = dots(mu, sigma, MOST, SEED)
    inside = within(drawn, mu, sigma)
    return Scene(
        name="dots",
        title=TITLE,
        sentence="Pick any dot of the [[cloud]]: it could just as well have been this member, "
        "so every dot is a new version of the member that costs nothing.",
        control="Dots drawn from the cloud of member 17",
        reading="{inside} of {count} dots lie within the inner ring: {share} of 100.",
        formula=(
            "[[a_n]] = [[mu_n]] + [[sigma_n]] · [[epsilon]]: the newest dot is the large orange one",
            "across: {mx} + {sx} · {ex} = {ax}",
            "up: {my} + {sy} · {ey} = {ay}",
        ),
        question=asked(inside),
        own=Own("gaussians", "Draw dots from the clouds of your own run"),
        alt="The cloud of member 17 with its rings of one and two sigma, and dots drawn from it",
        chart=Chart(drawing(here, drawn), view(mu, sigma)),
        frames=tuple(frame(drawn[:count], inside[:count], mu, sigma) for count in COUNTS),
        ends=("1 dot", f"{MOST} dots"),
        notes=(
            "Other methods make new versions by hand: they cut lines or hide facts, and may cut what matters. Here the "
            "cloud has learned from the graph which versions are likely.",
        ),
    )


def drawing(here: Moment, drawn: np.ndarray) -> list[dict]:
    y = club().graphs.y
    own, line = slice(MEMBER, MEMBER + 1), {"mode": "lines", "line": {"color": INK, "width": 2}}
    dashed = {"mode": "lines", "line": {"color": INK, "width": 1.2, "dash": "dot"}}
    return [
        *clouds(here.mu, here.sigma, y),
        means(here.mu, y),
        trace(["ring", "sigma_n", "cloud"], "inner", **rings(here.mu[own], here.sigma[own]), **line),
        trace(["cloud"], "outer", **rings(here.mu[own], here.sigma[own], 2.0), **dashed),
        trace(["a_n", "M"], "dots", marker=coloured(np.zeros(1, bool)), **points(drawn[:1])),
        trace(["a_n", "epsilon"], "newest", **points(drawn[:1]),
              marker={"size": 15, "color": ORANGE, "line": {"width": 2, "color": "white"}}),
    ]  # fmt: skip


def coloured(inside: np.ndarray) -> dict:
    return {"size": 7, "color": [GREEN if each else ORANGE for each in inside.tolist()], "opacity": 0.85}


def view(mu: np.ndarray, sigma: np.ndarray) -> dict:
    return plane(np.stack([mu - 3.3 * sigma, mu + 3.3 * sigma]), 0.0)


def frame(drawn: np.ndarray, inside: np.ndarray, mu: np.ndarray, sigma: np.ndarray) -> Frame:
    newest = np.asarray(drawn[-1], np.float64)
    noise = (newest - mu) / sigma
    numbers = dict(zip(("mx", "my", "sx", "sy", "ex", "ey", "ax", "ay"), (*mu, *sigma, *noise, *newest), strict=True))
    shown = {name: f"{value:.3f}" for name, value in numbers.items()}
    count, hits = len(drawn), int(inside.sum())
    shown |= {"count": str(count), "inside": str(hits), "share": f"{100 * hits / count:.0f}"}
    traces = [{}, {}, {}, {}, {}, {**points(drawn), "marker": coloured(inside)}, points(drawn[-1:])]
    return Frame(str(count), traces, shown)


def asked(inside: np.ndarray) -> Question:
    share = 100 * float(inside.mean())
    right = min(range(len(SHARES)), key=lambda place: abs(SHARES[place] - share))
    return Question(
        text="Of 100 dots, about how many will lie within the inner ring, at one σ?",
        options=tuple(f"{each} of 100" for each in SHARES),
        right=right,
        reveal=len(COUNTS) - 1,
        because=f"It is {int(inside.sum())} of {len(inside)}, so {share:.0f} of 100. On a line it would be 68, but in "
        "the plane a dot has two ways to get out.",
    )
