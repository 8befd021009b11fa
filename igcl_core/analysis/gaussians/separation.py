"""Separation: the numbers of one state, before contrasting (the VGAE's means) or now (the embeddings z)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from igcl_core.analysis.gaussians.attribution import DISTANCE, PRODUCT, Attribution, Nearness, attributions, nearness
from igcl_core.analysis.gaussians.class_overlap import ClassOverlap, ClassSums
from igcl_core.analysis.gaussians.confused import MostConfused, Pair
from igcl_core.analysis.gaussians.overlap import overlap_blocks
from igcl_core.analysis.gaussians.pick import by_class
from igcl_core.analysis.gaussians.samples import samples
from igcl_core.methods.implicit.contrasted import Contrasted

MOST_ITEMS = 3000
PAIRS = 20
DRAWS = 8


@dataclass(frozen=True, eq=False)
class Separation:
    """Where each item stands (`place`: its mean, or its z) with the spread sigma of its Gaussian around it.

    `overlap` is of N(place_n, diag sigma_n^2); `attribution` of samples of N(mu_n, diag sigma_n^2) to the place with
    the largest inner product, as in the softmax of the loss, and `nearest` to the place at the smallest distance;
    `nearness` of the places to the means. All among `items` (of `total`), a sample by class where there are many.
    """

    overlap: ClassOverlap
    confused: tuple[Pair, ...]
    attribution: Attribution
    nearest: Attribution
    nearness: Nearness
    items: np.ndarray
    total: int


def separation(
    state: Contrasted,
    y: np.ndarray | None,
    *,
    place: str = "z",
    most: int = MOST_ITEMS,
    draws: int = DRAWS,
    seed: int = 0,
) -> Separation:
    """Overlap, confused pairs, attribution and nearness of a state, with `place` "mu" (before) or "z" (now).

    Before contrasting an item stands where its samples are drawn: its nearness is that of one sample to the means.
    """
    if place not in ("mu", "z"):
        raise ValueError(f'Items stand at "mu" or at "z", not at {place!r}.')
    y = np.zeros(len(state.mu), np.int64) if y is None else np.asarray(y)
    items = by_class(y, most, seed)
    part, labels = state.rows(items), y[items]
    where = part.mu if place == "mu" else part.z
    classes, confused = ClassSums(labels, int(y.max(initial=0)) + 1), MostConfused(PAIRS, labels)
    for block in overlap_blocks(where, part.sigma):
        classes.add(block)
        confused.add(block)
    pairs = tuple(Pair(int(items[i]), int(items[j]), value) for i, j, value in confused.pairs())
    pointing = attributions(where, part.mu, part.sigma, draws, seed)
    return Separation(
        classes.means(),
        pairs,
        pointing[PRODUCT],
        pointing[DISTANCE],
        nearness(samples(part.mu, part.sigma, 1, seed)[0] if place == "mu" else part.z, part.mu),
        items,
        len(y),
    )
