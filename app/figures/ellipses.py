"""Ellipses: Gaussians in a linear projection as rings of 1 and 2 sigma, before contrasting around their means and after
it around the embeddings z, with the ground shaded that two classes share."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import plotly.graph_objects as go

from app.figures.labels import fitting, label_places, scales_of
from app.figures.palette import INK, class_color, class_symbol, faint
from app.figures.points import xy
from app.figures.replay import ABOVE, frame_slider, replay_button
from app.figures.rings import CONTOURS, Rings, contours
from app.figures.shading import shaded_pairs, shading
from app.figures.style import FONT_SIZE, LEGEND, layout
from igcl_core.analysis.gaussians import EMBEDDINGS, MEANS, LinearProjection, samples
from igcl_core.methods.implicit import Contrasted

FEW_LABELS = 16
FARTHEST = 0.25
TITLES = ("before: clouds around their means", "now: the same widths around z")
WAITING = "contrasting has not begun:<br>still around the means"


@dataclass(frozen=True, eq=False)
class DrawnItems:
    """The items that are drawn: their ids, their classes, and what classes are called."""

    ids: np.ndarray
    y: np.ndarray
    classes: Sequence[str]
    item: str = "node"

    def name(self, label: int) -> str:
        return self.classes[label] if label < len(self.classes) else f"class {label}"

    @property
    def words(self) -> list[str]:
        """The numbers beside the points, where they are few."""
        return self.ids.astype(str).tolist() if len(self.ids) <= FEW_LABELS else []


def before_and_after(
    projection: LinearProjection,
    before: Contrasted,
    states: Mapping[int, Contrasted],
    chosen: DrawnItems,
    *,
    draws: int = 40,
    seed: int = 0,
    height: int = 440,
    begins: int = -1,
) -> go.Figure:
    """Left the Gaussians before contrasting with `draws` samples each; right every step's spread around its z, or
    around its mean, which is said, until step `begins`: till then z has learned nothing.

    `before` and `states` hold the chosen items only. The newest state is shown; the slider below goes through all in
    the browser. Frames name the left pane too, without change: Plotly empties a pane that a frame leaves out.
    """
    then = Rings.of(projection, before, MEANS)
    states = {step: state if step > begins else state._replace(z=state.mu) for step, state in states.items()}
    rings = {step: Rings.of(projection, state, EMBEDDINGS) for step, state in states.items()}
    steps, pairs = list(states), shaded_pairs(list(rings.values()), chosen.y)
    newest, stage = rings[steps[-1]], room(then, list(rings.values()))
    scales = scales_of(stage)
    left = shading(then, shaded_pairs([then], chosen.y), "x", "y")
    left += pane(then, chosen, "x", "y", cross) + sample_dots(projection, before, chosen, draws, seed)
    left += [numbers(then.centres, chosen, sides_of(then, chosen, scales), scales, "x", "y"), unseen(stage)]
    sides = sides_of(newest, chosen, scales)
    moving = [right_pane(projection, states[step], rings[step], pairs, chosen, sides, scales) for step in steps]
    moving = [[*traces, waiting(stage, step <= begins)] for step, traces in zip(steps, moving, strict=True)]
    unchanged, everything = [{}] * len(left), list(range(len(left) + len(moving[-1])))
    frames = [
        {"name": str(step), "data": unchanged + places(traces), "traces": everything}
        for step, traces in zip(steps, moving, strict=True)
    ]
    look = frame(steps, height)
    return go.Figure(left + moving[-1], look, frames=frames if len(frames) > 1 else [])


def right_pane(
    projection: LinearProjection,
    state: Contrasted,
    rings: Rings,
    pairs: np.ndarray,
    chosen: DrawnItems,
    sides: Sequence[str],
    scales: Sequence[float],
) -> list[dict]:
    """What both classes share, the rings around z, the way z has come from its mean, and the numbers that fit."""
    return [
        *shading(rings, pairs, "x2", "y2"),
        ties(projection, state, "x2", "y2"),
        *pane(rings, chosen, "x2", "y2", symbol),
        numbers(rings.centres, chosen, sides, scales, "x2", "y2"),
    ]


def side_by_side(
    panes: Sequence[tuple[str, LinearProjection, Contrasted]], chosen: DrawnItems, height: int = 320
) -> go.Figure:
    """The spread around the embeddings of several runs in panes that share their axes; one per (title, W, state)."""
    traces, about = [], layout(height, margin={"l": 4, "r": 4, "t": 40, "b": 4}, legend=legend(), hovermode="closest")
    width, rings = 1 / len(panes), [Rings.of(projection, state, EMBEDDINGS) for _, projection, state in panes]
    scales = scales_of(np.concatenate([each.corners(max(CONTOURS)) for each in rings]), height)
    for number, (_, projection, state) in enumerate(panes):
        x, y = axis("x", number), axis("y", number)
        here = shading(rings[number], shaded_pairs(rings[number : number + 1], chosen.y), x, y)
        here += [ties(projection, state, x, y), *pane(rings[number], chosen, x, y, symbol)]
        here.append(numbers(rings[number].centres, chosen, sides_of(rings[number], chosen, scales), scales, x, y))
        traces += [{**trace, "showlegend": trace["uid"].startswith("z-") and number == 0} for trace in here]
        domain = [number * width + 0.01, (number + 1) * width - 0.01]
        about |= axes(x, y, domain, matches=number > 0)
    about["annotations"] = [title(text, axis("x", n), axis("y", n)) for n, (text, _, _) in enumerate(panes)]
    for number, trace in enumerate(traces):
        trace["uid"] = f"pane-{number}-{trace['uid']}"
    return go.Figure(traces, about)


def axis(letter: str, number: int) -> str:
    return letter if number == 0 else f"{letter}{number + 1}"


def pane(rings: Rings, chosen: DrawnItems, x: str, y: str, mark: Callable[[int], tuple[str, dict]]) -> list[dict]:
    """Rings and their centres, one trace per class each."""
    traces = []
    for label in np.unique(chosen.y).tolist():
        own = np.flatnonzero(chosen.y == label)
        about = {"type": "scatter", "xaxis": x, "yaxis": y, "legendgroup": str(label), "showlegend": False}
        line = {"color": faint(class_color(label), 0.8), "width": 1.3}
        traces.append({**about, **contours(rings.centres[own], rings.covariances[own]), "mode": "lines", "line": line,
                       "hoverinfo": "skip", "uid": f"contours-{x}-{label}"})  # fmt: skip
        letter, marker = mark(label)
        hover = f"{letter} of {chosen.item} %{{customdata}} · {chosen.name(label)}<extra></extra>"
        traces.append({**about, **xy(rings.centres[own]), "mode": "markers", "marker": marker,
                       "customdata": chosen.ids[own].tolist(), "hovertemplate": hover,
                       "name": chosen.name(label), "uid": f"{letter}-{x}-{label}"})  # fmt: skip
    return traces


def cross(label: int) -> tuple[str, dict]:
    """The mark of a mean."""
    return "μ", {"symbol": "cross-thin", "size": 8, "line": {"width": 2, "color": class_color(label)}}


def symbol(label: int) -> tuple[str, dict]:
    """The mark of an embedding."""
    return "z", {"symbol": class_symbol(label), "size": 9, "color": class_color(label),
                 "line": {"width": 1, "color": "white"}}  # fmt: skip


def ties(projection: LinearProjection, state: Contrasted, x: str, y: str) -> dict:
    """A line from every mean to its own embedding."""
    way = links(projection.points(state.mu), projection.points(state.z))
    return {"type": "scatter", "xaxis": x, "yaxis": y, **way, "mode": "lines", "hoverinfo": "skip",
            "line": {"color": faint(INK, 0.7), "width": 1, "dash": "dot"}, "showlegend": False,
            "uid": f"ties-{x}"}  # fmt: skip


def sides_of(rings: Rings, chosen: DrawnItems, scales: Sequence[float]) -> list[str]:
    return label_places(rings.centres, chosen.words, scales) if chosen.words else []


def numbers(
    centres: np.ndarray, chosen: DrawnItems, sides: Sequence[str], scales: Sequence[float], x: str, y: str
) -> dict:
    """The number of each item beside its centre, without those that would lie on another."""
    shown = fitting(centres, chosen.words, sides, scales) if sides else np.zeros((0, 2))
    colors = [class_color(label) for label in chosen.y.tolist()] if sides else []
    return {"type": "scatter", "xaxis": x, "yaxis": y, **xy(shown), "mode": "markers+text", "text": chosen.words,
            "marker": {"size": 10, "opacity": 0},
            "textposition": [side or "top center" for side in sides], "hoverinfo": "skip", "showlegend": False,
            "textfont": {"size": FONT_SIZE + 1, "color": colors}, "uid": f"numbers-{x}"}  # fmt: skip


def room(then: Rings, rings: Sequence[Rings]) -> np.ndarray:
    """The corners of the rings of both panes, and the centres of all steps that are not far out of them."""
    shown = np.concatenate([each.corners(max(CONTOURS)) for each in (then, rings[-1])])
    low, high = shown.min(axis=0), shown.max(axis=0)
    spare = FARTHEST * np.maximum(high - low, 1e-9)
    way = np.concatenate([each.centres for each in rings])
    near = ((way >= low - spare) & (way <= high + spare)).all(axis=1)
    return np.concatenate([shown, way[near]])


def unseen(corners: np.ndarray) -> dict:
    """Points that nobody sees, which make room."""
    return {"type": "scatter", "xaxis": "x", "yaxis": "y", **xy(corners), "mode": "markers", "opacity": 0,
            "hoverinfo": "skip", "showlegend": False, "uid": "room"}  # fmt: skip


def waiting(corners: np.ndarray, shown: bool) -> dict:
    """A word at the foot of the right pane in the frames that come before contrasting."""
    low, high = corners.min(axis=0), corners.max(axis=0)
    foot = np.array([[(low[0] + high[0]) / 2, low[1]]])
    return {"type": "scatter", "xaxis": "x2", "yaxis": "y2", **xy(foot if shown else np.full((1, 2), np.nan)),
            "mode": "text", "text": [WAITING], "textposition": "top center", "textfont": {"size": FONT_SIZE + 3},
            "hoverinfo": "skip", "showlegend": False, "uid": "waiting"}  # fmt: skip


def places(traces: Sequence[dict]) -> list[dict]:
    """What changes of the right pane from one step to another: coordinates only."""
    return [{"x": trace["x"], "y": trace["y"]} for trace in traces]


def sample_dots(
    projection: LinearProjection,
    state: Contrasted,
    chosen: DrawnItems,
    draws: int,
    seed: int,
    x: str = "x",
    y: str = "y",
) -> list[dict]:
    """Implicit augmentations as faint dots in the colour of their class."""
    if draws == 0:
        return []
    drawn = projection.points(samples(state.mu, state.sigma, draws, seed))
    traces = []
    for label in np.unique(chosen.y).tolist():
        own = np.flatnonzero(chosen.y == label)
        marker = {"size": 3, "color": class_color(label), "opacity": 0.4}
        hover = f"a sample of {chosen.item} %{{customdata}}<extra></extra>"
        traces.append({"type": "scatter", "xaxis": x, "yaxis": y, **xy(drawn[:, own].reshape(-1, 2)), "mode": "markers",
                       "marker": marker, "customdata": np.tile(chosen.ids[own], draws).tolist(),
                       "legendgroup": str(label), "showlegend": False, "hovertemplate": hover,
                       "name": f"samples, {chosen.name(label)}", "uid": f"samples-{x}-{label}"})  # fmt: skip
    return traces


def links(starts: np.ndarray, ends: np.ndarray) -> dict:
    lines = np.full((len(starts), 3, 2), np.nan)
    lines[:, 0], lines[:, 1] = starts, ends
    return xy(lines.reshape(-1, 2)[:-1])


def frame(steps: Sequence[int], height: int) -> dict:
    """Two panes with one scale, Replay above them, and below them the slider through the steps."""
    many = len(steps) > 1
    margin = {"l": 8, "r": 8, "t": 30 + ABOVE if many else 30, "b": 110 if many else 24}
    about = layout(height, margin=margin, showlegend=False, hovermode="closest", meta={"panes": 2})
    about |= axes("x", "y", [0, 0.495], False) | axes("x2", "y2", [0.505, 1], True)
    above = {"y": 1, "yref": "paper", "yanchor": "bottom", "xref": "paper", "xanchor": "left", "showarrow": False}
    about["annotations"] = [
        {**above, "text": f"<b>{text}</b>", "x": x, "font": {"size": FONT_SIZE + 3}}
        for text, x in zip(TITLES, (0, 0.505), strict=True)
    ]
    if many:
        slider = frame_slider([str(step) for step in steps], len(steps) - 1, "step ")
        about |= {"sliders": [slider], "updatemenus": [replay_button()]}
    return about


def axes(x: str, y: str, domain: list[float], matches: bool) -> dict:
    """A pair of bare axes on one scale; a further pair follows the first."""
    grid = {"showticklabels": False, "zeroline": False, "ticks": "", "gridcolor": "rgba(128, 128, 128, 0.12)"}
    across = {**grid, "domain": domain, "anchor": y, **({"matches": "x"} if matches else {})}
    up = {**grid, "anchor": x, **({"matches": "y"} if matches else {"scaleanchor": "x"})}
    return {x.replace("x", "xaxis"): across, y.replace("y", "yaxis"): up}


def title(text: str, x: str, y: str) -> dict:
    return {"text": text, "x": 0.5, "xref": f"{x} domain", "y": 1, "yref": f"{y} domain", "yanchor": "bottom",
            "showarrow": False}  # fmt: skip


def legend() -> dict:
    return {**LEGEND, "y": 1, "yref": "container", "yanchor": "top"}
