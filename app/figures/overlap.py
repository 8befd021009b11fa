"""Overlap: heat maps of how much Gaussians overlap, between classes or between items, before and now."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import plotly.graph_objects as go

from app.figures.palette import BLUE, CLEAR, faint
from app.figures.style import FONT_SIZE, layout
from igcl_core.analysis.gaussians import short

LOWEST = -4
FEW = 10
SCALE = [[0, faint(BLUE, 0.03)], [0.5, faint(BLUE, 0.4)], [1, BLUE]]
BETWEEN = 0.06


def overlap_figure(
    matrices: Sequence[np.ndarray], titles: Sequence[str], names: Sequence[str], height: int = 320
) -> go.Figure:
    """Matrices of overlaps beside each other, coloured by powers of ten, with their values where they fit."""
    traces, annotations, about = [], [], {}
    for matrix, text, (x, y, domain) in zip(matrices, titles, panels(len(matrices)), strict=True):
        traces.append(heatmap(matrix, names, x, y))
        annotations.append({"text": text, "x": 0.5, "xref": f"{x} domain", "y": 1, "yref": f"{y} domain",
                            "yanchor": "bottom", "showarrow": False})  # fmt: skip
        shared = {"showgrid": False, "zeroline": False, "ticks": "", "type": "category", "constrain": "domain"}
        about[x.replace("x", "xaxis")] = {**shared, "domain": domain, "anchor": y, "tickangle": 30}
        about[y.replace("y", "yaxis")] = {
            **shared, "anchor": x, "autorange": "reversed", "scaleanchor": x, "showticklabels": x == "x",
        }  # fmt: skip
    bar = {"thickness": 8, "len": 0.9, "outlinewidth": 0, "x": 1.01, "xpad": 2, "bgcolor": CLEAR}
    bar |= {"tickvals": list(range(LOWEST, 1)), "ticktext": ["≤ 0.0001", "0.001", "0.01", "0.1", "1"]}
    color = {"cmin": LOWEST, "cmax": 0, "colorscale": SCALE, "colorbar": bar}
    margin = {"l": 8, "r": 8, "t": 22, "b": 8}
    return go.Figure(
        traces, layout(height, margin=margin, annotations=annotations, coloraxis=color, showlegend=False, **about)
    )


def panels(count: int) -> Iterator[tuple[str, str, list[float]]]:
    """The names of the axes of every panel and where it lies, from the left to the right."""
    width = (1 - BETWEEN * (count - 1)) / count
    for number in range(count):
        start, suffix = number * (width + BETWEEN), str(number + 1) if number else ""
        yield f"x{suffix}", f"y{suffix}", [start, start + width]


def heatmap(matrix: np.ndarray, names: Sequence[str], x: str, y: str) -> dict:
    known = np.asarray(matrix, np.float64)
    power = np.log10(np.clip(known, 10.0**LOWEST, 1))
    words = [[tiny(value) for value in row] for row in known]
    look = {"texttemplate": "%{text}", "textfont": {"size": FONT_SIZE - 1}} if len(names) <= FEW else {}
    return {
        "type": "heatmap", "z": power.astype(np.float32), "x": list(names), "y": list(names), "xaxis": x, "yaxis": y,
        "coloraxis": "coloraxis", "text": words, "hovertemplate": "%{y} and %{x}: overlap %{text}<extra></extra>",
        "uid": f"overlap-{x}", **look,
    }  # fmt: skip


def tiny(value: float) -> str:
    """As few letters as a cell holds: 0.25, 7e-3, 1e-9."""
    if np.isnan(value) or value >= 0.01 or value == 0:
        return short(value)
    digit, power = f"{value:.0e}".split("e")
    return f"{digit}e{int(power)}"
