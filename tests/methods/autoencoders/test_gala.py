"""GALA: its sharpening and loss beside dense ones in double precision, and what it refuses."""

import numpy as np
import pytest
import torch

from igcl_core import METHODS, Graphs, preset, train
from igcl_core.methods.autoencoders.gala import sharpening


def dense(graphs):
    """A, and the printed smoothing and sharpening matrices."""
    a = torch.from_numpy(graphs.to_scipy().toarray()).double()
    eye, degree = torch.eye(len(a)).double(), a.sum(1)
    smooth, sharp = (torch.diag((k + degree) ** -0.5) for k in (1, 2))
    return smooth @ (a + eye) @ smooth, sharp @ (2 * eye - a) @ sharp


@pytest.fixture
def trainer(small_graph):
    return METHODS["gala"].start(small_graph, preset(small_graph, "gala").changed(D=3, hidden=4))


def test_sharpening_is_the_printed_matrix(trainer, small_graph):
    assert torch.allclose((sharpening(trainer.structure) @ torch.eye(21)).double(), dense(small_graph)[1], atol=1e-6)


def test_the_loss_and_its_gradients_are_the_printed_ones(trainer, small_graph):
    smooth, sharp = dense(small_graph)
    x = torch.from_numpy(np.asarray(small_graph.x)).double()
    weights = [parameter.detach().double().requires_grad_() for parameter in trainer.network.parameters()]
    named = dict(zip((name for name, _ in trainer.network.named_parameters()), weights, strict=True))
    hidden = torch.relu(smooth @ x @ named["first.weight"] + named["first.bias"])
    z = smooth @ hidden @ named["second.weight"] + named["second.bias"]
    rebuilt = sharp @ torch.relu(sharp @ z @ named["third"]) @ named["fourth"]
    theirs = sum(0.5 * (x[i] - rebuilt[i]).norm() ** 2 for i in range(21)) / 21
    ours, numbers = trainer.lose(trainer.generator)
    assert ours.item() == pytest.approx(theirs.item(), rel=1e-5)
    assert numbers["features_left"] == pytest.approx(((x - rebuilt).norm() ** 2 / x.norm() ** 2).item(), rel=1e-5)
    ours.backward()
    theirs.backward()
    for one, other in zip(trainer.network.parameters(), weights, strict=True):
        assert torch.allclose(one.grad.double(), other.grad, rtol=1e-3, atol=1e-6)


def test_features_are_rebuilt():
    first, *_, last = train("planted", "gala", probe_every=0)
    assert last.metrics["features_left"] < 0.8 < first.metrics["features_left"]


@pytest.mark.parametrize(("x", "reason"), [(np.zeros((4, 0)), "have none"), (np.eye(4), "has no edges")])
def test_what_it_cannot_rebuild_is_refused_in_a_sentence(x, reason):
    edges = np.zeros((2, 0), int) if x.size else np.array([[0], [1]])
    with pytest.raises(ValueError, match=f"GALA .*'alone' {reason}"):
        train(Graphs("alone", "node", x, edges), "gala")
