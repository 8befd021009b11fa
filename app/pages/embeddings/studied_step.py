"""The step a reader studies: that of the tape, taken also from the bar below the maps, else the newest."""

from __future__ import annotations

from app.pages.embeddings.explored import Explored
from app.plot.live_plot import studied
from app.session.visit import Visit


def map_key(explored: Explored) -> str:
    """The key of the live plot with the maps."""
    return f"emb_map/{explored.key}"


def studied_step(here: Visit, explored: Explored) -> int:
    """The step looked at; while the tape moves by itself the newest, for a map takes longer than a look."""
    step = None if here.replaying else here.looked
    return step if step in explored.snapshots else explored.newest


def study(here: Visit, key: str) -> None:
    """Look at the step of the button beside the bar."""
    here.look(studied(key))
