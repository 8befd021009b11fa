"""ARVGA: its loss beside torch_geometric's parts and a naive one, and its Gaussians."""

import numpy as np
import pytest
import torch
from torch_geometric.nn import ARGVA

from igcl_core import METHODS, Graphs, preset, train


@pytest.fixture
def trainer(small_graph):
    return METHODS["arvga"].start(small_graph, preset(small_graph, "arvga").changed(D=3, hidden=4))


def naive(z, edges):
    """Half the mean over edges and half the mean over other pairs, pair by pair."""
    n, linked = len(z), set(map(tuple, edges.T.tolist()))
    parts = {True: [], False: []}
    for i in range(n):
        for j in range(i + 1, n):
            chance = torch.sigmoid(z[i] @ z[j])
            parts[(i, j) in linked].append(-torch.log(chance if (i, j) in linked else 1 - chance))
    return sum(sum(part) / len(part) for part in parts.values()) / 2


def test_the_loss_and_its_gradient_are_rebuilding_and_torch_geometrics_kl(trainer, small_graph):
    gaussians = trainer.network(trainer.structure)
    theirs_of = ARGVA(torch.nn.Identity(), torch.nn.Identity())
    packed = gaussians.packed.detach().double().requires_grad_()
    mu, log_sigma = packed.chunk(2, dim=1)
    draw = torch.empty(21, 3).normal_(generator=torch.Generator().manual_seed(1)).double()
    kl = theirs_of.kl_loss(mu, log_sigma)
    theirs = naive(mu + log_sigma.exp() * draw, small_graph.edges) + kl / 21
    ours, numbers = trainer.lose(torch.Generator().manual_seed(1))
    assert ours.item() == pytest.approx(theirs.item(), rel=1e-5) and numbers["kl"] == pytest.approx(kl.item(), rel=1e-5)
    ours.backward()
    gradient = torch.autograd.grad(theirs, packed)[0]
    assert torch.allclose(trainer.network.heads.bias.grad.double(), gradient.sum(0), rtol=1e-3, atol=1e-6)


def test_z_is_the_mean_and_the_discriminator_judges_draws(trainer):
    arrays, gaussians = trainer.arrays(), trainer.network(trainer.structure).detach()
    assert np.array_equal(arrays["z"], gaussians.mu.numpy()) and np.array_equal(
        arrays["sigma"], gaussians.sigma.numpy()
    )
    draws = [trainer.encode(torch.Generator().manual_seed(seed)).detach() for seed in range(400)]
    assert torch.allclose(torch.stack(draws).std(0), gaussians.sigma, rtol=0.25)


def test_edges_are_found():
    *_, last = train("karate", "arvga", epochs=30, probe_every=0)
    assert last.metrics["edge_auc"] > 0.7


def test_a_graph_without_edges_is_refused_in_a_sentence():
    alone = Graphs("alone", "node", np.eye(4), np.zeros((2, 0), int))
    with pytest.raises(ValueError, match="ARVGA learns by rebuilding edges, but 'alone' has no edges"):
        train(alone, "arvga")
