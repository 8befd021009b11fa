"""Map: the items of a dataset in two dimensions, coloured by class."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go

from app.figures.palette import CLASSES, FAINT, SYMBOLS


def scatter_map(xy: np.ndarray, y: np.ndarray, names: Sequence[str], edges: np.ndarray | None = None) -> go.Figure:
    """Points with one colour and one symbol per class, over faint lines for the edges; both axes to one scale."""
    figure = go.Figure()
    if edges is not None:
        figure.add_scatter(**_lines(xy, edges), mode="lines", line={"color": FAINT, "width": 1}, hoverinfo="skip")
    for label, name in enumerate(names):
        members = np.flatnonzero(y == label)
        marker = {"size": 11, "color": CLASSES[label % len(CLASSES)], "symbol": SYMBOLS[label % len(SYMBOLS)]}
        figure.add_scatter(
            x=xy[members, 0],
            y=xy[members, 1],
            name=name,
            mode="markers",
            marker={**marker, "line": {"width": 1, "color": "white"}},
            customdata=members,
            hovertemplate=f"node %{{customdata}}<extra>{name}</extra>",
            showlegend=True,
        )
    return _framed(figure)


def _lines(xy: np.ndarray, edges: np.ndarray) -> dict:
    """All edges as one line with gaps."""
    ends = np.full((edges.shape[1], 3, 2), np.nan)
    ends[:, 0], ends[:, 1] = xy[edges[0]], xy[edges[1]]
    return {"x": ends[..., 0].ravel(), "y": ends[..., 1].ravel(), "name": "edges", "showlegend": False}


def _framed(figure: go.Figure) -> go.Figure:
    bare = {"showgrid": False, "zeroline": False, "showticklabels": False, "title": ""}
    figure.update_xaxes(**bare)
    figure.update_yaxes(**bare, scaleanchor="x", scaleratio=1)
    return figure.update_layout(
        height=340,
        margin={"l": 10, "r": 10, "t": 40, "b": 10},
        legend={"orientation": "h", "y": 1.02, "yanchor": "bottom", "x": 0},
    )
