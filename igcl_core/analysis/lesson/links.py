"""Links of the lesson: who is a friend of whom, how far friends are apart, and what the VGAE makes of each pair."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from scipy.special import expit


class Distances(NamedTuple):
    """Mean distances between friends and between strangers."""

    friends: float
    strangers: float

    @property
    def ratio(self) -> float:
        return self.friends / self.strangers


class Verdicts(NamedTuple):
    """What happens to all pairs when those above a limit are called friends."""

    found: int
    missed: int
    invented: int
    rightly_none: int

    @property
    def pairs(self) -> int:
        return sum(self)

    @property
    def accuracy(self) -> float:
        """Share of all pairs that are called rightly."""
        return (self.found + self.rightly_none) / self.pairs


def pairs(edges: np.ndarray, count: int) -> tuple[np.ndarray, np.ndarray]:
    """All pairs i < j as [2, P], and whether each is linked."""
    linked = np.zeros((count, count), bool)
    linked[edges[0], edges[1]] = linked[edges[1], edges[0]] = True
    both = np.array(np.triu_indices(count, 1))
    return both, linked[both[0], both[1]]


def distances(points: np.ndarray, edges: np.ndarray) -> Distances:
    """How far friends and strangers are apart on average."""
    (low, high), linked = pairs(edges, len(points))
    apart = np.linalg.norm(np.asarray(points[low], np.float64) - points[high], axis=1)
    return Distances(float(apart[linked].mean()), float(apart[~linked].mean()))


def link_probabilities(mu: np.ndarray, edges: np.ndarray) -> np.ndarray:
    """sigmoid(mu_i . mu_j) for all pairs i < j: the VGAE's decoder at the means."""
    low, high = pairs(edges, len(mu))[0]
    return expit((np.asarray(mu[low], np.float64) * mu[high]).sum(axis=1))


def verdicts(probability: np.ndarray, linked: np.ndarray, limit: float) -> Verdicts:
    """Call every pair above the limit friends, and count."""
    called = probability > limit
    return Verdicts(*(int(both.sum()) for both in (called & linked, ~called & linked, called & ~linked,
                                                    ~called & ~linked)))  # fmt: skip
