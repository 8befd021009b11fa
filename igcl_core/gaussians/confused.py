"""The most confused pairs: the Gaussians that overlap most."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from igcl_core.gaussians.overlap import OverlapBlock, overlap_blocks


class Pair(NamedTuple):
    first: int
    second: int
    overlap: float


class MostConfused:
    """Keeps the k pairs of largest overlap of all blocks it is given."""

    def __init__(self, k: int):
        if k < 1:
            raise ValueError(f"At least 1 pair must be asked for, but {k} came.")
        self.k = k
        self.value, self.first, self.second = np.empty(0), np.empty(0, np.int64), np.empty(0, np.int64)

    def add(self, block: OverlapBlock) -> None:
        start, matrix = block
        above = np.arange(matrix.shape[1]) > np.arange(len(matrix))[:, None]
        floor = self.value[-1] if len(self.value) == self.k else -1.0
        rows, columns = np.nonzero(above & (matrix > floor))
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
        """The most confused pair first."""
        return tuple(map(Pair, self.first.tolist(), self.second.tolist(), self.value.tolist()))


def most_confused(mu: np.ndarray, sigma: np.ndarray, k: int = 10) -> tuple[Pair, ...]:
    """The k pairs of items whose Gaussians overlap most, the most confused first."""
    found = MostConfused(k)
    for block in overlap_blocks(mu, sigma):
        found.add(block)
    return found.pairs()
