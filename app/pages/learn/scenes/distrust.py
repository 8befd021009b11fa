"""Scene 8: what to distrust, seen on a number that is high and means nothing; on real papers, a slice of Cora."""

from __future__ import annotations

import numpy as np

from app.figures.chart import Chart
from app.figures.drawing import places
from app.figures.lesson import lines, members, plane, points, trace
from app.figures.palette import FAINT, GREEN, ORANGE
from app.plot.scene import Frame, Own, Question, Scene
from app.session.server import RECORDED
from igcl_core.analysis.lesson import Papers, link_probabilities, pairs, papers, verdicts

TITLE = "What to distrust"
LIMITS = tuple(float(limit) for limit in np.linspace(0.88, 1.0, 13).round(2))
SHARES = (3, 50, 97)


def scene() -> Scene:
    here = papers(RECORDED)
    xy = places(here.edges, len(here.nodes), most=0)
    both, linked = pairs(here.edges, len(here.nodes))
    chance = link_probabilities(here.mu, here.edges)
    frames = tuple(frame(limit, chance, linked, both, xy) for limit in LIMITS)
    return Scene(
        name="distrust",
        title=TITLE,
        sentence="A high number proves nothing until you know what a lazy answer would have scored.",
        control="Call two papers linked when the chance is above",
        reading="Right for {accuracy} of 100 pairs. Links found: {found} of {links}.",
        formula=(
            "[[limit]] {limit}: {found} found (green), {missed} missed, {invented} invented (orange)",
            "[[accuracy]] = ({found} + {none}) / ({found} + {none} + {missed} + {invented}) = {share}",
        ),
        question=asked(chance, linked),
        own=Own("embeddings", "See how far to trust your own map"),
        alt="Real papers as the VGAE links them: right links green, invented ones orange",
        chart=Chart(drawing(frames[0], here, xy), plane(xy)),
        frames=frames,
        ends=("easily", "never"),
        notes=(
            f"Real papers: {len(here.nodes)} of [[Cora]], the first that links lead to from its first paper. "
            "The clouds are those of the run that this lab opens with.",
            "A map in two [[dimension|dimensions]] of a [[run]] with many bends distances: ask how many neighbours it "
            "keeps.",
            "One run is one throw of the dice: look at several [[seed|seeds]] before you believe a difference.",
            "The bound is above the loss, but not always close to it: with wide clouds or a small [[tau]] it is loose.",
            "A smaller loss is not yet a better map: compare with the untrained network and with the VGAE alone.",
        ),
    )


def drawing(first: Frame, here: Papers, xy: np.ndarray) -> list[dict]:
    names = [f"paper {node}" for node in here.nodes.tolist()]
    looks = [("missed", FAINT, 1, ["link"]), ("invented", ORANGE, 1.2, ["chance"]), ("found", GREEN, 2.5, ["accuracy"])]
    shown = [
        trace(terms, name, mode="lines", line={"color": color, "width": width}, **part)
        for (name, color, width, terms), part in zip(looks, first.traces, strict=False)
    ]
    return [*shown, members(xy, here.y, ["node"], size=9, hovertext=names)]


def frame(limit: float, chance: np.ndarray, linked: np.ndarray, both: np.ndarray, xy: np.ndarray) -> Frame:
    called, counts = chance > limit, verdicts(chance, linked, limit)
    kinds = (linked & ~called, called & ~linked, called & linked)
    numbers = {"limit": f"{limit:.2f}", "found": str(counts.found), "missed": str(counts.missed)}
    numbers |= {"invented": str(counts.invented), "none": str(counts.rightly_none), "links": str(int(linked.sum()))}
    numbers |= {"accuracy": f"{100 * counts.accuracy:.0f}", "share": f"{counts.accuracy:.3f}"}
    drawn = [joined(xy, both[:, kind]) for kind in kinds]
    return Frame(f"{limit:.2f}", [*drawn, {}], numbers)


def joined(xy: np.ndarray, ends: np.ndarray) -> dict:
    return lines(xy[ends[0]], xy[ends[1]]) if ends.size else points(np.full((1, 2), np.nan))


def asked(chance: np.ndarray, linked: np.ndarray) -> Question:
    lazy = 100 * verdicts(chance, linked, LIMITS[-1]).accuracy
    right = min(range(len(SHARES)), key=lambda place: abs(SHARES[place] - lazy))
    return Question(
        text="A lazy program says that no two papers are linked. For how many of 100 pairs is it right?",
        options=tuple(f"{each} of 100" for each in SHARES),
        right=right,
        reveal=len(LIMITS) - 1,
        because=f"{lazy:.0f} of 100, without finding one link: most pairs have none. So never believe a number "
        "without the lazy answer beside it.",
    )
