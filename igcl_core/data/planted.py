"""A planted partition: classes are drawn first and edges after them, so the right answer is known."""

from __future__ import annotations

import numpy as np

from .graphs import NODE, Graphs
from .splits import stratified_split

FEATURES = 16
SIGNAL = 0.45


def planted(nodes: int = 600, classes: int = 4, mixing: float = 0.35, degree: float = 6, seed: int = 0) -> Graphs:
    """A graph with exactly the share `mixing` of its edges leaving their class, and features that only hint at it.

    Features are a class mean of length about 1.8 in 16 dimensions under unit noise, so they alone tell little.
    """
    _check(nodes, classes, mixing, degree)
    rng = np.random.default_rng(seed)
    y = np.sort(np.arange(nodes) % classes)
    total = round(nodes * degree / 2)
    leaving = round(total * mixing)
    inside, across = (_draw_pairs(rng, y, same, n) for same, n in ((True, total - leaving), (False, leaving)))
    means = SIGNAL * rng.standard_normal((classes, FEATURES))
    return Graphs(
        name="planted",
        task=NODE,
        x=(means[y] + rng.standard_normal((nodes, FEATURES))).astype(np.float32),
        edges=np.concatenate([inside, across], axis=1),
        y=y,
        split=stratified_split(y, 0.1, 0.1, seed),
    )


def _check(nodes: int, classes: int, mixing: float, degree: float) -> None:
    for name, value in (("nodes", nodes), ("classes", classes)):
        if not isinstance(value, (int, np.integer)):
            raise ValueError(f"{name} of a planted graph must be a whole number, but {value!r} came.")
    if not 2 <= classes <= 20:
        raise ValueError(f"A planted graph needs 2 to 20 classes, but classes={classes} came.")
    if not 10 * classes <= nodes <= 20_000:
        raise ValueError(
            f"A planted graph of {classes} classes needs {10 * classes} to 20,000 nodes, but nodes={nodes} came."
        )
    if not 0 <= mixing <= 1:
        raise ValueError(f"mixing is the share of edges that leave their class, from 0 to 1, but mixing={mixing} came.")
    most = nodes // classes / 2
    if not 0 < degree <= most:
        raise ValueError(
            f"The mean degree must be above 0 and at most half a class, here {most:g}, but degree={degree} came."
        )


def _draw_pairs(rng: np.random.Generator, y: np.ndarray, same: bool, count: int) -> np.ndarray:
    """`count` different pairs of nodes, all within a class or all between classes."""
    nodes, keys = len(y), np.zeros(0, np.int64)
    while len(keys) < count:
        low, high = np.sort(rng.integers(nodes, size=(2, 2 * count + 100)), axis=0)
        fits = (low < high) & ((y[low] == y[high]) == same)
        keys = np.unique(np.concatenate([keys, low[fits] * nodes + high[fits]]))
    keys = rng.permutation(keys)[:count]
    return np.stack([keys // nodes, keys % nodes])
