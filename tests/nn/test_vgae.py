"""The VGAE's Gaussians: sampling, KL, ReLU heads, and their aggregation over a graph."""

import pytest
import torch
from torch.distributions import Normal, kl_divergence

from igcl_core.nn.vgae import VGAE, Gaussians, item_gaussians
from igcl_core.sparse.structure import Structure


@pytest.fixture
def gaussians():
    return Gaussians(torch.randn(21, 8, dtype=torch.double, generator=torch.Generator().manual_seed(0)))


def test_kl_against_torch_distributions(gaussians):
    weight = torch.rand(21, dtype=torch.double)
    each = kl_divergence(Normal(gaussians.mu, gaussians.sigma), Normal(0.0, 1.0)).sum(1)
    torch.testing.assert_close(gaussians.kl(weight), (each * weight).sum())
    packed = gaussians.packed.requires_grad_()
    assert torch.autograd.gradcheck(lambda p: Gaussians(p).kl(weight), (packed,))


def test_samples_have_the_mean_and_spread(gaussians, small_graph):
    structure, generator = Structure.of(small_graph), torch.Generator().manual_seed(0)
    draws = torch.stack([gaussians.sample(structure, generator) for _ in range(4000)])
    assert ((draws.mean(0) - gaussians.mu).abs() < 5 * gaussians.sigma / 4000**0.5).all()
    assert ((draws.std(0) / gaussians.sigma - 1).abs() < 0.08).all()


def test_gradient_through_a_sample(gaussians, small_graph):
    structure = Structure.of(small_graph)

    def sample(packed):
        return Gaussians(packed).sample(structure, torch.Generator().manual_seed(1))

    assert torch.autograd.gradcheck(sample, (gaussians.packed.requires_grad_(),))


def test_relu_heads_give_means_above_zero_and_sigma_above_one(small_graph):
    structure = Structure.of(small_graph)
    relu, linear = (VGAE(6, 8, 4, heads, torch.Generator().manual_seed(0))(structure) for heads in ("relu", "linear"))
    assert (relu.mu >= 0).all() and (relu.sigma >= 1).all()
    assert (linear.mu < 0).any() and (linear.sigma < 1).any()


def test_log_sigma_has_a_ceiling_and_mu_has_none(small_graph):
    vgae = VGAE(6, 8, 4, "linear", torch.Generator().manual_seed(0))
    vgae.heads.bias.data.fill_(50.0)
    gaussians = vgae(Structure.of(small_graph))
    assert gaussians.mu.max() > 20 and torch.isfinite(gaussians.sigma).all()


def test_a_graph_has_the_mean_of_mu_and_of_log_sigma(small_graphs):
    structure = Structure.of(small_graphs)
    nodes = Gaussians(torch.randn(structure.num_nodes, 6))
    graphs = item_gaussians(structure, nodes)
    first = slice(0, int(structure.ptr[1]))
    torch.testing.assert_close(graphs.mu[0], nodes.mu[first].mean(0))
    torch.testing.assert_close(graphs.sigma[0], nodes.sigma[first].log().mean(0).exp())
