"""Points in the plane: every number is what the losses of the core say."""

import numpy as np
import pytest
import torch

from igcl_core.analysis.lesson.plane import SAMPLED, contrast_terms, descend, gradient, numbers
from igcl_core.nn import losses

TAU = 0.7


@pytest.fixture
def items():
    random = np.random.default_rng(0)
    return random.normal(size=(4, 2)), random.normal(size=(4, 2)), random.uniform(0.1, 0.6, (4, 2))


@pytest.fixture
def noise():
    return np.random.default_rng(1).normal(size=(64, 4, 2))


def tensors(*arrays):
    return [torch.from_numpy(array) for array in arrays]


def test_the_numbers_are_the_losses(items, noise):
    z, mu, sigma = tensors(*items)
    found = numbers(*items, TAU, noise)
    assert found.upper == pytest.approx(float(losses.upper_bound(z, mu, sigma, TAU)), abs=1e-12)
    draws = mu + sigma * torch.from_numpy(noise)
    assert found.sampled == pytest.approx(float(losses.contrastive(z, draws, TAU)), abs=1e-12)
    assert found.implicit == pytest.approx(found.sampled, abs=1e-12)
    assert found.gap == pytest.approx(found.upper - found.implicit) and found.error > 0


def test_without_width_the_bound_is_the_contrastive_loss(items, noise):
    z, mu, _ = items
    found = numbers(z, mu, np.zeros_like(mu), TAU, noise)
    assert found.gap == pytest.approx(0, abs=1e-12) and found.error == pytest.approx(0, abs=1e-12)


@pytest.mark.parametrize("loss", ["upper", SAMPLED])
def test_the_gradient_is_that_of_finite_differences(items, noise, loss):
    z, mu, sigma = items
    name, found = ("upper" if loss == "upper" else "sampled"), gradient(*items, TAU, noise, loss)
    for place in np.ndindex(z.shape):
        step = np.zeros_like(z)
        step[place] = 1e-5
        up, down = (getattr(numbers(z + sign * step, mu, sigma, TAU, noise), name) for sign in (1, -1))
        assert found[place] == pytest.approx((up - down) / 2e-5, abs=1e-6)


def test_descending_lowers_the_loss_from_the_first_place_on(items, noise):
    z, mu, sigma = items
    draws = mu + sigma * noise[:1]
    path = descend(z, draws, TAU, 20, 0.05)
    assert np.array_equal(path[0], z)
    loss = [float(losses.contrastive(*tensors(place, draws), TAU)) for place in path]
    assert all(after < before for before, after in zip(loss, loss[1:], strict=False))


def test_the_terms_of_one_draw_add_up_to_its_loss(items):
    z, mu, _ = items
    each = [contrast_terms(z, mu[item], TAU, item) for item in range(4)]
    assert np.mean([terms.loss for terms in each]) == pytest.approx(
        float(losses.contrastive(*tensors(z, mu[None]), TAU)), abs=1e-12
    )
    assert each[0].weight.sum() == pytest.approx(1) and each[0].loss == pytest.approx(-np.log(each[0].weight[0]))
