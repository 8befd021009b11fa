"""A map of many items from a sample: those laid out stay, the others lie among their nearest, and classes together."""

import numpy as np
import pytest
from scipy import sparse

from igcl_core.layout import Placement, project, project_placed
from igcl_core.layout.placed import nearest_among


@pytest.fixture(scope="module")
def blobs():
    random = np.random.default_rng(0)
    y = np.repeat(np.arange(4), 60)
    return (8 * np.eye(4, 10)[y] + random.normal(size=(240, 10))).astype(np.float32), y


def test_the_nearest_among_some_are_those_of_a_plain_search(blobs):
    z, _ = blobs
    rows = np.arange(0, 240, 7)
    found = nearest_among(z, rows, 3)
    distance = np.linalg.norm(z[:, None].astype(np.float64) - z[None, rows], axis=2)
    np.testing.assert_allclose(found.distance, np.sort(distance, axis=1)[:, :3], atol=0.02)
    np.testing.assert_allclose(np.take_along_axis(distance, found.index, axis=1), found.distance, atol=0.02)


@pytest.mark.parametrize("form", [np.asarray, sparse.csr_matrix])
def test_places_are_means_of_near_ones_and_the_sample_stays(blobs, form):
    z, y = blobs
    rows = np.arange(0, 240, 3)
    xy = np.random.default_rng(1).normal(size=(len(rows), 2)).astype(np.float32) + 20 * np.eye(4, 2)[y[rows]]
    placed = Placement(form(z), rows).of(xy)
    np.testing.assert_array_equal(placed[rows], xy.astype(np.float32))
    for item in (1, 100, 239):
        near = np.argsort(np.linalg.norm(z[rows] - z[item], axis=1))[:6]
        away = np.linalg.norm(z[rows[near]] - z[item], axis=1)
        weight = (away[-1] - away) / (away[-1] - away).sum()
        np.testing.assert_allclose(placed[item], weight @ xy[near], atol=1e-3)


def test_equal_items_and_a_sample_of_one_have_a_place():
    assert np.isfinite(Placement(np.zeros((9, 3)), np.array([0, 4])).of(np.array([[0.0, 1.0], [2.0, 3.0]]))).all()
    assert (Placement(np.eye(5), np.array([2])).of(np.array([[1.0, 2.0]])) == [1.0, 2.0]).all()


@pytest.mark.parametrize("method", ["pca", "tsne", "umap"])
def test_a_placed_map_keeps_classes_together(blobs, method):
    z, y = blobs
    rows = np.arange(0, 240, 2)
    *_, frame = project_placed(z, rows, method)
    assert frame.xy.shape == (240, 2) and frame.settled
    rest = np.setdiff1d(np.arange(240), rows)
    distance = np.linalg.norm(frame.xy[rest][:, None] - frame.xy[rows][None], axis=2)
    nearest = y[rows][distance.argsort(axis=1)[:, :5]]
    assert (nearest == y[rest, None]).mean() > (0.6 if method == "pca" else 0.9)


def test_a_placed_map_goes_on_from_a_map_of_all(blobs):
    z, _ = blobs
    rows = np.arange(0, 240, 2)
    *_, before = project(z, "tsne", iterations=150)
    *_, after = project_placed(z, rows, "tsne", start=before.xy)
    assert after.warm and after.xy.shape == before.xy.shape
