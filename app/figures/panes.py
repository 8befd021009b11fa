"""Panes: two maps of the same items side by side, in the same colours; what is picked in one is picked in the other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import plotly.graph_objects as go

from app.figures.coloring import Coloring
from app.figures.far import far_marks
from app.figures.map import BARE, MANY_EDGES, MANY_POINTS, marker_size
from app.figures.palette import FAINT, class_symbol
from app.figures.style import FONT_SIZE, LEGEND, layout

GAP, PADDING, HEAD = 0.02, 0.04, 24


class Pane(NamedTuple):
    """A map: its title, a point for every item, and the box to show (None: whatever the points need).

    `far` are the rows of items that are drawn at the edge, though they lie farther out.
    """

    title: str
    xy: np.ndarray
    box: tuple[np.ndarray, np.ndarray] | None = None
    far: np.ndarray | None = None


def panes_figure(
    panes: Sequence[Pane],
    coloring: Coloring,
    *,
    edges: np.ndarray | None = None,
    item: str = "node",
    height: int = 460,
) -> go.Figure:
    """One trace per kind and pane, the items' rows as customdata, over faint edges where these are few.

    `meta["pane"]` of a trace names its pane, so that a film can move its points; a line's gaps have the row -1.
    """
    traces = []
    for number, pane in enumerate(panes):
        axes = {"xaxis": f"x{number + 1}" if number else "x", "yaxis": f"y{number + 1}" if number else "y"}
        about = {**axes, "meta": {"pane": number}}
        if edges is not None and 0 < edges.shape[1] < MANY_EDGES:
            traces.append(_edges(pane.xy, edges, about))
        draw = _kinds if coloring.value is None else _scale
        traces += draw(pane.xy, coloring, about, item)
        if pane.far is not None:
            traces.append(
                {**far_marks(pane.xy, pane.far, item), **axes, "meta": {"far_of": number}, "uid": f"far-{number}"}
            )
    return go.Figure(traces, _frame(panes, coloring, height))


def _points(xy: np.ndarray, rows: np.ndarray) -> dict:
    x, y = np.asarray(xy, np.float32)[rows].T
    return {"x": np.ascontiguousarray(x), "y": np.ascontiguousarray(y), "customdata": rows.astype(np.int32)}


def _edges(xy: np.ndarray, edges: np.ndarray, about: dict) -> dict:
    rows = np.column_stack([edges.T, np.full(edges.shape[1], -1)]).ravel()
    points = _points(xy, np.maximum(rows, 0))
    points["customdata"] = rows.astype(np.int32)
    for name in "xy":
        points[name] = np.where(rows < 0, np.float32(np.nan), points[name])
    look = {"type": "scatter", "mode": "lines", "line": {"color": FAINT, "width": 0.7}, "hoverinfo": "skip"}
    return {**look, **about, **points, "showlegend": False, "uid": f"edges-{about['meta']['pane']}"}


def _kinds(xy: np.ndarray, coloring: Coloring, about: dict, item: str) -> list[dict]:
    few, pane = len(xy) <= MANY_POINTS, about["meta"]["pane"]
    traces = []
    for number, (name, color) in enumerate(zip(coloring.names, coloring.colors, strict=True)):
        rows = np.flatnonzero(coloring.kind == number)
        shape = {"symbol": class_symbol(number), "line": {"width": 0.8, "color": "white"}} if few else {}
        traces.append(
            {
                "type": "scatter" if few else "scattergl",
                "mode": "markers",
                **about,
                **_points(xy, rows),
                "name": f"{name} ({len(rows):,})",
                "uid": f"{coloring.title}-{number}-{pane}",
                "legendgroup": str(number),
                "showlegend": pane == 0,
                "marker": {"size": marker_size(len(xy)), "color": color, "opacity": 0.85, **shape},
                "hovertemplate": f"{item} %{{customdata}} · {name}<extra></extra>",
                "unselected": {"marker": {"opacity": 0.12}},
            }
        )
    return traces


def _scale(xy: np.ndarray, coloring: Coloring, about: dict, item: str) -> list[dict]:
    value = coloring.placed.value
    marker = {"size": marker_size(len(xy)), "color": value, "coloraxis": "coloraxis", "opacity": 0.9}
    return [
        {
            "type": "scatter" if len(xy) <= MANY_POINTS else "scattergl",
            "mode": "markers",
            **about,
            **_points(xy, np.arange(len(xy))),
            "showlegend": False,
            "uid": f"{coloring.title}-{about['meta']['pane']}",
            "marker": marker,
            "text": [f"{number:.3g}" for number in coloring.value.tolist()],
            "hovertemplate": f"{item} %{{customdata}} · {coloring.title} %{{text}}<extra></extra>",
            "unselected": {"marker": {"opacity": 0.12}},
        }
    ]


def _frame(panes: Sequence[Pane], coloring: Coloring, height: int) -> dict:
    look = {"margin": {"l": 4, "r": 4, "t": HEAD, "b": 4}, "hovermode": "closest", "meta": {"panes": len(panes)}}
    look["legend"] = {**LEGEND, "itemsizing": "constant", "y": -0.01, "yanchor": "top"}
    if coloring.value is not None:
        placed = coloring.placed
        title = {"text": f"{coloring.title}{placed.words}", "side": "right"}
        bar = {"title": title, "thickness": 10, "len": 0.9, "outlinewidth": 0, **placed.ticks}
        look["coloraxis"] = {"colorscale": "Viridis", "colorbar": bar}
    width = (1 - GAP * (len(panes) - 1)) / len(panes)
    notes = []
    for number, pane in enumerate(panes):
        name, low = str(number + 1) if number else "", number * (width + GAP)
        x, y = _ranges(pane)
        look[f"xaxis{name}"] = {**BARE, **x, "domain": [low, low + width], "anchor": f"y{name}"}
        look[f"yaxis{name}"] = {**BARE, **y, "anchor": f"x{name}", "scaleanchor": f"x{name}", "scaleratio": 1}
        place = {"x": low, "y": 1, "xref": "paper", "yref": "paper", "xanchor": "left", "yanchor": "bottom"}
        about = {"name": f"pane-{number}", "text": pane.title, "showarrow": False, "font": {"size": FONT_SIZE + 1}}
        notes.append({**place, **about})
    return layout(height, **look, annotations=notes)


def _ranges(pane: Pane) -> tuple[dict, dict]:
    if pane.box is None:
        return {}, {}
    low, span = pane.box
    return tuple(
        {"range": [float(low[k] - PADDING * span[k]), float(low[k] + (1 + PADDING) * span[k])]} for k in (0, 1)
    )
