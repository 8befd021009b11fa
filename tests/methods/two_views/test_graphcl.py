"""GraphCL: its loss beside a naive one, how graphs are spoiled, and what it refuses."""

import numpy as np
import pytest
import torch

from igcl_core import Graphs, load, train
from igcl_core.methods.two_views.graph_views import KINDS, spoiled
from igcl_core.methods.two_views.graphcl import one_way_loss
from igcl_core.sparse.structure import Structure

ALL = np.arange(40)


def doubles(seed: int) -> torch.Tensor:
    return torch.randn(6, 3, dtype=torch.float64, generator=torch.Generator().manual_seed(seed)).requires_grad_()


def naive(u, v, tau):
    """Graph by graph; the own view is left out of the sum, as in the official code."""
    likeness = lambda x, y: torch.exp(torch.cosine_similarity(x, y, dim=0) / tau)  # noqa: E731
    told = [-torch.log(likeness(u[i], v[i]) / sum(likeness(u[i], v[j]) for j in range(6) if j != i)) for i in range(6)]
    return sum(told) / 6


@pytest.mark.parametrize("tau", [0.2, 2.0])
def test_the_loss_and_its_gradients_are_the_official_ones(tau):
    u, v = doubles(1), doubles(2)
    ours, theirs = one_way_loss(u, v, tau), naive(u, v, tau)
    assert torch.allclose(ours, theirs, rtol=1e-10)
    for one, other in zip(torch.autograd.grad(ours, (u, v)), torch.autograd.grad(theirs, (u, v)), strict=True):
        assert torch.allclose(one, other, rtol=1e-8, atol=1e-12)


@pytest.fixture
def batch():
    return Structure.of(load("digit-graphs")).batch(ALL)


def seen(batch, kind):
    return spoiled(batch, np.full(len(ALL), KINDS.index(kind)), np.random.default_rng(0))


def test_every_way_of_spoiling_takes_its_share(batch):
    sizes, edges = np.diff(batch.ptr), np.diff(batch.edge_ptr)
    same = seen(batch, "same")
    assert torch.equal(same.x, batch.x) and np.array_equal(same.edges, batch.edges)
    assert np.array_equal(np.diff(seen(batch, "nodes").ptr), sizes - (0.1 * sizes).astype(int))
    assert np.array_equal(np.diff(seen(batch, "edges").edge_ptr), edges - (0.1 * edges).astype(int))
    masked = (seen(batch, "mask").x != batch.x).any(1).numpy()
    assert np.array_equal(np.add.reduceat(masked, batch.ptr[:-1], dtype=int), (0.1 * sizes).astype(int))


def test_a_piece_hangs_together_and_has_a_fifth_of_the_nodes(batch):
    from scipy.sparse.csgraph import connected_components

    piece = seen(batch, "piece")
    assert np.array_equal(np.diff(piece.ptr), np.maximum(1, (0.2 * np.diff(batch.ptr)).astype(int)))
    left = Graphs("left", "graph", piece.x.numpy(), piece.edges, ptr=piece.ptr)
    assert connected_components(left.to_scipy())[0] == len(ALL)


def test_each_graph_is_spoiled_in_its_own_way_and_at_least_one_node_is_left(small_graphs):
    whole = Structure.of(small_graphs)
    kinds = np.arange(12) % len(KINDS)
    view = spoiled(whole, kinds, np.random.default_rng(0))
    assert (np.diff(view.ptr) >= 1).all()
    assert np.array_equal(np.diff(view.ptr)[kinds == 0], np.diff(whole.ptr)[kinds == 0])


def test_graphs_learn_to_find_themselves():
    first, *_, last = train("motifs", "graphcl", epochs=4, probe_every=0)
    assert last.metrics["graph_views"] < first.metrics["graph_views"] - 0.5


def test_a_graph_left_over_joins_those_before(small_graphs):
    assert np.isfinite(list(train(small_graphs, "graphcl", b=11, epochs=1))[-1].metrics["graph_views"])


def test_a_single_graph_is_refused_in_a_sentence():
    alone = Graphs("alone", "graph", np.eye(3), np.array([[0], [1]]), ptr=[0, 3])
    with pytest.raises(ValueError, match="GraphCL tells every graph from the others, but 'alone' has 1 graph"):
        train(alone, "graphcl")
