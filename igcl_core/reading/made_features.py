"""Made features: numbers for nodes that came without any, made from where they are in the graph."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from scipy import sparse
from scipy.sparse.csgraph import laplacian
from scipy.sparse.linalg import ArpackError, eigsh

from igcl_core.data import Graphs
from igcl_core.reading.limits import OF_FEATURE, ask_memory
from igcl_core.reading.refused import Refused

LEFT, DEGREE, ONE_HOT, WALKS, POSITIONS = "left to the method", "degree", "degree one-hot", "random walks", "positions"
MADE = (LEFT, DEGREE, ONE_HOT, WALKS, POSITIONS)
STEPS, COLUMNS, MOST_DEGREE = 16, 16, 64
MOST_WALKS = 2e7  # entries of the matrix of all walks of one length
FEW_NODES, MOST_POSITIONED = 200, 20_000


def with_made(graphs: Graphs, kind: str) -> Graphs:
    """The same graphs with features of that kind."""
    if kind == LEFT:
        return graphs
    if kind not in MAKERS:
        raise Refused(f"Features can be made in these ways: {', '.join(MADE)}; not {kind!r}.")
    ask_memory(graphs.name, OF_FEATURE * graphs.num_nodes * MOST_DEGREE, "for features of its nodes")
    return replace(graphs, x=MAKERS[kind](graphs).astype(np.float32))


def degree(graphs: Graphs) -> np.ndarray:
    """The number of links of every node over their mean."""
    return graphs.degree[:, None] / max(float(graphs.degree.mean()), 1.0)


def one_hot(graphs: Graphs) -> np.ndarray:
    """A column for every number of links, the last for MOST_DEGREE and more."""
    most = min(int(graphs.degree.max()), MOST_DEGREE)
    return np.eye(most + 1)[graphs.degree.clip(max=most)]


def walks(graphs: Graphs) -> np.ndarray:
    """How likely a random walk is back after k = 1, 2, ... steps: the diagonal of (D^-1 A)^k."""
    step = sparse.csr_matrix(sparse.diags(1.0 / np.maximum(graphs.degree, 1)) @ graphs.to_scipy().astype(np.float64))
    powers = [step]
    while len(powers) < STEPS // 2 and powers[-1].nnz * graphs.degree.mean() < MOST_WALKS:
        powers.append(powers[-1] @ step)
    return np.stack([_back(powers, length) for length in range(1, 2 * len(powers) + 1)], axis=1)


def _back(powers: list[sparse.csr_matrix], length: int) -> np.ndarray:
    """The diagonal of P^(a + b) from P^a and P^b: that of a product needs no product."""
    if length == 1:
        return powers[0].diagonal()
    first, second = powers[length // 2 - 1], powers[(length + 1) // 2 - 1]
    return np.asarray(first.multiply(second.T).sum(axis=1)).reshape(-1)


def positions(graphs: Graphs) -> np.ndarray:
    """The eigenvectors of the normalised Laplacian I - D^-1/2 A D^-1/2 with the smallest eigenvalues, signs fixed."""
    if graphs.num_nodes > MOST_POSITIONED:
        raise Refused(
            f"Positions can be made of {MOST_POSITIONED:,} nodes at most, but {graphs.name!r} has "
            f"{graphs.num_nodes:,}. Choose random walks or degrees instead."
        )
    matrix, nodes = laplacian(graphs.to_scipy().astype(np.float64), normed=True), graphs.num_nodes
    columns = min(COLUMNS, nodes - 2)
    if nodes <= FEW_NODES:
        vectors = np.linalg.eigh(matrix.toarray())[1][:, :columns]
    else:
        vectors = _smallest(graphs, matrix, columns)
    largest = vectors[np.abs(vectors).argmax(axis=0), np.arange(vectors.shape[1])]
    return vectors * np.sign(largest) * np.sqrt(nodes)


def _smallest(graphs: Graphs, matrix: sparse.spmatrix, columns: int) -> np.ndarray:
    """The smallest of L are the largest of 2 I - L, which needs no matrix to be inverted."""
    start = np.random.default_rng(0).standard_normal(graphs.num_nodes)
    turned = 2 * sparse.identity(graphs.num_nodes, format="csr") - matrix
    try:
        values, vectors = eigsh(turned, k=columns, which="LA", v0=start, maxiter=2000, tol=1e-4)
    except ArpackError:
        raise Refused(f"Positions of {graphs.name!r} could not be found. Choose random walks instead.") from None
    return vectors[:, np.argsort(-values)]


MAKERS = {DEGREE: degree, ONE_HOT: one_hot, WALKS: walks, POSITIONS: positions}
