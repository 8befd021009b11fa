"""One node: its row adds up to the loss, and its forces are the gradient."""

import numpy as np
import pytest
import torch

from igcl_core import losses
from igcl_core.analysis.gaussians.dimensions import collapsed_dimensions, dimensions, kl_per_dimension
from igcl_core.analysis.gaussians.one_node import softmax_row


def test_the_rows_of_all_items_make_up_the_bound(state):
    rows = [softmax_row(*state, 0.5, n) for n in range(30)]
    upper = losses.upper_bound(*map(torch.from_numpy, state), 0.5)
    assert np.mean([row.loss for row in rows]) == pytest.approx(float(upper), rel=1e-5)
    for row in rows:
        assert row.weight.sum() == pytest.approx(1)
        assert row.spread[row.item] == 0 and (row.spread >= 0).all()


@pytest.mark.parametrize(("n", "tau"), [(7, 0.7), (0, 0.2), (29, 3.0)])
def test_forces_are_the_gradient(state, n, tau):
    """z_n stands in the spread of every n', so the push on it is more than its own term of the softmax."""
    z, mu, sigma = (torch.from_numpy(array).double() for array in state)
    z.requires_grad_()
    exponent = z @ mu[n] / tau + ((z - z[n]) ** 2 * sigma[n] ** 2).sum(1) / (2 * tau**2)
    (push,) = torch.autograd.grad(torch.logsumexp(exponent, 0), z)
    (pull,) = torch.autograd.grad(-z[n] @ mu[n] / tau, z)
    row = softmax_row(*state, tau, n)
    np.testing.assert_allclose(row.repulsion, push.norm(dim=1).numpy(), rtol=1e-6)
    assert row.attraction == pytest.approx(float(pull[n].norm()), rel=1e-6)
    assert row.taken_back == pytest.approx(float(-push[n] @ pull[n] / pull[n].square().sum()), rel=1e-6)


def test_alone_an_item_is_pushed_as_far_as_it_is_pulled(state):
    alone = softmax_row(*(array[:1] for array in state), 0.5, 0)
    assert alone.taken_back == pytest.approx(1) and alone.repulsion == pytest.approx(alone.attraction)


def test_a_gaussian_around_nothing_does_not_pull(state):
    row = softmax_row(state.z, np.zeros_like(state.mu), state.sigma, 0.5, 3)
    assert (row.attraction, row.taken_back) == (0, 0) and row.repulsion[3] > 0


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
