"""Decoded: pictures at their points and side by side, or a row's numbers beside those of two items of a table."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go
from plotly.utils import image_array_to_data_uri

from app.figures.palette import BLUE, INK, VERMILION, VIOLET, faint
from app.figures.style import AXIS, layout

PIXEL, GAP = 12, 1
SHARE = 0.045  # of the picture's width that a picture at its point takes


def strip(pictures: np.ndarray, pixel: int = PIXEL) -> np.ndarray:
    """Pictures [count, height, width] with shades from 0 to 1 in one row, each pixel a square, a grey gap between."""
    padded = np.pad(np.clip(pictures, 0, 1), ((0, 0), (0, 0), (0, GAP)), constant_values=0.5)
    row = np.concatenate(list(padded), axis=1)[:, :-GAP]
    return np.kron(row, np.ones((pixel, pixel)))


def points_figure(
    xy: np.ndarray, pictures: np.ndarray, way: np.ndarray, place: np.ndarray, axes: tuple[str, str], height: int
) -> go.Figure:
    """Pictures [count, height, width] at their points, and on top of them the way with the place chosen on it."""
    low, high = np.concatenate([xy, way]).min(axis=0), np.concatenate([xy, way]).max(axis=0)
    margin = 0.06 * (high - low)
    ranges = np.stack([low - margin, high + margin], axis=1)
    across, up = (axis | {"range": span.tolist()} for axis, span in zip(titled(axes), ranges, strict=True))
    size = SHARE * (ranges[:, 1] - ranges[:, 0]) * (1, 2)
    shown = [picture_at(point, size, picture) for point, picture in zip(xy, pictures, strict=True)]
    figure = go.Figure(layout=layout(height, xaxis=across, yaxis=up, images=shown, showlegend=False))
    figure.add_scatter(x=way[:, 0], y=way[:, 1], mode="lines+markers", line={"color": VERMILION, "width": 2},
                       marker={"size": 6}, hoverinfo="skip", uid="way")  # fmt: skip
    marker = {"size": 15, "symbol": "circle-open", "color": VERMILION, "line": {"width": 3}}
    figure.add_scatter(x=place[:1], y=place[1:], mode="markers", marker=marker, hoverinfo="skip", uid="place")
    return figure


def titled(axes: tuple[str, str]) -> list[dict]:
    return [{**AXIS, "title": {"text": title}, "zeroline": False} for title in axes]


def picture_at(point: np.ndarray, size: np.ndarray, picture: np.ndarray) -> dict:
    """A picture in the middle of its point, below the lines."""
    x, y = point.tolist()
    place = {"x": x, "y": y, "xref": "x", "yref": "y", "xanchor": "center", "yanchor": "middle", "layer": "below"}
    return {**place, "sizex": float(size[0]), "sizey": float(size[1]), "source": png(picture), "opacity": 0.9}


def png(picture: np.ndarray) -> str:
    """Shades from 0 to 1 as a picture that a page can hold; pixels stay squares."""
    shades = (255 * np.kron(np.clip(picture, 0, 1), np.ones((4, 4)))).astype(np.uint8)
    return image_array_to_data_uri(shades, backend="pypng")


def columns_figure(
    names: Sequence[str], ends: np.ndarray, place: np.ndarray, around: np.ndarray, titles: tuple[str, str], height: int
) -> go.Figure:
    """Two items as points, the decoded row as a line, its samples as faint lines, over the columns of the table."""
    figure = go.Figure(layout=layout(height, xaxis={**AXIS, "type": "category", "automargin": True}, yaxis=AXIS))
    for row in around:
        figure.add_scatter(x=names, y=row, mode="lines", line={"color": faint(INK, 0.35), "width": 1},
                           showlegend=False, hoverinfo="skip")  # fmt: skip
    figure.add_scatter(x=names, y=place, mode="lines+markers", name="decoded", line={"color": VIOLET, "width": 3})
    looks = zip(titles, ends, (BLUE, VERMILION), ("circle", "diamond"), strict=True)
    for title, row, color, symbol in looks:
        marker = {"color": color, "symbol": symbol, "size": 8}
        figure.add_scatter(x=names, y=row, mode="markers", name=title, marker=marker)
    figure.update_layout(showlegend=True, legend={"orientation": "h", "y": 1, "yanchor": "bottom", "x": 0})
    return figure
