"""Dots of the lesson: more dots keep the first, and the ring holds what theory says."""

import numpy as np
import pytest

from igcl_core.analysis.lesson.dots import dots, within

MU, SIGMA = np.array([1.0, -2.0]), np.array([0.5, 0.1])


def test_more_dots_begin_with_the_same_ones():
    assert np.array_equal(dots(MU, SIGMA, 5), dots(MU, SIGMA, 50)[:5])


def test_a_ring_is_an_ellipse_of_the_cloud():
    assert within(MU + SIGMA * [[1.0, 0.0], [0.0, 0.99], [0.8, 0.8]], MU, SIGMA).tolist() == [True, True, False]


def test_the_share_within_the_ring_is_the_one_of_the_plane():
    drawn = dots(MU, SIGMA, 20_000)
    assert within(drawn, MU, SIGMA).mean() == pytest.approx(1 - np.exp(-0.5), abs=0.015)
    assert within(drawn, MU, SIGMA, 2.0).mean() == pytest.approx(1 - np.exp(-2), abs=0.015)
