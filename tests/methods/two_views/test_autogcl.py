"""AutoGCL: its losses beside naive ones, how nodes are kept, and that what makes views learns."""

import numpy as np
import pytest
import torch

from igcl_core import METHODS, Graphs, preset, train
from igcl_core.methods.two_views.autogcl import alike_loss, both_ways_loss, kept, viewed
from igcl_core.sparse.structure import Structure


def doubles(seed: int, *shape: int) -> torch.Tensor:
    return torch.randn(*shape, dtype=torch.float64, generator=torch.Generator().manual_seed(seed)).requires_grad_()


def naive(u, v, tau):
    """Pair by pair, from either side; the own view is left out of the sum."""
    n, told = len(u), []
    likeness = [[torch.exp(torch.cosine_similarity(u[i], v[j], dim=0) / tau) for j in range(n)] for i in range(n)]
    for i in range(n):
        told.append(-torch.log(likeness[i][i] / sum(likeness[i][j] for j in range(n) if j != i)))
        told.append(-torch.log(likeness[i][i] / sum(likeness[j][i] for j in range(n) if j != i)))
    return sum(told) / (2 * n)


@pytest.mark.parametrize("tau", [0.2, 0.5])
def test_the_contrast_and_its_gradients_are_the_sums_written_out(tau):
    u, v = doubles(1, 6, 3), doubles(2, 6, 3)
    ours, theirs = both_ways_loss(u, v, tau), naive(u, v, tau)
    assert torch.allclose(ours, theirs, rtol=1e-10)
    for one, other in zip(torch.autograd.grad(ours, (u, v)), torch.autograd.grad(theirs, (u, v)), strict=True):
        assert torch.allclose(one, other, rtol=1e-8, atol=1e-12)


def test_views_that_keep_the_same_cost_one():
    keep = torch.tensor([1.0, 0.0, 1.0, 1.0])
    assert alike_loss(keep, keep) == 1.0 and alike_loss(keep, 1 - keep) == 0.0
    assert alike_loss(keep, torch.ones(4)) == 0.75


def test_nodes_are_kept_by_their_chances_and_slopes_are_those_of_the_chances():
    scores = torch.tensor([[1.2, 0.0]], dtype=torch.float64).repeat(40_000, 1).requires_grad_()
    keep = kept(scores, torch.Generator().manual_seed(0))
    assert set(keep.tolist()) == {0.0, 1.0}
    assert float(keep.detach().mean()) == pytest.approx(float(torch.sigmoid(torch.tensor(1.2))), abs=0.01)
    noise = torch.rand(scores.shape, generator=torch.Generator().manual_seed(0), dtype=torch.float64)
    chance = torch.softmax(scores - torch.log(-torch.log(noise)), 1)[:, 0]
    weight = doubles(3, 40_000).detach()
    ours, theirs = (torch.autograd.grad((weight * each).sum(), scores)[0] for each in (keep, chance))
    assert torch.allclose(ours, theirs, rtol=1e-10)


def test_a_lost_node_has_neither_features_nor_edges(small_graphs):
    batch = Structure.of(small_graphs)
    keep = torch.ones(batch.num_nodes)
    keep[[1, 7]] = 0.0
    view = viewed(batch, keep)
    dense = (view.neighbours(1) @ torch.eye(batch.num_nodes)).numpy()
    assert not view.x[[1, 7]].any() and torch.equal(view.x[2:7], batch.x[2:7])
    assert dense[1].sum() == dense[:, 7].sum() == 1.0  # itself alone
    whole = (batch.neighbours(1) @ torch.eye(batch.num_nodes)).numpy()
    left = np.setdiff1d(np.arange(batch.num_nodes), [1, 7])
    assert np.array_equal(dense[np.ix_(left, left)], whole[np.ix_(left, left)])


def test_what_makes_views_learns_too(small_graphs):
    trainer = METHODS["autogcl"].start(small_graphs, preset(small_graphs, "autogcl").changed(D=8, layers=2))
    before = [maker.last.weight.detach().clone() for maker in trainer.network.makers]
    for _ in range(3):
        trainer.advance()
    after = [maker.last.weight for maker in trainer.network.makers]
    assert all(not torch.equal(one, other) for one, other in zip(before, after, strict=True))


def test_graphs_learn_to_find_themselves():
    first, *_, last = train("motifs", "autogcl", epochs=6, D=16, layers=2, probe_every=0)
    assert last.metrics["graph_views"] < first.metrics["graph_views"]
    assert 0.0 <= last.metrics["kept_1"] <= 1.0 and 0.0 <= last.metrics["views_differ"] <= 1.0


def test_a_single_graph_is_refused_in_a_sentence():
    alone = Graphs("alone", "graph", np.eye(3), np.array([[0], [1]]), ptr=[0, 3])
    with pytest.raises(ValueError, match="AutoGCL tells every graph from the others, but 'alone' has 1 graph"):
        train(alone, "autogcl")
