"""Drawn map: the picture of a step as a live plot takes it."""

from __future__ import annotations

from functools import lru_cache

from app.figures.map import embedding_map
from app.plain_text import names_in_chart
from app.plot.live_plot import payload
from app.session.picture import Picture
from igcl_core import Graphs

DRAWN = 48


def map_alt(shown: Picture) -> str:
    what = "The means with their ellipses" if shown.of_means else "The embedding"
    return f"{what} in its two largest principal components"


@lru_cache(maxsize=DRAWN)
def map_of(shown: Picture, graphs: Graphs, height: int, legend: bool = True) -> str:
    """The map, made once for every snapshot: it changes more seldom than the curves."""
    about = {"edges": graphs.edges if graphs.task == "node" else None, "item": graphs.task, "height": height}
    rings = (shown.rows, shown.covariances) if len(shown.rows) else None
    chart = embedding_map(shown.plane.xy, graphs.y, names_in_chart(graphs.classes), rings=rings, **about)
    chart.layout["showlegend"] = legend
    return payload(chart)
