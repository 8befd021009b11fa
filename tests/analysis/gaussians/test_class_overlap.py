"""Class means against sums over the whole matrix."""

import numpy as np

from igcl_core.analysis.gaussians.class_overlap import ClassSums
from igcl_core.analysis.gaussians.overlap import overlap_blocks, overlap_matrix


def test_means_within_between_and_overall(state, y):
    sums = ClassSums(y, 4)
    for block in overlap_blocks(state.mu, state.sigma, block=7):
        sums.add(block)
    found, whole = sums.means(), overlap_matrix(state.mu, state.sigma).astype(float)
    different, same = ~np.eye(30, dtype=bool), y[:, None] == y
    assert np.isclose(found.within, whole[different & same].mean())
    assert np.isclose(found.between, whole[~same].mean())
    assert np.isclose(found.overall, whole[different].mean())
    assert np.isclose(found.matrix[0, 1], whole[np.ix_(y == 0, y == 1)].mean())
    assert np.isclose(found.matrix[2, 2], whole[np.ix_(y == 2, y == 2)][~np.eye(10, dtype=bool)].mean())
    assert (found.matrix[:3, :3] == found.matrix[:3, :3].T).all() and np.isnan(found.matrix[3]).all()
    assert found.within > found.between


def test_a_class_of_one_has_no_pair_within():
    sums = ClassSums(np.array([0, 1]), 2)
    for block in overlap_blocks(np.zeros((2, 3)), np.ones((2, 3))):
        sums.add(block)
    found = sums.means()
    assert np.isnan(found.within) and found.between == found.overall == 1
