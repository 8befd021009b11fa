"""Nearest neighbours and trust against scikit-learn and naive loops, in one block and in many."""

import numpy as np
import pytest
from scipy import sparse
from sklearn.manifold import trustworthiness
from sklearn.metrics import silhouette_score
from sklearn.neighbors import NearestNeighbors

from igcl_core.layout import classes_apart, cosine_neighbours, neighbours, trust


@pytest.fixture
def z():
    return np.random.default_rng(0).normal(size=(90, 7)) + 20


@pytest.fixture(params=[32_000_000, 4 * 90 * 13])
def blocks(request, monkeypatch):
    import sys

    monkeypatch.setattr(sys.modules["igcl_core.layout.neighbours"], "BLOCK_BYTES", request.param)


def test_neighbours_equal_scikit_learns(z, blocks):
    distance, index = NearestNeighbors(n_neighbors=9).fit(z).kneighbors()
    found = neighbours(z, 9)
    assert (found.index == index).all() and np.allclose(found.distance, distance, atol=1e-4)


def test_sparse_rows_have_the_same_neighbours(blocks):
    x = sparse.random(90, 400, 0.04, random_state=0, format="csr")
    found, dense = neighbours(x, 5), neighbours(x.toarray(), 5)
    assert np.allclose(found.distance, dense.distance, atol=1e-5)


def test_cosine_neighbours_equal_scikit_learns(z):
    z = z - 20
    distance, index = NearestNeighbors(n_neighbors=6, metric="cosine").fit(z).kneighbors()
    for rows in (z, sparse.csr_matrix(z)):
        found = cosine_neighbours(rows, 4, 6)
        assert (found.index == index[4]).all() and np.allclose(found.distance, distance[4], atol=1e-5)


@pytest.mark.parametrize("k", [0, 90])
def test_too_many_or_too_few_neighbours_are_refused(z, k):
    with pytest.raises(ValueError, match="1 to 89 neighbours"):
        neighbours(z, k)


def test_trustworthiness_equals_scikit_learns_and_recall_a_loop(z, blocks):
    xy = z[:, :2] + np.random.default_rng(1).normal(size=(90, 2))
    found = trust(z, xy, 6)
    assert found.trustworthiness == pytest.approx(trustworthiness(z, xy, n_neighbors=6), abs=1e-9)
    true, shown = (NearestNeighbors(n_neighbors=6).fit(each).kneighbors()[1] for each in (z, xy))
    assert found.recall == pytest.approx(np.mean([len({*a} & {*b}) for a, b in zip(true, shown, strict=True)]) / 6)


def test_a_map_that_shows_everything_is_trusted_wholly(z):
    assert trust(z[:, :2], 3 * z[:, :2]) == (1.0, 1.0, 15)


def test_few_items_get_fewer_neighbours(z):
    assert trust(z[:8], z[:8, :2]).k == 3


def test_separation_equals_scikit_learn_and_a_loop(z, blocks):
    y = np.arange(90) % 4
    y[0] = 4
    z[y == 1] += 3
    found = classes_apart(z, y)
    assert found.silhouette == pytest.approx(silhouette_score(z, y), abs=1e-5)
    distance = np.linalg.norm(z[:, None] - z[None], axis=2)
    same, other = (y[:, None] == y) & ~np.eye(90, dtype=bool), y[:, None] != y
    assert found.ratio == pytest.approx(distance[other].mean() / distance[same].mean(), rel=1e-5)
