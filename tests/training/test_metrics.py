"""Health numbers on embeddings whose answer is known, and a glossary that covers what steps report."""

import numpy as np
import pytest
import torch

from igcl_core import METRICS, Graphs, train
from igcl_core.nn.decoder import GraphDecoder, NodeDecoder
from igcl_core.sparse.structure import Structure
from igcl_core.training.metrics import effective_rank


@pytest.mark.parametrize("rank", [1, 3, 8])
def test_effective_rank_of_equal_directions(rank):
    z = torch.eye(8)[:, :rank].repeat(5, 1) @ torch.linalg.qr(torch.randn(8, 8))[0][:rank]
    assert effective_rank(z) == pytest.approx(rank, rel=1e-3)


def test_effective_rank_of_a_collapsed_embedding():
    assert effective_rank(torch.ones(30, 16)) == pytest.approx(1.0, abs=0.01)
    assert effective_rank(torch.zeros(30, 16)) == 1.0
    assert effective_rank(torch.randn(4, 100)) <= 4


def test_rank_one_means_one_line_not_one_point():
    """Embeddings of one direction but of different lengths and signs have rank 1, and the help says no more."""
    z = torch.linspace(-2, 3, 30)[:, None] * torch.randn(1, 16)
    assert effective_rank(z) == pytest.approx(1.0, abs=0.01)
    assert "one line through 0" in METRICS["effective_rank"].help and "alike" not in METRICS["effective_rank"].help


def test_no_edge_at_all_scores_the_share_of_pairs_without_one():
    """Near 1 in a ring, next to nothing in a clique: the help must hold for both."""
    ring = np.stack([np.arange(40), (np.arange(40) + 1) % 40])
    clique = np.stack(np.triu_indices(40, 1))
    scores = {}
    for name, edges in (("ring", np.sort(ring, axis=0)), ("clique", clique[:, 1:])):
        structure = Structure.of(Graphs(name, "node", np.eye(40, dtype=np.float32), edges))
        scores[name] = NodeDecoder(structure, dense=False).measure(torch.eye(40))["adjacency_accuracy"]
    assert scores["ring"] > 0.94 and scores["clique"] < 0.01
    assert "share of pairs without one" in METRICS["adjacency_accuracy"].help


def test_precision_is_among_all_pairs_at_graph_level():
    """Two graphs with 4 edges and 8 other pairs, all scored alike: precision is the share of edges, not one half."""
    ptr, edges = np.array([0, 4, 8]), np.array([[0, 1, 2, 4], [1, 2, 3, 5]])
    graphs = Graphs("two", "graph", np.eye(8, dtype=np.float32), edges, np.array([0, 1]), ptr)
    decoder = GraphDecoder(Structure.of(graphs))
    assert decoder.measure(torch.zeros(8, 2))["edge_ap"] == pytest.approx(4 / 12)
    assert "every other pair inside a graph at graph level" in METRICS["edge_ap"].help


def test_every_number_of_a_step_is_explained():
    for step in train("karate", epochs=2, warmup=1, icl_every=1):
        assert set(step.metrics) <= set(METRICS)
