"""Shared ground is what both ellipses contain, exactly."""

import numpy as np
import pytest

from igcl_core.analysis.gaussians.shared_ground import areas, different, shared_ground


@pytest.fixture
def ellipses() -> tuple[np.ndarray, np.ndarray]:
    """Eight ellipses in a plane, some of which meet."""
    random = np.random.default_rng(5)
    roots = random.normal(size=(8, 2, 2))
    return random.normal(size=(8, 2)), np.einsum("nij,nkj->nik", roots, roots) + 0.05 * np.eye(2)


def inside(points: np.ndarray, centre: np.ndarray, covariance: np.ndarray) -> np.ndarray:
    return np.einsum("...i,ij,...j->...", points - centre, np.linalg.inv(covariance), points - centre)


@pytest.mark.parametrize("sigmas", [1.0, 2.0])
def test_the_area_is_that_of_a_fine_grid(ellipses, sigmas):
    centres, covariances = ellipses
    pairs = different(np.arange(8))
    found = areas(shared_ground(centres, covariances, pairs, sigmas, points=400))
    side = np.linspace(-10, 10, 801)
    grid = np.stack(np.meshgrid(side, side), axis=-1)
    within = [inside(grid, *each) <= sigmas**2 for each in zip(centres, covariances, strict=True)]
    counted = [(within[a] & within[b]).sum() * (side[1] - side[0]) ** 2 for a, b in pairs]
    assert 0 < np.count_nonzero(counted)
    np.testing.assert_allclose(found, counted, atol=0.03)


def test_every_point_lies_on_the_nearer_edge(ellipses):
    centres, covariances = ellipses
    pairs = different(np.arange(8))
    for outline, (a, b) in zip(shared_ground(centres, covariances, pairs), pairs, strict=True):
        far = np.maximum(inside(outline, centres[a], covariances[a]), inside(outline, centres[b], covariances[b]))
        if np.ptp(outline, axis=0).any():
            np.testing.assert_allclose(far, 1, atol=1e-6)
        else:
            assert far[0] >= 1 - 1e-6


def test_far_apart_they_share_one_point_and_equal_ones_share_all():
    centres, covariances = np.array([[0.0, 0], [9, 0], [0, 0]]), np.tile(np.diag([1.0, 4.0]), (3, 1, 1))
    apart, equal = shared_ground(centres, covariances, np.array([[0, 1], [0, 2]]), points=360)
    assert np.ptp(apart, axis=0).tolist() == [0, 0]
    assert areas(equal[None])[0] == pytest.approx(2 * np.pi, rel=1e-3)


def test_a_flat_gaussian_shares_next_to_nothing_and_breaks_nothing():
    covariances = np.array([np.diag([1.0, 0.0]), np.eye(2), np.zeros((2, 2))])
    found = shared_ground(np.zeros((3, 2)), covariances, different(np.arange(3)))
    assert np.isfinite(found).all() and areas(found).max() < 1e-3


def test_only_pairs_of_two_classes_are_asked_for():
    assert different(np.array([0, 1, 0])).tolist() == [[0, 1], [1, 2]] and different(np.zeros(3)).shape == (0, 2)
