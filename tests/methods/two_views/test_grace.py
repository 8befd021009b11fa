"""GRACE: its loss in blocks beside the printed one pair by pair, its views, and what it refuses."""

import numpy as np
import pytest
import torch

from igcl_core import METHODS, Graphs, load, preset, train
from igcl_core.methods.two_views import two_views_loss
from igcl_core.methods.two_views.grace import view
from igcl_core.methods.two_views.two_views_loss import two_views_parts
from igcl_core.sparse.structure import Structure


def doubles(*shape: int, seed: int = 0) -> torch.Tensor:
    return torch.randn(*shape, dtype=torch.float64, generator=torch.Generator().manual_seed(seed)).requires_grad_()


def naive(u, v, tau):
    """As printed: each node's own other view over itself, all other views, and all others of the same view."""
    one_way = []
    for a, b in ((u, v), (v, u)):
        for i in range(len(u)):
            likeness = lambda x, y: torch.exp(torch.cosine_similarity(x, y, dim=0) / tau)  # noqa: E731
            between = sum(likeness(a[i], b[k]) for k in range(len(u)))
            within = sum(likeness(a[i], a[k]) for k in range(len(u)) if k != i)
            one_way.append(-torch.log(likeness(a[i], b[i]) / (between + within)))
    return sum(one_way) / len(one_way)


@pytest.mark.parametrize("block", [1024, 4, 3])
@pytest.mark.parametrize("tau", [0.05, 0.4, 5.0])
def test_the_loss_and_its_gradients_are_the_printed_ones(block, tau, monkeypatch):
    monkeypatch.setattr(two_views_loss, "BLOCK", block)
    u, v = doubles(6, 3, seed=1), doubles(6, 3, seed=2)
    ours, theirs = sum(two_views_parts(u, v, tau)), naive(u, v, tau)
    assert torch.allclose(ours, theirs, rtol=1e-10)
    for one, other in zip(torch.autograd.grad(ours, (u, v)), torch.autograd.grad(theirs, (u, v)), strict=True):
        assert torch.allclose(one, other, rtol=1e-8, atol=1e-10)


def test_single_precision_survives_the_smallest_temperature():
    opposite = torch.tensor([[1.0, 0.0], [-1.0, 0.0]]).requires_grad_()
    loss = sum(two_views_parts(opposite, opposite.detach(), 0.05))
    loss.backward()
    assert torch.isfinite(loss) and torch.isfinite(opposite.grad).all()


def test_shapes_that_do_not_fit_are_refused_in_a_sentence():
    with pytest.raises(ValueError, match=r"one shape \[N, D\] of at least two rows, but \(3, 2\) and \(4, 2\) came"):
        two_views_parts(torch.ones(3, 2), torch.ones(4, 2), 1.0)


def test_a_view_loses_its_share_of_edges_and_columns(small_graph):
    structure = Structure.of(load("digits"))
    seen = view(structure, 0.3, 0.5, torch.Generator().manual_seed(0))
    dropped = 1 - float(seen.edge_weight.mean())
    masked = float((seen.x == 0).all(0).float().mean()) - float((structure.x == 0).all(0).float().mean())
    assert dropped == pytest.approx(0.3, abs=0.05) and masked == pytest.approx(0.5, abs=0.2)
    same = view(Structure.of(small_graph), 0.0, 0.0, torch.Generator().manual_seed(0))
    assert torch.equal(same.x, Structure.of(small_graph).x) and bool(same.edge_weight.all())


def test_nodes_learn_to_find_themselves():
    first, *_, last = train("planted", "grace", probe_every=0)
    assert last.metrics["two_views"] < first.metrics["two_views"] - 0.5


def test_a_part_of_the_nodes_is_contrasted(small_graph):
    few, all_of_them = (list(train(small_graph, "grace", epochs=3, b=b))[-1].metrics["two_views"] for b in (5, 0))
    assert few < all_of_them - 0.5


def test_all_pairs_of_pubmed_fit_into_two_gibibytes(datasets):
    assert METHODS["grace"].bytes_of_run(load("pubmed"), preset("pubmed", "grace", "paper")) < 2 * 2**30


def test_a_single_node_is_refused_in_a_sentence():
    alone = Graphs("alone", "node", np.eye(1), np.zeros((2, 0), int))
    with pytest.raises(ValueError, match="GRACE tells every node from the others, but 'alone' has 1 node"):
        train(alone, "grace")
