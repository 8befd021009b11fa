"""How far a map can be trusted, and how far apart the classes are in the space it shows: exact, over all pairs."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from scipy import sparse

from igcl_core.evaluate.inputs import checked_labels
from igcl_core.layout.neighbours import checked_k, neighbours, prepared, squared_distances
from igcl_core.threads import computing

K = 15


class Trust(NamedTuple):
    """Trustworthiness (are neighbours on the map true ones?) and recall (are true neighbours still neighbours?)."""

    trustworthiness: float
    recall: float
    k: int


class ClassesApart(NamedTuple):
    """Mean silhouette, and mean distance between classes over mean distance within them: above 1 is apart."""

    silhouette: float
    ratio: float


@computing()
def trust(z: np.ndarray | sparse.csr_matrix, xy: np.ndarray, k: int = K) -> Trust:
    """T = 1 - 2 / (N k (2 N - 3 k - 1)) * sum over map neighbours j of i of max(0, rank of j among true ones - k)."""
    items = z.shape[0]
    k = checked_k(min(k, max(1, (items - 1) // 2)), items)
    shown = neighbours(xy, k).index
    excess, kept = 0, 0
    for rows, squared in squared_distances(prepared(z)):
        np.put_along_axis(squared, rows[:, None], -np.inf, axis=1)
        for column in range(k):
            theirs = np.take_along_axis(squared, shown[rows, column][:, None], axis=1)
            rank = (squared < theirs).sum(axis=1)
            excess += int(np.maximum(rank - k, 0).sum())
            kept += int((rank <= k).sum())
    worst = items * k * (2 * items - 3 * k - 1)
    return Trust(1 - 2 * excess / worst if worst > 0 else 1.0, kept / (items * k), k)


@computing()
def classes_apart(z: np.ndarray | sparse.csr_matrix, y: np.ndarray) -> ClassesApart:
    """Silhouette: mean of (b - a) / max(a, b), a the distance to the own class, b to the nearest other class."""
    y = checked_labels(y, z.shape[0])
    classes, label = np.unique(y, return_inverse=True)
    members = np.eye(len(classes), dtype=np.float32)[label]
    counts = members.sum(axis=0)
    silhouettes, within, between = [], 0.0, 0.0
    for rows, squared in squared_distances(prepared(z)):
        np.put_along_axis(squared, rows[:, None], 0, axis=1)
        sums = (np.sqrt(squared) @ members).astype(np.float64)
        own = sums[np.arange(len(rows)), label[rows]]
        within, between = within + own.sum(), between + sums.sum() - own.sum()
        silhouettes.append(_silhouette(sums, own, counts, label[rows]))
    pairs = float((counts * (counts - 1)).sum()), float((counts * (len(y) - counts)).sum())
    ratio = (between / pairs[1]) / (within / pairs[0]) if within > 0 and pairs[0] else np.inf
    return ClassesApart(float(np.concatenate(silhouettes).mean()), float(ratio))


def _silhouette(sums: np.ndarray, own: np.ndarray, counts: np.ndarray, label: np.ndarray) -> np.ndarray:
    """From the sums of distances of each row to each class; 0 for the only item of a class."""
    a = own / np.maximum(counts[label] - 1, 1)
    others = sums / counts
    others[np.arange(len(label)), label] = np.inf
    b = others.min(axis=1)
    larger = np.maximum(a, b)
    value = np.where(larger > 0, (b - a) / np.where(larger > 0, larger, 1), 0)
    return np.where(counts[label] > 1, value, 0)
