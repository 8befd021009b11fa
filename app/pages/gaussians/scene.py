"""Scene: the run, the step before contrasting and the step shown, and the numbers computed beside the page."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import streamlit as st

from app.pages.gaussians.latest_answers import LatestAnswers
from app.plain_text import plain
from app.session.content_key import graphs_key
from app.session.live_run import View
from app.session.visit import Visit
from igcl_core.analysis.gaussians import MOST_ITEMS, Separation, Stage, separation, stages, step_before_contrast
from igcl_core.methods.implicit import Contrasted, contrasted

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
    answers: LatestAnswers

    @classmethod
    def of(cls, here: Visit, view: View, shown: str | None, answers: LatestAnswers) -> Scene:
        """The step the reader went to, the newest where there is none."""
        before, newest = step_before_contrast(view.steps, view.snapshots), view.kept[-1]
        looked = newest if here.looked is None or here.replaying else here.looked
        wanted = int(shown) if shown is not None and shown.isdigit() else looked
        now = wanted if wanted in thinned(view.kept, before) else newest
        return cls(here, here.current.number, view, before, now, answers)

    @property
    def training(self) -> bool:
        return any(live_run.busy for live_run in self.here.live_runs)

    @property
    def contrasting(self) -> bool:
        """Whether the step shown comes after the first contrast."""
        return self.now > self.before and self.view.settings.contrasts

    @property
    def item(self) -> str:
        return self.view.graphs.task

    @property
    def items(self) -> int:
        return self.view.graphs.num_items

    @cached_property
    def data(self) -> str:
        """The key of the data whose items are shown."""
        return graphs_key(self.view.graphs)

    @property
    def picked(self) -> tuple[int, ...]:
        return self.here.picks.of(self.data)

    @property
    def y(self) -> np.ndarray:
        graphs = self.view.graphs
        return np.zeros(graphs.num_items, np.int64) if graphs.y is None else graphs.y

    @property
    def frames(self) -> tuple[int, ...]:
        """The steps an animation goes through."""
        return thinned(self.view.kept, self.before)

    @property
    def coder(self) -> str:
        """What makes the Gaussians: a VAE of the items' numbers, or a VGAE of their links."""
        return self.view.settings.coder

    @cached_property
    def stages(self) -> tuple[Stage, ...]:
        """What z is compared with at the step shown, and z itself last."""
        return stages(self.before, self.now, self.view.snapshots, self.view.settings)

    def state(self, step: int, rows: np.ndarray | None = None) -> Contrasted:
        """All items of a kept step, or some, as the loss contrasts them."""
        arrays = self.view.snapshots[step]
        if rows is not None:
            arrays = {name: array[rows] for name, array in arrays.items()}
        return contrasted(arrays, self.view.settings)

    def ask(self, what: str, key: Hashable, work: Callable[[], Any]) -> Any | None:
        """A result computed beside the page, or the latest one until it is ready; then the page is drawn again."""
        try:
            return self.answers.ask((self.number, what), key, work)
        except ValueError as problem:
            st.error(plain(str(problem)), icon=":material/error:")
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
