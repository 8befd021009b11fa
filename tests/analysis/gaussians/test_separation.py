"""Separation: before at the means, now at the embeddings, of all items or a sample by class."""

import numpy as np
import pytest

from igcl_core.analysis.gaussians.attribution import MEASURES, attribution
from igcl_core.analysis.gaussians.overlap import overlap_matrix
from igcl_core.analysis.gaussians.separation import separation
from igcl_core.methods.implicit.contrasted import Contrasted


def test_places_are_the_means_before_and_the_embeddings_now(state, y):
    different = ~np.eye(30, dtype=bool)
    for place, where in (("mu", state.mu), ("z", state.z)):
        found = separation(state, y, place=place)
        assert np.isclose(found.overlap.overall, overlap_matrix(where, state.sigma)[different].mean())
        assert found.attribution.accuracy == attribution(where, state.mu, state.sigma).accuracy
        assert len(found.confused) == 20 and found.total == 30 and len(found.items) == 30


def test_nearest_is_by_distance_and_attribution_by_product(state, y):
    """Means of very different lengths: the long ones have the largest product with the samples of the short."""
    stretched = Contrasted(state.z, state.mu * np.linspace(0.1, 5, 30, dtype=np.float32)[:, None], state.sigma / 10)
    found = separation(stretched, y, place="mu")
    by = {measure: attribution(*stretched[1:2], *stretched[1:], measure=measure) for measure in MEASURES}
    assert found.attribution.accuracy == by["product"].accuracy and found.nearest.accuracy == by["distance"].accuracy
    assert found.nearest.accuracy > 2 * found.attribution.accuracy


def test_of_places_of_one_length_both_are_the_same(state, y):
    mu = state.mu / np.linalg.norm(state.mu, axis=1, keepdims=True)
    found = separation(Contrasted(mu, mu, state.sigma), y)
    assert found.attribution.accuracy == found.nearest.accuracy


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
