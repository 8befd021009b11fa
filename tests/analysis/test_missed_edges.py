"""Missed and invented edges against all pairs one by one."""

import numpy as np
import pytest

from igcl_core import load
from igcl_core.analysis import missed_edges as module
from igcl_core.analysis.missed_edges import edge_errors


def plain(graphs, a):
    edges = {tuple(edge) for edge in graphs.edges.T.tolist()}
    chance = 1 / (1 + np.exp(-(a @ a.T)))
    pairs = [(i, j) for i in range(len(a)) for j in range(i + 1, len(a))]
    missed = sorted((chance[p], p) for p in pairs if p in edges and chance[p] <= 0.5)
    invented = sorted((-chance[p], p) for p in pairs if p not in edges and chance[p] > 0.5)
    return missed, invented


@pytest.mark.parametrize("block", [5, 512])
def test_they_equal_a_plain_search(monkeypatch, block):
    monkeypatch.setattr(module, "BLOCK", block)
    graphs = load("karate")
    a = np.random.default_rng(0).normal(size=(34, 3))
    found, (missed, invented) = edge_errors(graphs, a, k=10), plain(graphs, a)
    assert (found.missed_count, found.invented_count) == (len(missed), len(invented))
    assert [guess[:2] for guess in found.missed] == [pair for _, pair in missed[:10]]
    assert [guess[:2] for guess in found.invented] == [pair for _, pair in invented[:10]]
    np.testing.assert_allclose([guess[2] for guess in found.invented], [-p for p, _ in invented[:10]], rtol=1e-5)
    assert found.edges == 78 and found.pairs == 34 * 33 // 2


def test_a_perfect_reconstruction_has_no_errors():
    graphs = load("karate")
    adjacency = np.zeros((34, 34))
    adjacency[graphs.edges[0], graphs.edges[1]] = adjacency[graphs.edges[1], graphs.edges[0]] = 1
    values, vectors = np.linalg.eigh(adjacency - 0.5 + 40 * np.eye(34))
    found = edge_errors(graphs, vectors * np.sqrt(values))
    assert found.missed_count == found.invented_count == 0 and found.missed == found.invented == ()


def test_too_few_vectors_get_a_sentence():
    with pytest.raises(ValueError, match="34 rows, but 3 came"):
        edge_errors(load("karate"), np.zeros((3, 2)))
