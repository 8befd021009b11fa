"""Separation: the numbers of one state, before contrasting (the VGAE's means) or now (the embeddings z)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from igcl_core.contrasted import Contrasted
from igcl_core.gaussians.attribution import Attribution, Nearness, attribution, nearness
from igcl_core.gaussians.class_overlap import ClassOverlap, ClassSums
from igcl_core.gaussians.confused import MostConfused, Pair
from igcl_core.gaussians.overlap import overlap_blocks
from igcl_core.gaussians.pick import by_class
from igcl_core.gaussians.samples import samples

MOST_ITEMS = 3000
PAIRS = 20
DRAWS = 8


@dataclass(frozen=True, eq=False)
class Separation:
    """Where each item stands (`place`: its mean, or its z) with the spread sigma of its Gaussian around it.

    `overlap` is of N(place_n, diag sigma_n^2); `attribution` of samples of N(mu_n, diag sigma_n^2) to the places;
    `nearness` of the places to the means. All among `items` (of `total`), a sample by class where there are many.
    """

    overlap: ClassOverlap
    confused: tuple[Pair, ...]
    attribution: Attribution
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
    classes, confused = ClassSums(labels, int(y.max(initial=0)) + 1), MostConfused(PAIRS)
    for block in overlap_blocks(where, part.sigma):
        classes.add(block)
        confused.add(block)
    pairs = tuple(Pair(int(items[i]), int(items[j]), value) for i, j, value in confused.pairs())
    return Separation(
        classes.means(),
        pairs,
        attribution(where, part.mu, part.sigma, draws, seed),
        nearness(samples(part.mu, part.sigma, 1, seed)[0] if place == "mu" else part.z, part.mu),
        items,
        len(y),
    )
