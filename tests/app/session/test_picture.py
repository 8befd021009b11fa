"""What a map shows of a step: the array that learns, and exact ellipses around means."""

import numpy as np
import pytest

from app.session import picture as module
from app.session.live_run import LiveRun
from app.session.picture import picture, turned
from igcl_core import Run
from tests.only_z import only_z_registered

SHORT = dict(epochs=6, warmup=4, snapshot_every=2, icl_every=0, D=8, vgae_hidden=8)


def seen(method="igcl", **changes):
    """What a finished run of karate shows at each kept step."""
    live_run = LiveRun("karate")
    settings = {
        name: value for name, value in SHORT.items() if method != "only-z" or name in ("epochs", "snapshot_every")
    }
    run = Run("karate", method, **{**settings, **changes})
    run.advance(100)
    live_run.give(lambda: run)
    live_run.work()
    return {step: live_run.view.looked_at(step) for step in live_run.view.kept}


def test_the_map_follows_the_means_until_contrast_begins_and_z_from_then_on():
    views = seen()
    assert {step: view.picture.array for step, view in views.items()} == {
        0: "mu", 2: "mu", 4: "mu", 6: "z", 8: "z", 10: "z",
    }  # fmt: skip
    assert len(views[4].picture.rows) == 34 and not len(views[6].picture.rows)


@pytest.mark.parametrize("changes", [{"warmup": 0}, {"augmentation": "noise"}, {"augmentation": "explicit"}])
def test_where_no_vgae_trains_first_the_map_is_of_z(changes):
    assert {view.picture.array for view in seen(**changes).values()} == {"z"}


def test_a_vgae_alone_is_always_seen_as_its_gaussians():
    assert all(view.picture.of_means and len(view.picture.rows) == 34 for view in seen("vgae").values())


def test_a_method_that_declares_nothing_is_seen_as_its_z():
    with only_z_registered():
        assert {view.picture.array for view in seen("only-z").values()} == {"z"}


def test_an_ellipse_is_the_spread_of_samples_in_the_plane():
    """Against a naive version: many samples of one Gaussian, projected one by one."""
    random = np.random.default_rng(0)
    mu, sigma = random.normal(size=(20, 5)), random.uniform(0.2, 2, size=(20, 5))
    before = picture(0, "mu", {"mu": -mu, "sigma": sigma}, None)
    shown = picture(1, "mu", {"mu": mu, "sigma": sigma}, None, before.plane)
    samples = mu[3] + sigma[3] * random.normal(size=(200_000, 5))
    placed = (samples - mu.mean(axis=0)) @ shown.plane.directions.T
    np.testing.assert_allclose(placed.mean(axis=0), shown.plane.xy[3], atol=0.02)
    np.testing.assert_allclose(np.cov(placed.T), shown.covariances[3], atol=0.03)


def test_of_many_items_a_sample_by_class_has_ellipses(monkeypatch):
    monkeypatch.setattr(module, "MOST_ELLIPSES", 10)
    y = np.repeat([0, 1], [30, 10])
    arrays = {"mu": np.random.default_rng(0).normal(size=(40, 3)), "sigma": np.ones((40, 3))}
    shown = picture(0, "mu", arrays, y)
    assert len(shown.rows) == len(shown.covariances) == 10 and np.bincount(y[shown.rows]).tolist() == [8, 2]
    np.testing.assert_allclose(shown.covariances, np.tile(np.eye(2), (10, 1, 1)), atol=1e-9)


@pytest.mark.parametrize("step", [4, 10])
def test_a_picture_is_turned_as_if_it_had_been_made_like_the_other(step):
    view, other = seen()[step], seen(seed=1)[step]
    like = other.picture.plane
    made, found = picture(step, view.picture.array, view.snapshots[step], view.graphs.y, like), view.picture
    shown = turned(found, like)
    np.testing.assert_allclose(shown.plane.xy, made.plane.xy, atol=1e-9)
    np.testing.assert_allclose(shown.plane.directions, made.plane.directions, atol=1e-9)
    np.testing.assert_allclose(shown.covariances, made.covariances, atol=1e-9)
    assert shown.plane.share == found.plane.share and turned(found, like) is shown
