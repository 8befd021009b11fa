"""Links of the lesson on a graph small enough to count by hand."""

import numpy as np
import pytest
import torch

from igcl_core.analysis.lesson.links import distances, link_probabilities, pairs, verdicts

EDGES = np.array([[0, 1], [1, 2]])
PLACES = np.array([[0.0, 0.0], [3.0, 4.0], [3.0, 0.0]])


def test_every_pair_is_counted_once():
    both, linked = pairs(EDGES, 3)
    assert both.T.tolist() == [[0, 1], [0, 2], [1, 2]] and linked.tolist() == [True, False, True]


def test_friends_and_strangers_are_measured_apart():
    found = distances(PLACES, EDGES)
    assert found == pytest.approx((4.5, 3.0)) and found.ratio == pytest.approx(1.5)


def test_the_chance_of_a_link_is_the_decoder_at_the_means():
    mu = torch.tensor([[0.3, -1.0], [0.5, 2.0], [1.0, 1.0]])
    (low, high), _ = pairs(EDGES, 3)
    expected = torch.sigmoid(mu @ mu.T)[low, high]
    assert link_probabilities(mu.numpy(), EDGES) == pytest.approx(expected.numpy(), abs=1e-6)


def test_saying_no_to_every_pair_is_right_for_all_strangers():
    found = verdicts(np.array([0.9, 0.6, 0.2]), np.array([True, False, True]), 1.0)
    assert (found.found, found.missed, found.invented, found.rightly_none) == (0, 2, 0, 1)
    assert found.accuracy == pytest.approx(1 / 3)
    assert verdicts(np.array([0.9, 0.6, 0.2]), np.array([True, False, True]), 0.5).invented == 1
