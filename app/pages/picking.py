"""Picking: every map of a visitor's items shows and changes the one thing that is picked."""

from __future__ import annotations

from functools import partial

from app.plot.live_plot import Pickable
from app.session.visit import Visit


def pickable(here: Visit, data: str, items: int) -> Pickable:
    """For a live plot of the items of this data, which has so many."""
    return Pickable(here.picks.of(data), partial(here.pick, data=data, items=items))
