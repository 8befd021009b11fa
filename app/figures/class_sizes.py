"""Class sizes: how many items every class has."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from app.figures.chart import Chart
from app.figures.palette import class_color
from app.figures.style import layout

MOST = 30


def class_sizes_figure(sizes: np.ndarray, names: Sequence[str], *, height: int = 220) -> Chart:
    """A bar per class in its colour; of very many classes the first ones."""
    sizes = sizes[:MOST]
    words = [names[label] if label < len(names) else f"class {label}" for label in range(len(sizes))]
    colors = [class_color(label) for label in range(len(sizes))]
    bars = {"type": "bar", "orientation": "h", "y": words, "x": sizes, "marker": {"color": colors}}
    axes = {"yaxis": {"autorange": "reversed", "automargin": True, "type": "category"}}
    return Chart([{**bars, "hovertemplate": "%{y}: %{x:,}<extra></extra>"}], layout(height, showlegend=False, **axes))
