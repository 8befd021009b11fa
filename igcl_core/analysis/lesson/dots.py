"""Dots of the lesson: draws of one Gaussian, and how many of them lie within a ring."""

from __future__ import annotations

import numpy as np

from igcl_core.analysis.gaussians.samples import samples


def dots(mu: np.ndarray, sigma: np.ndarray, count: int, seed: int = 0) -> np.ndarray:
    """`count` draws of N(mu, diag sigma^2), [count, D]; the first stay the same when there are more."""
    return samples(mu, sigma, count, seed)


def within(drawn: np.ndarray, mu: np.ndarray, sigma: np.ndarray, ring: float = 1.0) -> np.ndarray:
    """Which draws lie inside the ellipse of `ring` sigma: in the plane, a share of 1 - exp(-ring^2 / 2)."""
    return np.square((drawn - mu) / sigma).sum(axis=-1) <= ring**2
