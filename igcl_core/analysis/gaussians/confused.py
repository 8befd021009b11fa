"""The most confused pairs: the Gaussians that overlap most, those of two classes before those of one."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from igcl_core.analysis.gaussians.overlap import OverlapBlock, overlap_blocks


class Pair(NamedTuple):
    first: int
    second: int
    overlap: float


class MostConfused:
    """Keeps the k pairs of largest overlap of all blocks it is given, apart for items of two classes and of one.

    Two items of one class may be as alike as they like; it is classes that are confused. Without `y` there is one.
    """

    def __init__(self, k: int, y: np.ndarray | None = None):
        if k < 1:
            raise ValueError(f"At least 1 pair must be asked for, but {k} came.")
        self.k, self.y = k, y
        self.apart, self.alike = Largest(k), Largest(k)

    def add(self, block: OverlapBlock) -> None:
        start, matrix = block
        above = np.arange(matrix.shape[1]) > np.arange(len(matrix))[:, None]
        if self.y is None:
            return self.alike.add(block, above)
        differ = self.y[start : start + len(matrix), None] != self.y[None, start:]
        self.apart.add(block, above & differ)
        self.alike.add(block, above & ~differ)

    def pairs(self) -> tuple[Pair, ...]:
        """The most confused pair of two classes first; pairs of one class where those are too few."""
        return (*self.apart.pairs(), *self.alike.pairs())[: self.k]


class Largest:
    """The k largest overlaps among the allowed places of all blocks."""

    def __init__(self, k: int):
        self.k = k
        self.value, self.first, self.second = np.empty(0), np.empty(0, np.int64), np.empty(0, np.int64)

    def add(self, block: OverlapBlock, allowed: np.ndarray) -> None:
        start, matrix = block
        floor = self.value[-1] if len(self.value) == self.k else -1.0
        rows, columns = np.nonzero(allowed & (matrix > floor))
        values = matrix[rows, columns].astype(np.float64)
        if len(values) > self.k:
            best = np.argpartition(-values, self.k - 1)[: self.k]
            rows, columns, values = rows[best], columns[best], values[best]
        self._merge(values, rows + start, columns + start)

    def _merge(self, value: np.ndarray, first: np.ndarray, second: np.ndarray) -> None:
        value, first, second = (
            np.concatenate(both) for both in ((self.value, value), (self.first, first), (self.second, second))
        )
        order = np.lexsort((second, first, -value))[: self.k]
        self.value, self.first, self.second = value[order], first[order], second[order]

    def pairs(self) -> tuple[Pair, ...]:
        """The largest first."""
        return tuple(map(Pair, self.first.tolist(), self.second.tolist(), self.value.tolist()))


def most_confused(mu: np.ndarray, sigma: np.ndarray, k: int = 10, y: np.ndarray | None = None) -> tuple[Pair, ...]:
    """The k pairs of items whose Gaussians overlap most, the most confused first; with `y`, those of two classes."""
    found = MostConfused(k, y)
    for block in overlap_blocks(mu, sigma):
        found.add(block)
    return found.pairs()
