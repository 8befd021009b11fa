"""Ellipses: Gaussians in a linear projection as contours of 1 and 2 sigma, with their samples or their embeddings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import plotly.graph_objects as go

from app.figures.palette import BLUE, INK, class_color, class_symbol, faint
from app.figures.style import FONT_SIZE, LEGEND, layout
from igcl_core.contrasted import Contrasted
from igcl_core.gaussians.projection import LinearProjection, outline
from igcl_core.gaussians.samples import samples

CONTOURS = (1.0, 2.0)
FEW_LABELS = 16
DIGITS = 4
FRAME_MS = 220
FARTHEST = 4.0


@dataclass(frozen=True, eq=False)
class Chosen:
    """The items that are drawn: their ids, their classes, and what classes are called."""

    ids: np.ndarray
    y: np.ndarray
    classes: Sequence[str]
    item: str = "node"

    def name(self, label: int) -> str:
        return self.classes[label] if label < len(self.classes) else f"class {label}"


def before_and_after(
    projection: LinearProjection,
    before: Contrasted,
    states: Mapping[int, Contrasted],
    chosen: Chosen,
    *,
    draws: int = 40,
    seed: int = 0,
    height: int = 440,
) -> go.Figure:
    """Left the Gaussians before contrasting with `draws` samples each; right every step's with z_n tied to its mean.

    `before` and `states` hold the chosen items only. The newest state is shown; the slider below goes through all in
    the browser. Frames name the left pane too, without change: Plotly empties a pane that a frame leaves out.
    """
    steps = list(states)
    left = pane(projection, before, chosen, "x", "y")
    left += sample_dots(projection, before, chosen, draws, seed)
    right = pane(projection, states[steps[-1]], chosen, "x2", "y2") + ties(projection, states[steps[-1]], chosen)
    left.append(room(projection, states))
    unchanged, everything = [{}] * len(left), list(range(len(left) + len(right)))
    frames = [
        {"name": str(step), "data": unchanged + moved(projection, states[step], chosen), "traces": everything}
        for step in steps
    ]
    return go.Figure(left + right, frame(projection, steps, height), frames=frames if len(frames) > 1 else [])


def side_by_side(
    panes: Sequence[tuple[str, LinearProjection, Contrasted]], chosen: Chosen, height: int = 320
) -> go.Figure:
    """The Gaussians and embeddings of several runs in panes that share their axes; one pane per (title, W, state)."""
    traces, about = [], layout(height, margin={"l": 4, "r": 4, "t": 40, "b": 4}, legend=legend(), hovermode="closest")
    width = 1 / len(panes)
    for number, (_, projection, state) in enumerate(panes):
        x, y = axis("x", number), axis("y", number)
        here = pane(projection, state, chosen, x, y) + ties(projection, state, chosen, x, y)
        traces += [{**trace, "showlegend": trace.get("showlegend", True) and number == 0} for trace in here]
        domain = [number * width + 0.01, (number + 1) * width - 0.01]
        about |= axes(x, y, domain, matches=number > 0)
    about["annotations"] = [title(text, axis("x", n), axis("y", n)) for n, (text, _, _) in enumerate(panes)]
    for number, trace in enumerate(traces):
        trace["uid"] = f"pane-{number}-{trace['uid']}"
    return go.Figure(traces, about)


def axis(letter: str, number: int) -> str:
    return letter if number == 0 else f"{letter}{number + 1}"


def pane(projection: LinearProjection, state: Contrasted, chosen: Chosen, x: str, y: str) -> list[dict]:
    """Contours and means, one trace per class each; ids beside the means where they are few."""
    centres, covariances = projection.points(state.mu), projection.covariances(state.sigma)
    traces = []
    for label in np.unique(chosen.y).tolist():
        own = np.flatnonzero(chosen.y == label)
        color, about = class_color(label), {"type": "scatter", "xaxis": x, "yaxis": y, "legendgroup": str(label)}
        line = {"color": faint(color, 0.8), "width": 1.3}
        traces.append({**about, **contours(centres[own], covariances[own]), "mode": "lines", "line": line,
                       "hoverinfo": "skip", "showlegend": False, "uid": f"contours-{x}-{label}"})  # fmt: skip
        text = {"mode": "markers+text", "text": chosen.ids[own].astype(str).tolist(), "textposition": "top center",
                "textfont": {"size": FONT_SIZE, "color": color}} if len(chosen.ids) <= FEW_LABELS else {}  # fmt: skip
        marker = {"symbol": "cross-thin", "size": 8, "line": {"width": 2, "color": color}}
        hover = f"μ of {chosen.item} %{{customdata}} · {chosen.name(label)}<extra></extra>"
        traces.append({**about, "mode": "markers", **xy(centres[own]), **text, "marker": marker,
                       "customdata": chosen.ids[own].tolist(), "hovertemplate": hover, "showlegend": x == "x",
                       "name": chosen.name(label), "uid": f"means-{x}-{label}"})  # fmt: skip
    return traces


def ties(projection: LinearProjection, state: Contrasted, chosen: Chosen, x: str = "x2", y: str = "y2") -> list[dict]:
    """A line from every mean to its own embedding, and the embeddings by class."""
    centres, places = projection.points(state.mu), projection.points(state.z)
    about = {"type": "scatter", "xaxis": x, "yaxis": y}
    traces = [{**about, **links(centres, places), "mode": "lines", "line": {"color": INK, "width": 1, "dash": "dot"},
               "hoverinfo": "skip", "showlegend": False, "uid": f"ties-{x}"}]  # fmt: skip
    for label in np.unique(chosen.y).tolist():
        own = np.flatnonzero(chosen.y == label)
        marker = {"symbol": class_symbol(label), "size": 10, "color": class_color(label),
                  "line": {"width": 1, "color": "white"}}  # fmt: skip
        hover = f"z of {chosen.item} %{{customdata}} · {chosen.name(label)}<extra></extra>"
        traces.append({**about, **xy(places[own]), "mode": "markers", "marker": marker, "legendgroup": str(label),
                       "customdata": chosen.ids[own].tolist(), "hovertemplate": hover, "showlegend": False,
                       "name": f"z, {chosen.name(label)}", "uid": f"z-{x}-{label}"})  # fmt: skip
    return traces


def room(projection: LinearProjection, states: Mapping[int, Contrasted]) -> dict:
    """Unseen points at the embeddings of all steps, so that both panes have room for what an animation shows."""
    now = projection.points(list(states.values())[-1].mu)
    places = np.concatenate([projection.points(state.z) for state in states.values()])
    reach = FARTHEST * max(float(np.abs(now).max(initial=0)), 1e-9)
    near = places[(np.abs(places) <= reach).all(axis=1)]
    return {"type": "scatter", "xaxis": "x", "yaxis": "y", **xy(near), "mode": "markers", "opacity": 0,
            "hoverinfo": "skip", "showlegend": False, "uid": "room"}  # fmt: skip


def moved(projection: LinearProjection, state: Contrasted, chosen: Chosen) -> list[dict]:
    """What changes of the right pane from one step to another: coordinates only."""
    traces = pane(projection, state, chosen, "x2", "y2") + ties(projection, state, chosen)
    return [{"x": trace["x"], "y": trace["y"]} for trace in traces]


def sample_dots(
    projection: LinearProjection, state: Contrasted, chosen: Chosen, draws: int, seed: int, x: str = "x", y: str = "y"
) -> list[dict]:
    """Implicit augmentations as faint dots in the colour of their class."""
    if draws == 0:
        return []
    drawn = projection.points(samples(state.mu, state.sigma, draws, seed))
    traces = []
    for label in np.unique(chosen.y).tolist():
        own = np.flatnonzero(chosen.y == label)
        marker = {"size": 3.5, "color": class_color(label), "opacity": 0.5}
        hover = f"a sample of {chosen.item} %{{customdata}}<extra></extra>"
        traces.append({"type": "scatter", "xaxis": x, "yaxis": y, **xy(drawn[:, own].reshape(-1, 2)), "mode": "markers",
                       "marker": marker, "customdata": np.tile(chosen.ids[own], draws).tolist(),
                       "legendgroup": str(label), "showlegend": False, "hovertemplate": hover,
                       "name": f"samples, {chosen.name(label)}", "uid": f"samples-{x}-{label}"})  # fmt: skip
    return traces


def contours(centres: np.ndarray, covariances: np.ndarray, sigmas: Sequence[float] = CONTOURS) -> dict:
    """All ellipses of some Gaussians as one line with gaps."""
    gap = np.full((1, 2), np.nan)
    rings = [
        np.concatenate([centre + outline(covariance, size), gap])
        for centre, covariance in zip(centres, covariances, strict=True)
        for size in sigmas
    ]
    return xy(np.concatenate(rings)[:-1] if rings else np.zeros((0, 2)))


def links(starts: np.ndarray, ends: np.ndarray) -> dict:
    lines = np.full((len(starts), 3, 2), np.nan)
    lines[:, 0], lines[:, 1] = starts, ends
    return xy(lines.reshape(-1, 2)[:-1])


def xy(points: np.ndarray) -> dict[str, list]:
    """Rounded lists, with None for a gap: frames cannot hold packed arrays."""
    rounded = np.asarray(points, np.float64).round(DIGITS)
    return {
        name: [None if missing else value for value, missing in zip(column.tolist(), np.isnan(column), strict=True)]
        for name, column in zip("xy", rounded.T, strict=True)
    }


def frame(projection: LinearProjection, steps: Sequence[int], height: int) -> dict:
    """Two panes with one scale, and the slider through the steps with its Play button below them."""
    many = len(steps) > 1
    margin = {"l": 8, "r": 8, "t": 44, "b": 110 if many else 24}
    about = layout(height, margin=margin, legend=legend(), hovermode="closest")
    about |= axes("x", "y", [0, 0.495], False) | axes("x2", "y2", [0.505, 1], True)
    about["xaxis"]["title"] = {"text": projection.axes[0], "standoff": 2, "font": {"size": FONT_SIZE}}
    about["yaxis"]["title"] = {"text": projection.axes[1], "standoff": 2, "font": {"size": FONT_SIZE}}
    words = ("before: samples", "after: embeddings z")
    about["annotations"] = [title(words[0], "x", "y"), title(words[1], "x2", "y2")]
    if many:
        about |= {"sliders": [step_slider(steps)], "updatemenus": [play_button()]}
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


def step_slider(steps: Sequence[int]) -> dict:
    """A slider whose steps are frames, so that moving it asks nobody."""
    go_there = {"mode": "immediate", "frame": {"duration": 0, "redraw": False}, "transition": {"duration": 0}}
    marks = [{"label": str(s), "value": str(s), "method": "animate", "args": [[str(s)], go_there]} for s in steps]
    return {
        "active": len(steps) - 1, "steps": marks, "x": 0, "len": 1, "y": 0, "yanchor": "top",
        "pad": {"t": 30, "b": 4}, "font": {"size": FONT_SIZE}, "bordercolor": INK, "borderwidth": 1, "ticklen": 3,
        "bgcolor": faint(BLUE, 0.25), "activebgcolor": BLUE,
        "currentvalue": {"prefix": "step ", "font": {"size": FONT_SIZE + 1}, "xanchor": "left", "offset": 14},
    }  # fmt: skip


def play_button() -> dict:
    motion = {"fromcurrent": False, "mode": "immediate", "frame": {"duration": FRAME_MS, "redraw": False},
              "transition": {"duration": FRAME_MS, "easing": "linear"}}  # fmt: skip
    stop = {"mode": "immediate", "frame": {"duration": 0, "redraw": False}}
    buttons = [
        {"label": "▶ Replay", "method": "animate", "args": [None, motion]},
        {"label": "❚❚", "method": "animate", "args": [[None], stop]},
    ]
    return {
        "type": "buttons", "direction": "left", "buttons": buttons, "showactive": False, "x": 1, "xanchor": "right",
        "y": 0, "yanchor": "top", "pad": {"t": 12}, "font": {"size": FONT_SIZE},
        "bgcolor": "rgba(128, 128, 128, 0.12)", "bordercolor": "rgba(128, 128, 128, 0.4)",
    }  # fmt: skip
