"""Scene: the run, the step before contrasting and the step shown, and the numbers computed beside the page."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import streamlit as st

from app.gaussians.asking import Asking
from app.seat import View
from app.visit import Visit
from igcl_core.contrasted import Contrasted, contrasted
from igcl_core.gaussians.before import step_before_contrast
from igcl_core.gaussians.separation import MOST_ITEMS, Separation, separation

MOST_FRAMES = 25
WHILE_TRAINING = 800


@dataclass(frozen=True, eq=False)
class Scene:
    """What the panels draw: a View at one step (`now`) beside the step before contrasting (`before`)."""

    here: Visit
    number: int
    view: View
    before: int
    now: int
    asking: Asking

    @classmethod
    def of(cls, here: Visit, view: View, shown: str | None, asking: Asking) -> Scene:
        """The step the reader went to, the newest where there is none."""
        before, newest = step_before_contrast(view.steps, view.snapshots), view.kept[-1]
        wanted = int(shown) if shown is not None and shown.isdigit() else newest
        now = wanted if wanted in thinned(view.kept, before) else newest
        return cls(here, here.current.number, view, before, now, asking)

    @property
    def training(self) -> bool:
        return any(seat.busy for seat in self.here.seats)

    @property
    def item(self) -> str:
        return self.view.graphs.task

    @property
    def items(self) -> int:
        return self.view.graphs.num_items

    @property
    def y(self) -> np.ndarray:
        graphs = self.view.graphs
        return np.zeros(graphs.num_items, np.int64) if graphs.y is None else graphs.y

    @property
    def frames(self) -> tuple[int, ...]:
        """The steps an animation goes through."""
        return thinned(self.view.kept, self.before)

    def state(self, step: int, rows: np.ndarray | None = None) -> Contrasted:
        """All items of a kept step, or some, as the loss contrasts them."""
        arrays = self.view.snapshots[step]
        if rows is not None:
            arrays = {name: array[rows] for name, array in arrays.items()}
        return contrasted(arrays, self.view.settings)

    def ask(self, what: str, key: Hashable, work: Callable[[], Any]) -> Any | None:
        """A result computed beside the page, or the latest one until it is ready; then the page is drawn again."""
        try:
            return self.asking.ask((self.number, what), key, work)
        except ValueError as problem:
            st.error(str(problem), icon=":material/error:")
            return None

    def separation(self, step: int, place: str) -> tuple[int, Separation] | None:
        """The numbers of a step with items at "mu" or "z", and the step they are of; of fewer items while training."""

        most = WHILE_TRAINING if self.training else MOST_ITEMS

        def work() -> tuple[int, Separation]:
            return step, separation(self.state(step), self.view.graphs.y, place=place, most=most)

        what = f"separation {place} {'before' if step == self.before else 'now'}"
        return self.ask(what, (step, place, most), work)


def thinned(kept: Sequence[int], before: int, most: int = MOST_FRAMES) -> tuple[int, ...]:
    """At most about `most` of the kept steps, evenly, always with the first, the one before contrasting, the newest."""
    if len(kept) <= most:
        return tuple(kept)
    places = np.linspace(0, len(kept) - 1, most).round().astype(int)
    return tuple(sorted({*(kept[place] for place in places), before}))
