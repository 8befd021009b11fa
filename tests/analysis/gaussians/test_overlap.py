"""Overlap: against the definition, against Monte Carlo, and through blocks."""

import numpy as np
import pytest
import torch

from igcl_core.analysis.gaussians import overlap
from igcl_core.analysis.gaussians.overlap import overlap_blocks, overlap_matrix
from igcl_core.bench import plain


def by_definition(mu, sigma):
    """Pair by pair in float64."""
    return plain.overlaps(*(torch.from_numpy(np.asarray(array, np.float64)) for array in (mu, sigma))).numpy()


def test_all_pairs_equal_the_definition(state):
    np.testing.assert_allclose(overlap_matrix(state.mu, state.sigma), by_definition(state.mu, state.sigma), atol=2e-6)


def test_identical_gaussians_overlap_wholly_and_all_are_symmetric_and_in_range(state):
    mu, sigma = (np.concatenate([array, array]) for array in (state.mu, state.sigma))
    found = overlap_matrix(mu, sigma)
    assert (np.diag(found) == 1).all() and (found[np.arange(30), np.arange(30, 60)] == 1).all()
    assert (found == found.T).all() and found.min() >= 0 and found.max() <= 1


def test_the_closed_form_equals_monte_carlo_within_one_per_cent():
    """BC = E_{a ~ p}[ sqrt(q(a) / p(a)) ]."""
    mu = np.array([[0.0, 0.5, -0.2], [0.4, 0.1, 0.3]])
    sigma = np.array([[0.5, 0.8, 1.0], [0.7, 0.6, 0.9]])
    a = mu[0] + sigma[0] * np.random.default_rng(0).standard_normal((400_000, 3))
    log = [-0.5 * (((a - m) / s) ** 2).sum(1) - np.log(s).sum() for m, s in zip(mu, sigma, strict=True)]
    assert overlap_matrix(mu, sigma)[0, 1] == pytest.approx(np.exp(0.5 * (log[1] - log[0])).mean(), rel=0.01)


def test_blocks_of_any_size_hold_the_same_pairs(state):
    whole = overlap_matrix(state.mu, state.sigma)
    for start, matrix in overlap_blocks(state.mu, state.sigma, block=7):
        assert len(matrix) <= 7
        np.testing.assert_array_equal(matrix, whole[start : start + len(matrix), start:])


def test_more_columns_than_a_tile_and_wide_ranges_of_sigma():
    random = np.random.default_rng(1)
    items, dimensions = overlap.TILE + 30, 19
    mu, sigma = random.normal(size=(items, dimensions)), np.exp(random.uniform(-12, 12, size=(items, dimensions)))
    np.testing.assert_allclose(overlap_matrix(mu, sigma), by_definition(mu, sigma), atol=1e-5)


def test_points_without_spread_never_meet_but_themselves():
    found = overlap_matrix(np.array([[0.0, 0], [0, 1], [0, 0]]), np.zeros((3, 2)))
    np.testing.assert_array_equal(found, [[1, 0, 1], [0, 1, 0], [1, 0, 1]])


def test_bad_shapes_get_a_sentence(state):
    with pytest.raises(ValueError, match="one shape"):
        overlap_matrix(state.mu, state.sigma[:, :2])
    with pytest.raises(ValueError, match="at least 0"):
        overlap_matrix(state.mu, -state.sigma)
