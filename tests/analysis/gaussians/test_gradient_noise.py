"""Gradient noise: as autograd and the naive loss say, falling with the root of M, none where nothing is random."""

import numpy as np
import pytest

from igcl_core.analysis.gaussians import gradient_noise


def naive(z, mu, sigma, tau, draws, rng):
    """Gradients of L_CL with one draw each, written out by hand: softmax-weighted draws minus the own one, over N."""
    out = []
    for _ in range(draws):
        a = mu + sigma * rng.standard_normal(mu.shape)
        logits = a @ z.T / tau
        share = np.exp(logits - logits.max(1, keepdims=True))
        share /= share.sum(1, keepdims=True)
        out.append((share.T @ a - a) / tau / len(z))
    return np.stack(out)


def test_it_is_what_a_naive_version_measures(state):
    found = gradient_noise(*state, 0.5, counts=(1, 256))
    singles = naive(*(array.astype(np.float64) for array in state), 0.5, 4000, np.random.default_rng(1))
    mean = singles.mean(0)
    expected = np.sqrt(((singles - mean) ** 2).sum((1, 2)).mean()) / np.linalg.norm(mean)
    assert found.noise[0] == pytest.approx(expected, rel=0.1)


def test_it_falls_with_the_root_of_m(state):
    found = gradient_noise(*state, 0.5, counts=(1, 16, 256))
    assert found.noise[0] / found.noise[1] == pytest.approx(4, rel=0.25)
    assert found.items == len(state.z)


def test_without_spread_nothing_is_random_and_the_bound_is_the_loss(state):
    found = gradient_noise(state.z, state.mu, 0 * state.sigma, 0.5, counts=(1, 4))
    assert (found.noise < 1e-4).all() and found.agreement == pytest.approx(1, abs=1e-5)


def test_the_closed_form_points_where_the_mean_of_many_samples_does(state):
    found = gradient_noise(*state, 2.0, counts=(64,))
    other = gradient_noise(*state, 2.0, counts=(64,), seed=7)
    assert found.agreement > 0.5 and found.agreement == pytest.approx(other.agreement, abs=0.1)
