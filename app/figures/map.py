"""Map: the items of a dataset in the plane, coloured by class."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from app.figures.chart import Chart
from app.figures.far import drawn_in, far_marks, far_rows
from app.figures.palette import FAINT, class_color, class_symbol, faint
from app.figures.rings import Rings, ring_points
from app.figures.style import LEGEND, layout

MANY_POINTS, MANY_EDGES = 1000, 1500
LINE, MARK = 75, 5
RING = 0.45
BARE = {"visible": False, "showgrid": False, "zeroline": False, "showticklabels": False, "title": {"text": ""}}


def embedding_map(
    xy: np.ndarray,
    y: np.ndarray | None,
    class_names: Sequence[str] = (),
    *,
    edges: np.ndarray | None = None,
    rings: tuple[np.ndarray, np.ndarray] | None = None,
    drawn: np.ndarray | None = None,
    item: str = "node",
    height: int = 380,
) -> Chart:
    """One trace per class with the items' rows as customdata, over faint edges.

    `edges` are pairs of rows, drawn only when few; `rings` some rows and their covariances in the plane, drawn as
    ellipses of 1 sigma; `drawn` the rows that are drawn where not all are. Both axes have one scale. Far items are
    drawn at the edge. The legend is on top, or at the right where its texts are too long for a line.
    """
    xy = checked(xy)
    far = far_rows(xy)
    xy, traces = drawn_in(xy, far), []
    if edges is not None and 0 < edges.shape[1] < MANY_EDGES:
        traces.append(edge_lines(xy, edges))
    if rings is not None:
        traces += ring_traces(xy, *rings, y, far)
    classes = class_traces(xy, y, class_names, item, drawn)
    wide = sum(len(trace["name"]) + MARK for trace in classes) > LINE
    marks = [far_marks(xy, far, item)] if len(far) else []
    return Chart(traces + classes + marks, frame(height, wide))


def checked(xy: np.ndarray) -> np.ndarray:
    """The coordinates in the few bytes a screen needs."""
    xy = np.asarray(xy, np.float32)
    if xy.ndim != 2 or xy.shape[1] < 2:
        raise ValueError(f"A map has two dimensions and a column for each, but shape {xy.shape} came.")
    return xy[:, :2]


def marker_size(points: int) -> float:
    """10 for a few points down to 4 for thousands."""
    return float(np.clip(10 - 3 * np.log10(max(points, 34) / 34), 4, 10))


def class_traces(
    xy: np.ndarray, y: np.ndarray | None, names: Sequence[str], item: str, drawn: np.ndarray | None = None
) -> list[dict]:
    """The points of each class, and how many it has; symbols tell classes apart too, where points are few enough to
    see them."""
    if y is None:
        y, names = np.zeros(len(xy), int), (f"{item}s",)
    few, size = len(xy) <= MANY_POINTS, marker_size(len(xy))
    traces = []
    for label in range(max(int(y.max(initial=-1)) + 1, len(names))):
        members = np.flatnonzero(y == label)
        shown = members if drawn is None else np.intersect1d(members, drawn, assume_unique=True)
        name = names[label] if label < len(names) else f"class {label}"
        shape = {"symbol": class_symbol(label), "line": {"width": 0.8, "color": "white"}} if few else {}
        traces.append(
            {
                "type": "scatter" if few else "scattergl",
                **coordinates(xy[shown]),
                "mode": "markers",
                "name": f"{name} ({len(members):,})",
                "uid": f"class-{label}",
                "customdata": shown,
                "marker": {"size": size, "color": class_color(label), "opacity": 0.85, **shape},
                "hovertemplate": f"{item} %{{customdata}} · {name}<extra></extra>",
            }
        )
    return traces


def ring_traces(
    xy: np.ndarray, rows: np.ndarray, covariances: np.ndarray, y: np.ndarray | None, far: np.ndarray
) -> list[dict]:
    """The ellipses of each class as one line with gaps; an item that is drawn at the edge has none."""
    y, near = np.zeros(len(xy), int) if y is None else y, ~np.isin(rows, far)
    traces = []
    for label in np.unique(y).tolist():
        own = near & (y[rows] == label)
        lines = ring_points(Rings(xy[rows[own]], covariances[own])).astype(np.float32)
        about = {"mode": "lines", "uid": f"rings-{label}", "showlegend": False, "hoverinfo": "skip"}
        line = {"color": faint(class_color(label), RING), "width": 1}
        traces.append({"type": "scatter", **about, **coordinates(lines), "line": line})
    return traces


def coordinates(points: np.ndarray) -> dict[str, np.ndarray]:
    return {name: np.ascontiguousarray(points[:, column]) for column, name in enumerate("xy")}


def edge_lines(xy: np.ndarray, edges: np.ndarray) -> dict:
    """All edges as one line with gaps."""
    ends = np.full((edges.shape[1], 3, 2), np.nan, np.float32)
    ends[:, 0], ends[:, 1] = xy[edges[0]], xy[edges[1]]
    about = {"mode": "lines", "name": "edges", "uid": "edges", "showlegend": False, "hoverinfo": "skip"}
    return {"type": "scatter", **about, **coordinates(ends.reshape(-1, 2)), "line": {"color": FAINT, "width": 0.8}}


def frame(height: int, wide: bool) -> dict:
    """No ticks, one scale on both axes."""
    marks = {**LEGEND, "itemsizing": "constant"}
    look = {"margin": {"l": 4, "r": 4, "t": 24, "b": 4}, "legend": marks}
    if wide:
        beside = {"orientation": "v", "x": 1, "y": 1, "yanchor": "top"}
        look = {"margin": {"l": 4, "r": 4, "t": 4, "b": 4}, "legend": {**marks, **beside}}
    yaxis = {**BARE, "scaleanchor": "x", "scaleratio": 1}
    return layout(height, **look, xaxis=BARE, yaxis=yaxis, hovermode="closest")
