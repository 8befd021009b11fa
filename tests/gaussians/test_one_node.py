"""One node: its row adds up to the loss, and its forces are the gradient."""

import numpy as np
import pytest
import torch

from igcl_core import losses
from igcl_core.gaussians.dimensions import collapsed_dimensions, dimensions, kl_per_dimension
from igcl_core.gaussians.one_node import softmax_row


def test_the_rows_of_all_items_make_up_the_bound(state):
    rows = [softmax_row(*state, 0.5, n) for n in range(30)]
    upper = losses.upper_bound(*map(torch.from_numpy, state), 0.5)
    assert np.mean([row.loss for row in rows]) == pytest.approx(float(upper), rel=1e-5)
    for row in rows:
        assert row.weight.sum() == pytest.approx(1)
        assert row.spread[row.item] == 0 and (row.spread >= 0).all()


def test_forces_are_the_lengths_of_the_gradient(state):
    z, mu, sigma = (torch.from_numpy(array).double() for array in state)
    z.requires_grad_()
    n, tau = 7, 0.7
    exponent = z @ mu[n] / tau + ((z - z[n].detach()) ** 2 * sigma[n] ** 2).sum(1) / (2 * tau**2)
    (push,) = torch.autograd.grad(torch.logsumexp(exponent, 0), z)
    row = softmax_row(*state, tau, n)
    np.testing.assert_allclose(row.repulsion, push.norm(dim=1).numpy(), rtol=1e-6)
    assert row.attraction == pytest.approx(float(mu[n].norm()) / tau, rel=1e-6)


def test_confused_with_leaves_the_item_itself_out(state):
    row = softmax_row(*state, 0.5, 3)
    found = row.confused_with(5)
    assert 3 not in found and len(found) == 5 and (np.diff(row.weight[found]) <= 0).all()
    assert len(row.confused_with(100)) == 29


def test_bad_items_get_a_sentence(state):
    with pytest.raises(ValueError, match="from 0 to 29"):
        softmax_row(*state, 0.5, 30)
    with pytest.raises(ValueError, match="positive"):
        softmax_row(*state, 0.0, 3)


def test_a_dimension_equal_to_the_prior_is_inactive():
    mu, sigma = np.array([[0.0, 2, 0], [0, -1, 1e-3]]), np.array([[1.0, 0.1, 1], [1, 0.2, 1.01]])
    found = dimensions(mu, sigma, 0)
    assert found.order[0] == 1 and found.inactive == 2 and found.collapsed == 2
    assert collapsed_dimensions(mu, sigma).tolist() == [True, False, True]
    normal = torch.distributions.Normal
    reference = torch.distributions.kl_divergence(
        normal(torch.from_numpy(mu), torch.from_numpy(sigma)), normal(torch.tensor(0.0).double(), 1.0)
    )
    np.testing.assert_allclose(kl_per_dimension(mu, sigma), reference, atol=1e-9)
