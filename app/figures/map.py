"""Map: the items of a dataset in two or three dimensions, coloured by class."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np
import plotly.graph_objects as go

from app.figures.palette import FAINT, INK, class_color, class_symbol
from app.figures.style import LEGEND, layout

MANY_POINTS, MANY_EDGES = 1000, 1500
LINE, MARK = 75, 5
BARE = {"visible": False, "showgrid": False, "zeroline": False, "showticklabels": False, "title": {"text": ""}}


def embedding_map(
    xy: np.ndarray,
    y: np.ndarray | None,
    class_names: Sequence[str] = (),
    *,
    edges: np.ndarray | None = None,
    size: float | None = None,
    dim: int = 2,
    ids: np.ndarray | None = None,
    picked: Collection[int] = (),
    item: str = "node",
    legend: str | None = None,
    height: int = 380,
) -> go.Figure:
    """One trace per class with the items' ids as customdata, over faint edges, under rings around the picked ids.

    `xy` has `dim` columns (2 or 3); `edges` are pairs of its rows, drawn only when few; both axes have one scale.
    The legend is on "top", or at the "right" where its texts are too long for a line.
    """
    xy, ids = checked(xy, dim), np.arange(len(xy)) if ids is None else np.asarray(ids)
    look = {"size": marker_size(len(xy), dim) if size is None else size}
    kind = "scatter3d" if dim == 3 else "scattergl" if len(xy) > MANY_POINTS else "scatter"
    traces = []
    if edges is not None and 0 < edges.shape[1] < MANY_EDGES:
        traces.append({**edge_lines(xy, edges), "type": "scatter3d" if dim == 3 else "scatter"})
    traces += class_traces(xy, y, class_names, ids, {"type": kind}, look, item)
    if len(picked):
        traces.append({"type": kind, **rings(xy, ids, picked, look["size"])})
    if legend is None:
        wide = sum(len(trace["name"]) + MARK for trace in traces if trace.get("showlegend", True)) > LINE
        legend = "right" if wide else "top"
    return go.Figure(traces, frame(height, dim, legend))


def checked(xy: np.ndarray, dim: int) -> np.ndarray:
    """The coordinates in the few bytes a screen needs."""
    xy = np.asarray(xy, np.float32)
    if dim not in (2, 3) or xy.ndim != 2 or xy.shape[1] < dim:
        raise ValueError(f"A map has 2 or 3 dimensions and a column for each, but dim={dim} and shape {xy.shape} came.")
    return xy[:, :dim]


def marker_size(points: int, dim: int = 2) -> float:
    """10 for a few points down to 4 for thousands; spheres look larger than discs."""
    size = float(np.clip(10 - 3 * np.log10(max(points, 34) / 34), 4, 10))
    return size if dim == 2 else max(2.0, size / 2)


def class_traces(
    xy: np.ndarray,
    y: np.ndarray | None,
    names: Sequence[str],
    ids: np.ndarray,
    about: dict,
    look: dict,
    item: str,
) -> list[dict]:
    """The points of each class; symbols tell classes apart too, where points are few enough to see them."""
    if y is None:
        y, names = np.zeros(len(xy), int), (f"{item}s",)
    few = about["type"] == "scatter"
    traces = []
    for label in range(max(int(y.max(initial=-1)) + 1, len(names))):
        members = np.flatnonzero(y == label)
        name = names[label] if label < len(names) else f"class {label}"
        shape = {"symbol": class_symbol(label), "line": {"width": 0.8, "color": "white"}} if few else {}
        traces.append(
            {
                **about,
                **coordinates(xy[members]),
                "mode": "markers",
                "name": f"{name} ({len(members):,})",
                "uid": f"class-{label}",
                "customdata": ids[members],
                "marker": {**look, "color": class_color(label), "opacity": 0.85, **shape},
                "hovertemplate": f"{item} %{{customdata}} · {name}<extra></extra>",
            }
        )
    return traces


def coordinates(points: np.ndarray) -> dict[str, np.ndarray]:
    return {name: np.ascontiguousarray(points[:, column]) for column, name in enumerate("xyz"[: points.shape[1]])}


def edge_lines(xy: np.ndarray, edges: np.ndarray) -> dict:
    """All edges as one line with gaps."""
    ends = np.full((edges.shape[1], 3, xy.shape[1]), np.nan, np.float32)
    ends[:, 0], ends[:, 1] = xy[edges[0]], xy[edges[1]]
    about = {"mode": "lines", "name": "edges", "uid": "edges", "showlegend": False, "hoverinfo": "skip"}
    return {**about, **coordinates(ends.reshape(-1, xy.shape[1])), "line": {"color": FAINT, "width": 0.8}}


def rings(xy: np.ndarray, ids: np.ndarray, picked: Collection[int], size: float) -> dict:
    """Open circles around the picked items, which leave a lasso's own marks alone."""
    rows = np.flatnonzero(np.isin(ids, list(picked)))
    marker = {"size": size + 6, "symbol": "circle-open", "color": INK, "line": {"width": 2, "color": INK}}
    about = {"mode": "markers", "name": "picked", "uid": "picked", "showlegend": False, "hoverinfo": "skip"}
    return {**about, **coordinates(xy[rows]), "customdata": ids[rows], "marker": marker}


def frame(height: int, dim: int, legend: str) -> dict:
    """No ticks, one scale on all axes."""
    marks = {**LEGEND, "itemsizing": "constant"}
    look = {"margin": {"l": 4, "r": 4, "t": 24, "b": 4}, "legend": marks}
    if legend == "right":
        beside = {"orientation": "v", "x": 1, "y": 1, "yanchor": "top"}
        look = {"margin": {"l": 4, "r": 4, "t": 4, "b": 4}, "legend": {**marks, **beside}}
    if dim == 3:
        scene = {f"{axis}axis": {"visible": False} for axis in "xyz"}
        return layout(height, **look, scene={**scene, "aspectmode": "data"})
    yaxis = {**BARE, "scaleanchor": "x", "scaleratio": 1}
    return layout(height, **look, xaxis=BARE, yaxis=yaxis, hovermode="closest")
