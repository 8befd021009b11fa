"""Separation: before at the means, now at the embeddings, of all items or a sample by class."""

import numpy as np
import pytest

from igcl_core.contrasted import Contrasted
from igcl_core.gaussians.attribution import attribution
from igcl_core.gaussians.overlap import overlap_matrix
from igcl_core.gaussians.separation import separation


def test_places_are_the_means_before_and_the_embeddings_now(state, y):
    different = ~np.eye(30, dtype=bool)
    for place, where in (("mu", state.mu), ("z", state.z)):
        found = separation(state, y, place=place)
        assert np.isclose(found.overlap.overall, overlap_matrix(where, state.sigma)[different].mean())
        assert found.attribution.accuracy == attribution(where, state.mu, state.sigma).accuracy
        assert len(found.confused) == 20 and found.total == 30 and len(found.items) == 30


def test_embeddings_far_apart_leave_no_overlap(state, y):
    apart = Contrasted(100 * np.eye(30, 6, dtype=np.float32) + state.mu * 50, state.mu, state.sigma)
    assert separation(apart, y).overlap.overall < separation(state, y).overlap.overall


def test_many_items_are_sampled_by_class_and_keep_their_names(state, y):
    found = separation(state, y, most=12)
    assert len(found.items) == 12 and found.total == 30
    assert np.bincount(y[found.items]).tolist() == [4, 4, 4]
    assert all(pair.first in found.items and pair.second in found.items for pair in found.confused)


def test_without_classes_all_pairs_are_within(state):
    found = separation(state, None)
    assert found.overlap.within == found.overlap.overall and np.isnan(found.overlap.between)


def test_another_place_gets_a_sentence(state, y):
    with pytest.raises(ValueError, match='"mu" or at "z"'):
        separation(state, y, place="h")
