"""Lesson: dots, lines, clouds and bars as the scenes of the Learn page draw them, each known by its term."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from app.figures.palette import FAINT, GRID, class_color, faint
from app.figures.style import layout

HEIGHT = 440
BARE = {"visible": False, "fixedrange": True}
ROUND = np.linspace(0, 2 * np.pi, 29)
CIRCLE = np.stack([np.cos(ROUND), np.sin(ROUND)], axis=1)


def points(xy: np.ndarray) -> dict[str, np.ndarray]:
    """Two columns as packed arrays; NaN is a gap."""
    return {name: np.ascontiguousarray(column, np.float32) for name, column in zip("xy", np.asarray(xy).T, strict=True)}


def lines(starts: np.ndarray, ends: np.ndarray) -> dict[str, np.ndarray]:
    """Many short lines as one with gaps."""
    both = np.full((len(starts), 3, 2), np.nan)
    both[:, 0], both[:, 1] = starts, ends
    return points(both.reshape(-1, 2))


def rings(mu: np.ndarray, sigma: np.ndarray, size: float = 1.0) -> dict[str, np.ndarray]:
    """The ellipses of `size` sigma as one outline with gaps; exact, for the picture is the latent space itself."""
    outline = np.full((len(mu), len(CIRCLE) + 1, 2), np.nan)
    outline[:, :-1] = np.asarray(mu)[:, None] + size * np.asarray(sigma)[:, None] * CIRCLE
    return points(outline.reshape(-1, 2))


def trace(terms: Sequence[str], uid: str, **about: Any) -> dict[str, Any]:
    """A trace that lights up when one of its terms is pointed at."""
    return {"type": "scatter", "mode": "markers", "hoverinfo": "skip", "showlegend": False, "uid": uid,
            "meta": {"terms": list(terms)}, **about}  # fmt: skip


def friendship(xy: np.ndarray, edges: np.ndarray, **about: Any) -> dict[str, Any]:
    """The links of the club between places on a map."""
    shown = {"mode": "lines", "line": {"color": FAINT, "width": 1}, **about}
    return trace(["link", "graph"], "links", **lines(xy[edges[0]], xy[edges[1]]), **shown)


def members(xy: np.ndarray, y: np.ndarray, terms: Sequence[str], size: int = 15, **about: Any) -> dict[str, Any]:
    """One dot for each member with its number, in the colour of its side."""
    marker = {"size": size, "color": [class_color(int(label)) for label in y], "line": {"width": 1, "color": "white"}}
    look = {"marker": marker, "hovertext": [f"member {n + 1}" for n in range(len(y))], "hoverinfo": "text"}
    return trace(terms, "members", **points(xy), **{**look, **about})


def numbered(xy: np.ndarray, names: Sequence[str], terms: Sequence[str], uid: str = "names") -> dict[str, Any]:
    """Small numbers on dots."""
    return trace(terms, uid, mode="text", text=list(names), textfont={"size": 9, "color": "white"}, **points(xy))


def clouds(mu: np.ndarray, sigma: np.ndarray, y: np.ndarray, size: float = 1.0) -> list[dict[str, Any]]:
    """Filled rings, one trace for each side of the club."""
    return [
        trace(["cloud", "sigma_n", "ring", "VGAE"], f"cloud-{size:g}-{label}", mode="lines", fill="toself",
              fillcolor=faint(class_color(label), 0.14), line={"color": class_color(label), "width": 1},
              **rings(mu[y == label], sigma[y == label], size))
        for label in np.unique(y).tolist()
    ]  # fmt: skip


def means(mu: np.ndarray, y: np.ndarray) -> dict[str, Any]:
    """The middles of clouds as small crosses."""
    line = {"width": 2, "color": [class_color(int(label)) for label in y]}
    marker = {"symbol": "cross-thin", "size": 8, "line": line}
    return trace(["mu_n"], "means", marker=marker, hovertext=[f"μ of member {n + 1}" for n in range(len(y))],
                 hoverinfo="text", **points(mu))  # fmt: skip


def plane(xy: np.ndarray, room: float = 0.08, **changes: Any) -> dict[str, Any]:
    """A map on one scale that shows all these places and stays still while things move."""
    low, high = np.nanmin(xy, axis=0), np.nanmax(xy, axis=0)
    more = room * (high - low)
    across = {**BARE, "range": [float(low[0] - more[0]), float(high[0] + more[0])]}
    up = {**BARE, "range": [float(low[1] - more[1]), float(high[1] + more[1])], "scaleanchor": "x"}
    return still(xaxis=across, yaxis=up, **changes)


def still(**changes: Any) -> dict[str, Any]:
    """A figure that one looks at and does not zoom."""
    margin = {"l": 6, "r": 6, "t": 8, "b": 8}
    return layout(HEIGHT, margin=margin, showlegend=False, dragmode=False, hovermode="closest", **changes)


def axis(title: str, **changes: Any) -> dict[str, Any]:
    """An axis with a title in plain words."""
    return {"gridcolor": GRID, "zeroline": False, "ticks": "", "fixedrange": True, "linecolor": GRID,
            "title": {"text": title, "standoff": 6, "font": {"size": 12}}, **changes}  # fmt: skip
