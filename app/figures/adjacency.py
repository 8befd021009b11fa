"""Adjacency: the edges that are there beside the edges the VGAE's means expect."""

from __future__ import annotations

import numpy as np

from app.figures.chart import Chart
from app.figures.palette import BLUE, CLEAR, INK, class_color, faint
from app.figures.style import layout
from igcl_core.analysis import AdjacencyView

SCALE = [[0, faint(BLUE, 0.04)], [1, BLUE]]
STRIP = 0.035
PANELS = (("x", "y"), ("x2", "y2"))


def adjacency_figure(view: AdjacencyView, height: int = 240, rebuilt: str = "reconstruction σ(μᵢ·μⱼ)") -> Chart:
    """A beside its reconstruction on one scale from 0 to 1, rows ordered by class, classes marked at the edge.

    Values travel as whole per cent, one byte each. The diagonal is left empty: no pair of a node with itself is learnt.
    """
    matrices = (view.adjacency, view.probability)
    names = ("A: the edges", rebuilt)
    traces = [heatmap(matrix, *panel, name) for matrix, panel, name in zip(matrices, PANELS, names, strict=True)]
    starts = np.flatnonzero(np.diff(view.y, prepend=-1))
    shapes = [shape for x, y in PANELS for shape in [*strips(view, starts, x, y), borders(view, starts, x, y)]]
    low, high = -0.5 - 2 * STRIP * len(view.nodes), len(view.nodes) - 0.5
    bare = {"visible": False, "range": [low, high], "constrain": "domain"}
    down = {"visible": False, "range": [high, low], "constrain": "domain"}
    titles = [
        {"text": text, "x": 0.5, "xref": f"{x} domain", "y": 1, "yref": f"{y} domain", "yanchor": "bottom"}
        for (x, y), text in zip(PANELS, names, strict=True)
    ]
    return Chart(
        traces,
        layout(
            height,
            margin={"l": 4, "r": 4, "t": 20, "b": 4},
            showlegend=False,
            shapes=shapes,
            annotations=[{**title, "showarrow": False} for title in titles],
            coloraxis=color_axis(),
            xaxis={**bare, "domain": [0, 0.47]},
            yaxis={**down, "scaleanchor": "x"},
            xaxis2={**bare, "domain": [0.53, 1], "anchor": "y2", "matches": "x"},
            yaxis2={**down, "anchor": "x2", "matches": "y"},
        ),
    )


def heatmap(matrix: np.ndarray, x: str, y: str, name: str) -> dict:
    percent = np.rint(100 * np.asarray(matrix, np.float64)).astype(np.uint8)
    np.fill_diagonal(percent, 0)
    hover = "row %{y}, column %{x}: %{z} %<extra></extra>"
    return {"type": "heatmap", "z": percent, "xaxis": x, "yaxis": y, "name": name, "coloraxis": "coloraxis",
            "hovertemplate": hover}  # fmt: skip


def color_axis() -> dict:
    bar = {"thickness": 8, "len": 0.9, "outlinewidth": 0, "tickvals": [0, 50, 100], "ticktext": ["0", "0.5", "1"]}
    return {"cmin": 0, "cmax": 100, "colorscale": SCALE, "colorbar": {**bar, "x": 1.01, "xpad": 2, "bgcolor": CLEAR}}


def strips(view: AdjacencyView, starts: np.ndarray, x: str, y: str) -> list[dict]:
    """The colour of each class along the rows and along the columns."""
    width = STRIP * len(view.nodes)
    shapes = []
    for start, end in zip(starts, [*starts[1:], len(view.nodes)], strict=True):
        along, across = (start - 0.5, end - 0.5), (-1 - width, -1)
        about = {"type": "rect", "xref": x, "yref": y, "line": {"width": 0}, "fillcolor": class_color(view.y[start])}
        for (x0, x1), (y0, y1) in ((across, along), (along, across)):
            shapes.append({**about, "x0": x0, "x1": x1, "y0": y0, "y1": y1})
    return shapes


def borders(view: AdjacencyView, starts: np.ndarray, x: str, y: str) -> dict:
    """Thin lines where one class ends and the next begins, and around the whole."""
    low, high = -0.5, len(view.nodes) - 0.5
    lines = [f"M{at},{low}L{at},{high}M{low},{at}L{high},{at}" for at in (starts - 0.5).tolist() + [high]]
    return {"type": "path", "path": "".join(lines), "xref": x, "yref": y, "line": {"color": INK, "width": 0.5}}
