"""Reconstruction losses against their dense definitions; the ranking numbers against scikit-learn."""

import numpy as np
import pytest
import torch
from sklearn.metrics import average_precision_score, roc_auc_score
from torch.nn import functional as F

from igcl_core import Graphs
from igcl_core.nn.decoder import GraphDecoder, NodeDecoder, all_pairs_softplus, ranking
from igcl_core.sparse.structure import Structure


def adjacency(edges, n):
    a = torch.zeros(n, n)
    a[edges[0], edges[1]] = a[edges[1], edges[0]] = 1.0
    return a


def kipf(a, target):
    """Weighted cross-entropy with pos_weight and norm over all pairs of different nodes."""
    off = ~torch.eye(len(a), dtype=torch.bool)
    logits, target = (a @ a.T)[off], target[off]
    total, positive = target.numel(), target.sum()
    weight, norm = (total - positive) / positive, total / (2 * (total - positive))
    return norm * F.binary_cross_entropy_with_logits(logits, target, pos_weight=weight)


def test_dense_loss_is_kipfs(small_graph):
    a = torch.randn(small_graph.num_nodes, 5)
    decoder = NodeDecoder(Structure.of(small_graph), dense=True)
    expected = kipf(a, adjacency(small_graph.edges, len(a)))
    torch.testing.assert_close(decoder.loss(a, torch.Generator()), expected, rtol=1e-5, atol=1e-5)


def test_sampled_loss_has_the_dense_one_as_its_mean(small_graph):
    a = torch.randn(small_graph.num_nodes, 5) / 2
    structure, generator = Structure.of(small_graph), torch.Generator().manual_seed(0)
    decoder = NodeDecoder(structure, dense=False)
    draws = torch.stack([decoder.loss(a, generator) for _ in range(3000)])
    expected = NodeDecoder(structure, dense=True).loss(a, generator)
    assert abs(draws.mean() - expected) < 4 * draws.std() / len(draws) ** 0.5 + 1e-3


def test_random_pairs_are_never_edges_or_loops(small_graph):
    decoder = NodeDecoder(Structure.of(small_graph), dense=False)
    known = adjacency(small_graph.edges, small_graph.num_nodes) + torch.eye(small_graph.num_nodes)
    for seed in range(20):
        pattern, keep = decoder._random_pairs(torch.Generator().manual_seed(seed))
        at = known[pattern.row_of_entry(), pattern.columns.long()]
        assert ((at == 0) == (keep == 1)).all()


@pytest.mark.parametrize("block", [2, 5, 100])
def test_all_pairs_in_blocks(monkeypatch, block):
    monkeypatch.setattr("igcl_core.nn.decoder.BLOCK", block)
    a = torch.randn(9, 3, dtype=torch.double, requires_grad=True)
    expected = F.softplus((a @ a.T)[tuple(torch.triu_indices(9, 9, 1))]).sum()
    torch.testing.assert_close(all_pairs_softplus(a), expected)
    assert torch.autograd.gradcheck(all_pairs_softplus, (a,))


def test_graph_level_loss_is_the_mean_over_graphs_of_kipfs(small_graphs):
    structure = Structure.of(small_graphs)
    a = torch.randn(structure.num_nodes, 4)
    per_graph = []
    for first, last in zip(structure.ptr, structure.ptr[1:], strict=False):
        inside = structure.edges[:, (structure.edges[0] >= first) & (structure.edges[0] < last)] - first
        target = adjacency(inside, last - first)
        complete = target.sum() == (last - first) * (last - first - 1)
        logits = (a[first:last] @ a[first:last].T)[target == 1]
        per_graph.append(0.5 * F.softplus(-logits).mean() if complete else kipf(a[first:last], target))
    torch.testing.assert_close(GraphDecoder(structure).loss(a, None), torch.stack(per_graph).mean())


def test_ranking_agrees_with_scikit_learn():
    random = np.random.default_rng(0)
    positive, negative = random.integers(0, 9, 50), random.integers(-3, 6, 80)
    label, score = np.r_[np.ones(50), np.zeros(80)], np.r_[positive, negative]
    numbers = ranking(positive, negative)
    assert numbers["edge_auc"] == pytest.approx(roc_auc_score(label, score))
    assert numbers["edge_ap"] == pytest.approx(average_precision_score(label, score))


def test_adjacency_accuracy_of_a_perfect_and_a_constant_reconstruction():
    edges = np.array([[0, 1, 3, 4], [1, 2, 4, 5]])
    structure = Structure.of(Graphs("g", "node", np.eye(6), edges))
    decoder = NodeDecoder(structure, dense=False)
    everything = decoder.measure(torch.ones(6, 1))
    nothing = decoder.measure(torch.zeros(6, 1))
    assert everything["adjacency_accuracy"] == pytest.approx(4 / 15)
    assert nothing["adjacency_accuracy"] == pytest.approx(11 / 15)
    assert nothing["edge_auc"] == 0.5


def test_adjacency_accuracy_of_a_complete_graph_counts_its_edges():
    structure = Structure.of(Graphs("g", "node", np.eye(4), np.array(np.triu_indices(4, 1))))
    decoder = NodeDecoder(structure, dense=False)
    assert decoder.measure(torch.ones(4, 1))["adjacency_accuracy"] == 1.0
    assert decoder.measure(torch.zeros(4, 1))["adjacency_accuracy"] == 0.0
    one_apart = torch.tensor([[1.0], [1.0], [1.0], [-1.0]])
    assert decoder.measure(one_apart)["adjacency_accuracy"] == pytest.approx(3 / 6)


def test_a_graph_without_edges_is_refused_in_a_sentence():
    with pytest.raises(ValueError, match="no edges"):
        NodeDecoder(Structure.of(Graphs("g", "node", np.eye(3), np.zeros((2, 0), int))), dense=False)
