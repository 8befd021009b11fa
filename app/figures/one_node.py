"""One node: its Gaussian and the way of its embedding, its row of the softmax, and its latent dimensions."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go

from app.figures.ellipses import axes
from app.figures.palette import BLUE, GREEN, INK, ORANGE, VERMILION, class_color, faint
from app.figures.points import xy
from app.figures.rings import contours
from app.figures.style import AXIS, FONT_SIZE, LEGEND, layout
from igcl_core.analysis.gaussians import INACTIVE_NATS, Dimensions, LinearProjection, SoftmaxRow, samples
from igcl_core.methods.implicit import Contrasted

CONTOURS = (1.0, 2.0, 3.0)


def node_figure(
    projection: LinearProjection,
    state: Contrasted,
    item: int,
    path: np.ndarray,
    steps: Sequence[int],
    others: np.ndarray,
    y: np.ndarray,
    *,
    draws: int = 60,
    seed: int = 0,
    height: int = 360,
) -> go.Figure:
    """The Gaussian of one item with fresh samples, the path [steps, D] of its z, and the z it is confused with."""
    own = slice(item, item + 1)
    color, about = class_color(int(y[item])), {"type": "scatter", "xaxis": "x", "yaxis": "y"}
    centre, covariance = projection.points(state.mu[own]), projection.covariances(state.sigma[own])
    drawn = projection.points(samples(state.mu[own], state.sigma[own], draws, seed)[:, 0])
    way, near = projection.points(path), projection.points(state.z[others])
    traces = [
        {**about, **contours(centre, covariance, CONTOURS), "mode": "lines", "line": {"color": color, "width": 1.3},
         "name": "1, 2, 3 σ", "uid": "contours", "hoverinfo": "skip"},
        {**about, **xy(drawn), "mode": "markers", "marker": {"size": 3.5, "color": color, "opacity": 0.4},
         "name": "samples", "uid": "samples", "hoverinfo": "skip"},
        {**about, **xy(near), "mode": "markers", "name": "z it is confused with", "uid": "others",
         "marker": {"size": 8, "color": [class_color(int(label)) for label in y[others]], "symbol": "circle-open",
                    "line": {"width": 2}},
         "customdata": others.tolist(), "hovertemplate": "z of %{customdata}<extra></extra>"},
        {**about, **xy(way), "mode": "lines+markers", "line": {"color": INK, "width": 1.5}, "name": "path of its z",
         "marker": {"size": 4, "color": INK}, "text": [f"step {step}" for step in steps], "uid": "path",
         "hovertemplate": "%{text}<extra></extra>"},
        {**about, **xy(way[-1:]), "mode": "markers", "name": "its z", "uid": "z",
         "marker": {"size": 13, "color": color, "line": {"width": 1.5, "color": "white"}},
         "hovertemplate": f"z of {item}<extra></extra>"},
        {**about, **xy(centre), "mode": "markers", "name": "its μ", "uid": "mean",
         "marker": {"symbol": "cross-thin", "size": 12, "line": {"width": 2.5, "color": color}},
         "hovertemplate": f"μ of {item}<extra></extra>"},
    ]  # fmt: skip
    look = layout(height, margin={"l": 8, "r": 8, "t": 24, "b": 24}, legend=LEGEND, hovermode="closest")
    look |= axes("x", "y", [0, 1], False)
    look["xaxis"]["title"] = {"text": projection.axes[0], "standoff": 2, "font": {"size": FONT_SIZE}}
    look["yaxis"]["title"] = {"text": projection.axes[1], "standoff": 2, "font": {"size": FONT_SIZE}}
    return go.Figure(traces, look)


def softmax_figure(row: SoftmaxRow, names: Sequence[str], items: np.ndarray, height: int = 300) -> go.Figure:
    """The weight of the item's own z and of those it is confused with, and the push on each, in per cent of the pull.

    `items` has the item itself first, then the others by falling weight. Without a pull the push is its length.
    """
    labels, of_pull = [*names][::-1], " % of the pull on its own z" if row.attraction else ""
    weight, push = 100 * row.weight[items][::-1], row.repulsion[items][::-1]
    push = 100 * push / row.attraction if row.attraction else push
    colors = [GREEN if item == row.item else VERMILION for item in items.tolist()][::-1]
    about = {"type": "bar", "orientation": "h", "y": labels, "showlegend": False}
    traces = [
        {**about, "x": weight, "marker": {"color": colors}, "uid": "weight",
         "hovertemplate": "%{x:.3g} %<extra></extra>"},
        {**about, "x": push, "xaxis": "x2", "marker": {"color": ORANGE}, "uid": "push",
         "hovertemplate": "%{x:.3g}" + of_pull + "<extra></extra>"},
    ]  # fmt: skip
    titles = [("weight in the softmax, %", "x"), (f"push on this z{', % of the pull' if of_pull else ''}", "x2")]
    words = [{"text": text, "x": 0, "xref": f"{x} domain", "xanchor": "left", "y": 1, "yref": "paper",
              "yanchor": "bottom", "showarrow": False} for text, x in titles]  # fmt: skip
    ticks = {**AXIS, "rangemode": "tozero", "nticks": 4}
    return go.Figure(
        traces,
        layout(height, annotations=words, margin={"l": 8, "r": 8, "t": 20, "b": 22}, bargap=0.25,
               xaxis={**ticks, "domain": [0, 0.47]}, xaxis2={**ticks, "domain": [0.53, 1], "anchor": "y"},
               yaxis={**AXIS, "type": "category", "automargin": True}),
    )  # fmt: skip


def dimensions_figure(found: Dimensions, height: int = 220) -> go.Figure:
    """mu and its band of one sigma in every dimension by falling KL; those without information are shaded."""
    place, total = np.arange(len(found.mu)), len(found.mu)
    band = faint(BLUE, 0.25)
    about = {"type": "scatter", "x": place, "mode": "lines", "line": {"width": 0}, "hoverinfo": "skip"}
    text = [
        f"dimension {d}: μ {m:.3g}, σ {s:.3g}, KL {kl:.3g} nats"
        for d, m, s, kl in zip(found.order, found.mu, found.sigma, found.kl, strict=True)
    ]
    traces = [
        {**about, "y": found.mu - found.sigma, "uid": "low", "showlegend": False},
        {**about, "y": found.mu + found.sigma, "fill": "tonexty", "fillcolor": band, "uid": "high", "name": "μ ± σ"},
        {"type": "scatter", "x": place, "y": found.mu, "mode": "markers", "marker": {"size": 4, "color": BLUE},
         "name": "μ", "uid": "mu", "text": text, "hovertemplate": "%{text}<extra></extra>"},
    ]  # fmt: skip
    first = int((found.kl >= INACTIVE_NATS).sum())
    shade = {"type": "rect", "y0": 0, "y1": 1, "yref": "paper", "line": {"width": 0}, "layer": "below"}
    shade |= {"x0": first - 0.5, "x1": total - 0.5, "fillcolor": faint(ORANGE, 0.18)}
    shapes = [shade] if first < total else []
    xaxis = {**AXIS, "title": {"text": "latent dimensions, by falling KL", "standoff": 2}}
    return go.Figure(traces, layout(height, shapes=shapes, xaxis=xaxis, yaxis=AXIS))
