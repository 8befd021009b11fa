"""GMI: its three parts beside naive ones in double precision, and what it refuses."""

import numpy as np
import pytest
import torch

from igcl_core import METHODS, Graphs, preset, train
from igcl_core.methods.infomax.gmi import told_apart


def softplus(x):
    return torch.log1p(torch.exp(x))


def naive(h, seen, others):
    """Pair by pair: every node with its own, and with each of those that it is told from."""
    n = len(h)
    right = [softplus(-(h[i] @ seen[i])) for i in range(n)]
    wrong = [softplus(h[i] @ seen[order[i]]) for order in others for i in range(n)]
    return sum(right) / len(right) + sum(wrong) / len(wrong)


def test_telling_apart_and_its_gradients_are_the_printed_ones():
    random = torch.Generator().manual_seed(0)
    h, seen = (torch.randn(6, 3, dtype=torch.float64, generator=random).requires_grad_() for _ in range(2))
    others = torch.stack([torch.randperm(6, generator=random) for _ in range(3)])
    ours, theirs = told_apart(h, seen, others), naive(h, seen, others)
    assert torch.allclose(ours, theirs, rtol=1e-12)
    for one, other in zip(torch.autograd.grad(ours, (h, seen)), torch.autograd.grad(theirs, (h, seen)), strict=True):
        assert torch.allclose(one, other, rtol=1e-10)


@pytest.fixture
def trainer(small_graph):
    settings = preset(small_graph, "gmi").changed(D=4, layers=2, negatives=2, decoder="dense")
    return METHODS["gmi"].start(small_graph, settings)


def test_neighbours_are_averaged_without_the_node_itself(trainer, small_graph):
    network, a = trainer.network, torch.from_numpy(small_graph.to_scipy().toarray()).float()
    x = torch.from_numpy(np.asarray(small_graph.x))
    mean = a @ (x @ network.layers[0].weight) / a.sum(1, keepdim=True).clamp(min=1)
    own, around = network.seen(trainer.structure)
    assert torch.allclose(around, network.around(mean) @ network.judge_around, atol=1e-5)
    assert torch.allclose(own, x @ network.judge_own, atol=1e-6)


def test_the_loss_is_the_sum_of_its_parts(trainer, small_graph):
    random = torch.Generator().manual_seed(5)
    loss, numbers = trainer.lose(torch.Generator().manual_seed(5))
    others = torch.stack([torch.randperm(21, generator=random) for _ in range(2)])
    h = trainer.embed().detach()
    own, around = (naive(h, seen.detach(), others) for seen in trainer.network.seen(trainer.structure))
    linked = small_graph.to_scipy().toarray() > 0
    pairs = [(i, j) for i in range(21) for j in range(i + 1, 21)]
    rebuilding = sum(
        sum(softplus((-1 if edge else 1) * (h[i] @ h[j])) for i, j in pairs if linked[i, j] == edge)
        / sum(linked[i, j] == edge for i, j in pairs)
        for edge in (True, False)
    )
    assert loss.item() == pytest.approx((0.8 * own + around + rebuilding / 2).item(), rel=1e-4)
    assert numbers["around"] == pytest.approx(around.item(), rel=1e-4)


def test_nodes_learn_to_tell_their_own_features():
    *_, last = train("planted", "gmi", epochs=40, probe_every=0)
    assert last.metrics["own_features"] < 0.9 * 2 * np.log(2)


def test_a_graph_without_edges_is_refused_in_a_sentence():
    alone = Graphs("alone", "node", np.eye(4), np.zeros((2, 0), int))
    with pytest.raises(ValueError, match="GMI learns from neighbours, but 'alone' has no edges"):
        train(alone, "gmi")
