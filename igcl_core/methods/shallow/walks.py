"""Walks: many at once over the neighbours of one graph, or of many that lie side by side."""

from __future__ import annotations

import numpy as np

from igcl_core.data.graphs import Graphs

ENDED = -1


class Walker:
    """Goes from neighbour to neighbour; a walk that begins at a node without any is over at once.

    With p and q other than 1 a step back is 1/p as likely, and one to where the node before does not lead 1/q.
    """

    def __init__(self, graphs: Graphs, p: float = 1.0, q: float = 1.0):
        near = np.concatenate([graphs.edges, graphs.edges[::-1]], axis=1).astype(np.int64)
        self.nodes, self.p, self.q = graphs.num_nodes, p, q
        self.links = np.sort(near[0] * self.nodes + near[1])
        self.neighbours = self.links % max(self.nodes, 1)
        self.degree = graphs.degree
        self.first = np.concatenate([[0], np.cumsum(self.degree)])

    def walk(self, starts: np.ndarray, length: int, random: np.random.Generator) -> np.ndarray:
        """A row of nodes for each start; ENDED fills what a walk did not reach."""
        walks = np.full((len(starts), length), ENDED, np.int64)
        walks[:, 0] = starts
        moving = np.flatnonzero(self.degree[starts])
        for step in range(1, length):
            at, before = walks[moving, step - 1], walks[moving, step - 2] if step > 1 else None
            plain = before is None or self.p == self.q == 1.0
            walks[moving, step] = self._any(at, random) if plain else self._biased(before, at, random)
        return walks

    def linked(self, a: np.ndarray, b: np.ndarray) -> np.ndarray:
        """Whether an edge joins them, pair by pair."""
        wanted = a * self.nodes + b
        found = np.minimum(np.searchsorted(self.links, wanted), len(self.links) - 1)
        return self.links[found] == wanted

    def _any(self, at: np.ndarray, random: np.random.Generator) -> np.ndarray:
        """Any neighbour, each as likely."""
        return self.neighbours[self.first[at] + (random.random(len(at)) * self.degree[at]).astype(np.int64)]

    def _biased(self, before: np.ndarray, at: np.ndarray, random: np.random.Generator) -> np.ndarray:
        """Neighbours are drawn and taken with their chance, until every walk has one."""
        most = max(1.0, 1.0 / self.p, 1.0 / self.q)
        chosen, open_ones = np.empty_like(at), np.arange(len(at))
        while len(open_ones):
            drawn, back = self._any(at[open_ones], random), before[open_ones]
            chance = np.where(drawn == back, 1.0 / self.p, np.where(self.linked(back, drawn), 1.0, 1.0 / self.q))
            taken = random.random(len(drawn)) * most < chance
            chosen[open_ones[taken]] = drawn[taken]
            open_ones = open_ones[~taken]
        return chosen


def sentences(walks: np.ndarray) -> list[list[int]]:
    """Every walk as a list of its nodes."""
    lengths = (walks != ENDED).sum(1)
    return [row[:length] for row, length in zip(walks.tolist(), lengths.tolist(), strict=True)]


def pairs_within(walks: np.ndarray, window: int, count: int, random: np.random.Generator) -> np.ndarray:
    """Up to `count` pairs of nodes, [2, n], that are at most `window` steps of a walk apart."""
    row, column = random.integers(len(walks), size=count), random.integers(walks.shape[1], size=count)
    other = column + random.integers(1, window + 1, count) * random.choice([-1, 1], count)
    inside = (other >= 0) & (other < walks.shape[1])
    pairs = np.stack([walks[row, column], walks[row, np.where(inside, other, 0)]])
    return pairs[:, inside & (pairs != ENDED).all(0)]
