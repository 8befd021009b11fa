"""Wanted: what the background should compute for what is chosen, and what of it can be shown now."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from scipy import sparse

from app.pages.embeddings.choices import Choices
from app.pages.embeddings.colors import color_wants
from app.pages.embeddings.explored import Explored
from app.pages.embeddings.maps import (
    Sheet,
    settled_step,
    settling_step,
    want_history,
    want_maps,
    want_sketches,
    want_trust,
)
from app.pages.embeddings.studies import can_cluster, can_predict, clusters_want, prediction_want
from app.session.background import Background, Want


class Shown(NamedTuple):
    """Maps that can be shown now, and the step they are of."""

    sheets: tuple[Sheet, ...]
    step: int

    @property
    def z(self) -> np.ndarray | sparse.csr_matrix:
        """The true space of the last map, which everything else on the page is about."""
        return self.sheets[-1].rows(self.step)


def wanted_sheets(explored: Explored, choices: Choices) -> tuple[Sheet, ...]:
    """The maps that are chosen; at rest all of them follow the one of the newest step."""
    layout, reference = choices.layout, None if explored.growing else explored.newest
    about = (layout.method, layout.parameters, layout.seed, reference)
    return tuple(Sheet(explored, name, *about) for name in choices.spaces)


def shown_now(background: Background, sheets: tuple[Sheet, ...], step: int) -> Shown:
    """These maps, or at rest, while none of them has settled, those that followed the training."""
    for each in (sheets, tuple(replace(sheet, reference=None) for sheet in sheets)):
        found = settled_step(background, each, step)
        if found is not None:
            return Shown(each, found)
    now = settling_step(background, sheets)
    return Shown(sheets, step if now is None else now)


def wants(
    background: Background, explored: Explored, choices: Choices, sheets: Sequence[Sheet], shown: Shown
) -> list[Want]:
    """All that is wanted, the most urgent first: maps of the newest step before those of the one that is studied."""
    step, newest = choices.step, choices.step if explored.growing else explored.newest
    found = want_sketches(sheets, step) + want_trust(background, shown.sheets, shown.step)
    found += studies(explored, choices, shown.z)
    found += want_maps(background, sheets, newest) + want_maps(background, sheets, step)
    return found + (want_history(background, sheets, step) if choices.history else [])


def studies(explored: Explored, choices: Choices, z: np.ndarray) -> list[Want]:
    """What the colours, the inspector and the open clusters want to know of the true space."""
    found = color_wants(choices.color, explored, z)
    if choices.picked and can_predict(explored):
        found.append(prediction_want(explored, z))
    if choices.clusters and can_cluster(explored):
        found.append(clusters_want(explored, z))
    return found
