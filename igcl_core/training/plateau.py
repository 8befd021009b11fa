"""Plateau: how long a noisy loss has not fallen."""

from __future__ import annotations

import math
from dataclasses import astuple, dataclass

import numpy as np

MEMORY = 0.9
LEAST_FALL = 1e-3


@dataclass
class Plateau:
    """The loss smoothed over its last steps, the lowest it has been, and the steps since it last fell below that.

    A fall counts from a thousandth of the loss's size on: a batch's noise is no progress.
    """

    level: float = math.nan
    lowest: float = math.inf
    waited: float = 0.0

    def see(self, loss: float) -> None:
        self.level = loss if math.isnan(self.level) else MEMORY * self.level + (1 - MEMORY) * loss
        if self.lowest - self.level > LEAST_FALL * abs(self.level):
            self.lowest, self.waited = self.level, 0.0
        else:
            self.waited += 1

    def state(self) -> np.ndarray:
        return np.array(astuple(self))

    @classmethod
    def of(cls, state: np.ndarray | None) -> Plateau:
        """As saved; afresh where nothing was."""
        return cls() if state is None else cls(*state.tolist())
