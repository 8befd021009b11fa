"""Decoding: points of latent space as rows of the data, at any kept step, without moving the run."""

import numpy as np
import pytest

from igcl_core import Run
from igcl_core.analysis import decoded, field, way
from igcl_core.analysis.gaussians import pca_of_means


@pytest.fixture(scope="module")
def digits() -> Run:
    run = Run("digits", "implicit-vae", D=16, warmup=60, epochs=2, probe_every=0, snapshot_every=20)
    run.advance(62)
    return run


def test_a_mean_is_decoded_into_something_like_its_picture(digits):
    rows = decoded(digits, 60, digits.arrays(60)["mu"])
    x = digits.graphs.x
    assert rows.shape == x.shape and rows.dtype == np.float32 and 0 <= rows.min() and rows.max() <= 1
    own = np.square(rows - x).sum(axis=1).mean()
    assert own < 0.6 * np.square(x - x.mean(axis=0)).sum(axis=1).mean()


def test_it_is_the_decoder_of_the_step_asked_for(digits):
    points = digits.arrays(20)["mu"][:3]
    early = decoded(digits, 20, points)
    assert not np.array_equal(early, decoded(digits, 60, points))
    younger = Run("digits", "implicit-vae", digits.settings)
    younger.advance(20)
    assert np.array_equal(early, younger.training.trainer.decode(points))
    assert digits.index == 62


def test_the_way_leads_from_one_item_to_the_other(digits):
    arrays = digits.arrays(60)
    found = way(digits, 60, arrays, (0, 1), 0.5, count=9, draws=5)
    ends = decoded(digits, 60, arrays["mu"][:2])
    np.testing.assert_allclose(found.way[[0, -1]], ends, atol=1e-5)
    np.testing.assert_allclose(found.place, found.way[4], atol=1e-5)
    assert found.samples.shape == (5, 64) and np.ptp(found.samples, axis=0).max() > 0.01


def test_a_field_is_what_the_decoder_makes_of_the_plane_place_by_place(digits):
    arrays = digits.arrays(60)
    found = field(digits, 60, arrays, count=5)
    mu = arrays["mu"].astype(np.float64)
    plane = pca_of_means(mu)
    for i, j in ((0, 0), (3, 1), (4, 4)):
        place = np.array([found.x[i], found.y[j]])
        point = mu.mean(axis=0)
        for direction, wanted in zip(plane.w, place, strict=True):
            point = point + (wanted - point @ direction) * direction
        np.testing.assert_allclose(plane.points(point), place, atol=1e-9)
        np.testing.assert_allclose(found.rows[j * 5 + i], decoded(digits, 60, point[None])[0], atol=1e-6)
    shown = plane.points(mu)
    assert (found.x[0], found.y[-1]) == pytest.approx((shown[:, 0].min(), shown[:, 1].max()))
    assert found.rows.shape == (25, 64) and found.axes == plane.axes and digits.index == 62


def test_numbers_come_back_in_the_units_of_the_table():
    run = Run("wine", "implicit-vae", warmup=200, epochs=0, probe_every=0, health_every=1000)
    run.advance(200)
    rows = decoded(run, 200, run.arrays()["mu"])
    x = run.graphs.x
    assert np.square(rows - x).mean() < 0.8 * np.square(x).mean()


def test_a_method_without_such_a_decoder_says_so():
    with pytest.raises(ValueError, match="DGI has no decoder that makes items of its data"):
        decoded(Run("karate", "dgi", epochs=1), 0, np.zeros((1, 2)))
