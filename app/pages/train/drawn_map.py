"""Drawn map: the picture of a step as a live plot takes it."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from app.figures.map import embedding_map
from app.plain_text import names_in_chart
from app.plot.live_plot import payload
from app.session.picture import Picture
from igcl_core import Graphs
from igcl_core.analysis.gaussians import by_class

DRAWN, MOST_POINTS = 48, 20_000


def points_of(graphs: Graphs) -> np.ndarray | None:
    """The items that are drawn where there are too many for a browser, each class with its share; None means all."""
    if graphs.num_items <= MOST_POINTS:
        return None
    return by_class(np.zeros(graphs.num_items, np.int64) if graphs.y is None else graphs.y, MOST_POINTS)


def map_alt(shown: Picture) -> str:
    what = "The means with their ellipses" if shown.of_means else "The embedding"
    return f"{what} in its two largest principal components"


@lru_cache(maxsize=DRAWN)
def map_of(shown: Picture, graphs: Graphs, height: int, legend: bool = True) -> str:
    """The map, made once for every snapshot: it changes more seldom than the curves."""
    about = {"edges": graphs.edges if graphs.task == "node" else None, "item": graphs.task, "height": height}
    rings = (shown.rows, shown.covariances) if len(shown.rows) else None
    about["drawn"] = points_of(graphs)
    chart = embedding_map(shown.plane.xy, graphs.y, names_in_chart(graphs.classes), rings=rings, **about)
    chart.layout["showlegend"] = legend
    return payload(chart)
