"""Edges that a reconstruction misses, and those it invents."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from igcl_core.data.graphs import Graphs

BLOCK = 512


class EdgeGuess(NamedTuple):
    """A pair of nodes and the chance sigmoid(a_i . a_j) that the reconstruction gives their edge."""

    first: int
    second: int
    probability: float


@dataclass(frozen=True)
class EdgeErrors:
    """All pairs of different nodes, judged at 1/2; the lists hold the worst of each kind, the worst first."""

    missed: tuple[EdgeGuess, ...]
    invented: tuple[EdgeGuess, ...]
    missed_count: int
    invented_count: int
    edges: int
    pairs: int


def edge_errors(graphs: Graphs, a: np.ndarray, k: int = 50) -> EdgeErrors:
    """Missed and invented edges of the reconstruction from one latent vector per node: the means, or a sample."""
    if len(a) != graphs.num_nodes:
        raise ValueError(f"One latent vector per node was expected, {graphs.num_nodes} rows, but {len(a)} came.")
    a, (low, high) = np.asarray(a, np.float32), graphs.edges
    at_edges = np.einsum("ed,ed->e", a[low], a[high])
    missed = np.flatnonzero(at_edges <= 0)
    worst = missed[np.argsort(at_edges[missed], kind="stable")[:k]]
    invented, count = _invented(graphs, a, k)
    return EdgeErrors(
        tuple(_guesses(low[worst], high[worst], at_edges[worst])),
        invented,
        len(missed),
        count,
        graphs.edges.shape[1],
        graphs.num_nodes * (graphs.num_nodes - 1) // 2,
    )


def _invented(graphs: Graphs, a: np.ndarray, k: int) -> tuple[tuple[EdgeGuess, ...], int]:
    """Non-edges i < j with a_i . a_j > 0, a block of rows at a time: the k of largest product, and their number."""
    edges = graphs.edges[:, np.argsort(graphs.edges[0], kind="stable")]
    count, best = 0, (np.empty(0, np.int64), np.empty(0, np.int64), np.empty(0, np.float32))
    for start in range(0, len(a), BLOCK):
        logit = a[start : start + BLOCK] @ a[start:].T
        logit[np.tril_indices(len(logit), 0, logit.shape[1])] = -np.inf
        first, last = np.searchsorted(edges[0], [start, start + BLOCK])
        logit[edges[0, first:last] - start, edges[1, first:last] - start] = -np.inf
        rows, columns = np.nonzero(logit > 0)
        count += len(rows)
        best = _largest(k, best, (rows + start, columns + start, logit[rows, columns]))
    return tuple(_guesses(*best)), count


def _largest(k: int, *parts: tuple[np.ndarray, np.ndarray, np.ndarray]) -> tuple[np.ndarray, ...]:
    first, second, logit = (np.concatenate(column) for column in zip(*parts, strict=True))
    if len(logit) > k:
        kept = np.argpartition(-logit, k - 1)[:k]
        first, second, logit = first[kept], second[kept], logit[kept]
    order = np.lexsort((second, first, -logit))
    return first[order], second[order], logit[order]


def _guesses(first: np.ndarray, second: np.ndarray, logit: np.ndarray) -> list[EdgeGuess]:
    probability = 0.5 * (1 + np.tanh(0.5 * logit.astype(np.float64)))
    return list(map(EdgeGuess, first.tolist(), second.tolist(), probability.tolist()))
