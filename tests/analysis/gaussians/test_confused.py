"""The most confused pairs are the largest entries above the diagonal."""

import numpy as np
import pytest

from igcl_core.analysis.gaussians.confused import MostConfused, most_confused
from igcl_core.analysis.gaussians.overlap import overlap_blocks, overlap_matrix


def test_the_largest_overlaps_come_first(state):
    whole = overlap_matrix(state.mu, state.sigma)
    values = np.sort(whole[np.triu_indices(30, 1)])[::-1]
    found = most_confused(state.mu, state.sigma, k=12)
    np.testing.assert_array_equal([pair.overlap for pair in found], values[:12].astype(float))
    assert all(whole[i, j] == np.float32(value) and i < j for i, j, value in found)


def test_blocks_do_not_matter(state):
    found = MostConfused(12)
    for block in overlap_blocks(state.mu, state.sigma, block=4):
        found.add(block)
    assert found.pairs() == most_confused(state.mu, state.sigma, k=12)


def test_fewer_pairs_than_asked_for_and_none(state):
    assert len(most_confused(state.mu[:3], state.sigma[:3], k=10)) == 3
    assert most_confused(state.mu[:1], state.sigma[:1]) == ()
    with pytest.raises(ValueError, match="At least 1 pair"):
        most_confused(state.mu, state.sigma, k=0)


def test_pairs_of_two_classes_come_first_and_those_of_one_fill_up(state, y):
    whole, differ = overlap_matrix(state.mu, state.sigma), y[:, None] != y[None]
    values = np.sort(whole[np.triu(differ, 1)])[::-1]
    found = most_confused(state.mu, state.sigma, k=12, y=y)
    assert all(y[pair.first] != y[pair.second] for pair in found)
    np.testing.assert_array_equal([pair.overlap for pair in found], values[:12].astype(float))
    few = most_confused(state.mu[:4], state.sigma[:4], k=6, y=np.array([0, 0, 0, 1]))
    assert [pair.second == 3 for pair in few] == [True] * 3 + [False] * 3


def test_equal_gaussians_of_one_class_are_never_first(state, y):
    mu, sigma = state.mu.copy(), state.sigma.copy()
    mu[3], sigma[3] = mu[0], sigma[0]
    assert most_confused(mu, sigma, k=1)[0][:2] == (0, 3) and y[0] == y[3]
    assert most_confused(mu, sigma, k=1, y=y)[0][:2] != (0, 3)
