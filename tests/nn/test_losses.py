"""The losses against naive versions, against Monte Carlo, and their gradients in float64."""

import pytest
import torch

from igcl_core import losses
from igcl_core.bench import plain


def gaussians(n=7, d=4, seed=0, spread=1.0):
    generator = torch.Generator().manual_seed(seed)
    z, mu = (torch.randn(n, d, generator=generator, dtype=torch.double) for _ in range(2))
    return z, mu, spread * torch.rand(n, d, generator=generator, dtype=torch.double)


def naive_exponents(z, mu, sigma, tau):
    n = len(z)
    rows = [
        [z[k] @ mu[i] / tau + (sigma[i] ** 2 * (z[k] - z[i]) ** 2).sum() / (2 * tau**2) for k in range(n)]
        for i in range(n)
    ]
    return torch.stack([torch.stack(row) for row in rows])


@pytest.mark.parametrize("tau", [0.05, 0.5, 1.0, 5.0])
def test_upper_bound_equals_the_formula_written_out(tau):
    z, mu, sigma = gaussians()
    exponents = naive_exponents(z, mu, sigma, tau)
    expected = (exponents.logsumexp(1) - (z * mu).sum(1) / tau).mean()
    torch.testing.assert_close(losses.upper_bound(z, mu, sigma, tau), expected)
    torch.testing.assert_close(plain.upper_bound(z, mu, sigma, tau), expected)


def test_released_direction_is_the_transpose():
    z, mu, sigma = gaussians(seed=1)
    exponents = naive_exponents(z, mu, sigma, 0.7)
    expected = (exponents.logsumexp(0) - (z * mu).sum(1) / 0.7).mean()
    torch.testing.assert_close(losses.upper_bound(z, mu, sigma, 0.7, transposed=True), expected)
    assert abs(expected - losses.upper_bound(z, mu, sigma, 0.7)) > 1e-3


@pytest.mark.parametrize("block", [1, 3, 7, 100])
def test_blocks_change_nothing(monkeypatch, block):
    z, mu, sigma = (t.requires_grad_() for t in gaussians())
    whole = losses.upper_bound(z, mu, sigma, 0.5)
    gradient = torch.autograd.grad(whole, (z, mu, sigma))
    monkeypatch.setattr(losses, "BLOCK", block)
    parts = losses.upper_bound(z, mu, sigma, 0.5)
    torch.testing.assert_close(parts, whole)
    torch.testing.assert_close(torch.autograd.grad(parts, (z, mu, sigma)), gradient)


@pytest.mark.parametrize("transposed", [False, True])
def test_gradient_of_the_bound(transposed):
    inputs = [t.requires_grad_() for t in gaussians()]
    assert torch.autograd.gradcheck(lambda *three: losses.upper_bound(*three, 0.6, transposed), inputs)


def test_gradient_of_the_sampled_loss():
    z, _, _ = gaussians()
    a = torch.randn(3, *z.shape, dtype=torch.double)
    assert torch.autograd.gradcheck(
        lambda z, a: losses.contrastive(z, a, 0.6), [z.requires_grad_(), a.requires_grad_()]
    )


def test_sampled_loss_equals_the_formula_written_out():
    z, _, _ = gaussians()
    a = torch.randn(3, *z.shape, dtype=torch.double)
    terms = [-torch.log_softmax(z @ a[m, n] / 0.5, dim=0)[n] for m in range(len(a)) for n in range(len(z))]
    torch.testing.assert_close(losses.contrastive(z, a, 0.5), torch.stack(terms).mean())


def test_bound_is_never_below_monte_carlo():
    generator = torch.Generator().manual_seed(0)
    for seed in range(300):
        tau = float(torch.empty(1).uniform_(0.2, 3.0, generator=generator))
        z, mu, sigma = gaussians(n=2 + seed % 9, d=1 + seed % 5, seed=seed)
        mean, error = losses.implicit(z, mu, sigma, tau, 200, generator)
        assert losses.upper_bound(z, mu, sigma, tau) >= mean - 6 * error


def test_bound_is_tight_without_spread():
    z, mu, sigma = gaussians(spread=0.0)
    mean, error = losses.implicit(z, mu, sigma, 0.5, 2)
    torch.testing.assert_close(losses.upper_bound(z, mu, sigma, 0.5), mean)
    assert error < 1e-12


def test_many_samples_approach_the_expectation():
    z, mu, sigma = gaussians(n=12, spread=0.5)
    generator = torch.Generator().manual_seed(0)
    mean, error = losses.implicit(z, mu, sigma, 0.8, 4000, generator)
    a = mu + sigma * torch.randn(4000, *mu.shape, generator=generator, dtype=torch.double)
    assert abs(losses.contrastive(z, a, 0.8) - mean) < 10 * error


def test_standard_error_is_honest_and_falls_with_samples():
    z, mu, sigma = gaussians(n=10)
    generator = torch.Generator().manual_seed(0)
    estimates = [losses.implicit(z, mu, sigma, 0.8, 50, generator) for _ in range(200)]
    means, errors = torch.stack([m for m, _ in estimates]), torch.stack([e for _, e in estimates])
    assert 0.7 < means.std() / errors.mean() < 1.4
    _, four_times = losses.implicit(z, mu, sigma, 0.8, 20_000, generator)
    _, once = losses.implicit(z, mu, sigma, 0.8, 5_000, generator)
    assert abs(once / four_times - 2) < 0.3


def test_attraction_and_repulsion_make_up_the_bound():
    z, mu, sigma = (t.float() for t in gaussians(n=50))
    attraction, repulsion = losses.upper_parts(z, mu, sigma, 0.5)
    torch.testing.assert_close(attraction, -(z * mu).sum(1).mean() / 0.5)
    torch.testing.assert_close(attraction + repulsion, losses.upper_bound(z, mu, sigma, 0.5))


def test_float32_survives_a_large_common_offset_and_small_tau():
    z, mu, sigma = gaussians(n=30)
    exact = losses.upper_bound(z + 100, mu, sigma, 0.05)
    single = losses.upper_bound((z + 100).float(), mu.float(), sigma.float(), 0.05)
    assert abs(float(single) / float(exact) - 1) < 1e-3


@pytest.mark.parametrize("tau", [0.0, -1.0, float("nan")])
def test_tau_must_be_positive(tau):
    z, mu, sigma = gaussians()
    for loss in (lambda: losses.upper_bound(z, mu, sigma, tau), lambda: losses.contrastive(z, mu[None], tau)):
        with pytest.raises(ValueError, match="tau must be a positive number"):
            loss()


def test_shapes_are_checked_in_sentences():
    z, mu, sigma = gaussians()
    with pytest.raises(ValueError, match="one shape"):
        losses.upper_bound(z, mu[:-1], sigma, 1.0)
    with pytest.raises(ValueError, match="Samples must have shape"):
        losses.contrastive(z, mu, 1.0)
    with pytest.raises(ValueError, match="at least 1"):
        losses.implicit(z, mu, sigma, 1.0, 0)
    assert torch.isnan(losses.implicit(z, mu, sigma, 1.0, 1)[1])
