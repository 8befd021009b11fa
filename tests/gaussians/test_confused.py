"""The most confused pairs are the largest entries above the diagonal."""

import numpy as np
import pytest

from igcl_core.gaussians.confused import MostConfused, most_confused
from igcl_core.gaussians.overlap import overlap_blocks, overlap_matrix


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
