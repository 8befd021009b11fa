"""GCA: its chances of dropping beside those worked out one by one, and what it refuses."""

import numpy as np
import pytest
import torch
from scipy import sparse

from igcl_core import METHODS, Graphs, preset, train
from igcl_core.methods.two_views.gca import column_weights, edge_weights
from igcl_core.sparse.structure import Structure


def one_by_one(importance):
    most, mean = max(importance), sum(importance) / len(importance)
    return [(most - each) / (most - mean) for each in importance]


def test_well_linked_edges_and_their_features_are_spared(small_graph):
    structure, degree = Structure.of(small_graph), small_graph.degree
    edges = [np.log((degree[i] + degree[j]) / 2) for i, j in small_graph.edges.T]
    assert edge_weights(structure).numpy() == pytest.approx(one_by_one(edges), rel=1e-4, abs=1e-5)
    columns = [np.log(sum(degree[n] * small_graph.x[n, d] for n in range(21))) for d in range(6)]
    assert column_weights(structure).numpy() == pytest.approx(one_by_one(columns), rel=1e-3, abs=1e-4)
    assert float(edge_weights(structure).mean()) == pytest.approx(1, rel=1e-4)


def test_sparse_features_have_the_chances_of_dense_ones():
    random = np.random.default_rng(0)
    edges = np.stack(np.nonzero(np.triu(random.random((60, 60)) < 0.1, 1)))
    x = (random.random((60, 90)) < 0.03).astype(np.float32)
    weights = [column_weights(Structure.of(Graphs("g", "node", each, edges))) for each in (x, sparse.csr_matrix(x))]
    assert torch.allclose(*weights, rtol=1e-4, atol=1e-5)


def test_edges_are_dropped_as_often_as_their_chances_say(small_graph):
    trainer = METHODS["gca"].start(small_graph, preset(small_graph, "gca"))
    generator = torch.Generator().manual_seed(0)
    kept = torch.stack([trainer.view(0.4, 0.0, generator).edge_weight for _ in range(2000)]).mean(0)
    assert torch.allclose(1 - kept, (0.4 * trainer.of_edges).clamp(max=0.7), atol=0.05)


def test_a_graph_whose_nodes_all_matter_alike_is_grace(small_graphs):
    ring = Graphs("ring", "node", np.eye(6), np.array([np.arange(6), (np.arange(6) + 1) % 6]))
    assert torch.equal(edge_weights(Structure.of(ring)), torch.ones(6))
    a, b = (list(train(ring, name, epochs=3))[-1].arrays["z"] for name in ("gca", "grace"))
    assert np.array_equal(a, b)


def test_a_graph_without_edges_is_refused_in_a_sentence():
    alone = Graphs("alone", "node", np.eye(4), np.zeros((2, 0), int))
    with pytest.raises(ValueError, match="GCA spares the edges of well-linked nodes, but 'alone' has no edges"):
        train(alone, "gca")
