"""Clouds: samples of Gaussians in a map that bends space, where no ellipse would be true."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go

from app.figures.ellipses import DrawnItems, axes, legend, links, title
from app.figures.palette import INK, class_color, class_symbol
from app.figures.points import xy
from app.figures.style import layout
from igcl_core.analysis.gaussians import Cloud


def clouds_figure(found: Cloud, chosen: DrawnItems, name: str, height: int = 440) -> go.Figure:
    """Left the samples around their means; right the same, fainter, with every z tied to its own mean."""
    traces = []
    for x, y, opacity in (("x", "y", 0.45), ("x2", "y2", 0.15)):
        for label in np.unique(chosen.y).tolist():
            traces += of_a_class(found, chosen, label, x, y, opacity)
    about = {"type": "scatter", "xaxis": "x2", "yaxis": "y2"}
    traces.append({**about, **links(found.mu, found.z), "mode": "lines", "hoverinfo": "skip", "showlegend": False,
                   "line": {"color": INK, "width": 1, "dash": "dot"}, "uid": "ties"})  # fmt: skip
    for label in np.unique(chosen.y).tolist():
        own = np.flatnonzero(chosen.y == label)
        marker = {"symbol": class_symbol(label), "size": 10, "color": class_color(label)}
        traces.append({**about, **xy(found.z[own]), "mode": "markers", "showlegend": False, "uid": f"z-{label}",
                       "marker": marker, "customdata": chosen.ids[own].tolist(), "legendgroup": str(label),
                       "hovertemplate": f"z of {chosen.item} %{{customdata}}<extra></extra>"})  # fmt: skip
    look = layout(height, margin={"l": 8, "r": 8, "t": 44, "b": 8}, legend=legend(), hovermode="closest")
    look |= axes("x", "y", [0, 0.495], False) | axes("x2", "y2", [0.505, 1], True)
    words = (f"{name}: samples", f"{name}: embeddings z")
    look["annotations"] = [title(words[0], "x", "y"), title(words[1], "x2", "y2")]
    return go.Figure(traces, look)


def of_a_class(found: Cloud, chosen: DrawnItems, label: int, x: str, y: str, opacity: float) -> list[dict]:
    """Samples as dots and means as crosses."""
    own = np.flatnonzero(chosen.y == label)
    about = {"type": "scatter", "xaxis": x, "yaxis": y, "mode": "markers", "legendgroup": str(label)}
    ids = np.tile(chosen.ids[own], len(found.samples)).tolist()
    color = class_color(label)
    return [
        {**about, **xy(found.samples[:, own].reshape(-1, 2)), "marker": {"size": 4, "color": color, "opacity": opacity},
         "customdata": ids, "showlegend": False, "uid": f"samples-{x}-{label}",
         "hovertemplate": f"a sample of {chosen.item} %{{customdata}}<extra></extra>"},
        {**about, **xy(found.mu[own]), "name": chosen.name(label), "showlegend": x == "x", "uid": f"means-{x}-{label}",
         "marker": {"symbol": "cross-thin", "size": 9, "line": {"width": 2, "color": color}},
         "customdata": chosen.ids[own].tolist(),
         "hovertemplate": f"μ of {chosen.item} %{{customdata}} · {chosen.name(label)}<extra></extra>"},
    ]  # fmt: skip
