"""Wines as a table: each is thirteen measured numbers, and nothing links one wine to another."""

from __future__ import annotations

import numpy as np

from .graphs import NODE, Graphs
from .splits import per_class_split

DIGITS = 4
GROWERS = ("grower 1", "grower 2", "grower 3")


def wine() -> Graphs:
    """Every column has mean 0 and standard deviation 1, rounded so that it is the same on every machine."""
    from sklearn.datasets import load_wine

    bunch = load_wine()
    y = bunch.target.astype(np.int64)
    return Graphs(
        name="wine",
        task=NODE,
        x=standardised(bunch.data).round(DIGITS).astype(np.float32),
        edges=np.zeros((2, 0), np.int32),
        y=y,
        split=per_class_split(y, train_per_class=2, val=60),
        classes=GROWERS,
    )


def standardised(table: np.ndarray) -> np.ndarray:
    """(x - mean) / standard deviation, column by column."""
    return (table - table.mean(axis=0)) / table.std(axis=0)
