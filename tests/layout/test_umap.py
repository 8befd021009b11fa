"""UMAP: its graph against a plain one, its curve against known values, seeded, and near to where it starts."""

import numpy as np
import pytest

from igcl_core.layout import neighbours, project, trust
from igcl_core.layout.fuzzy_graph import curve, fuzzy_graph
from igcl_core.layout.umap_layout import umap


@pytest.fixture(scope="module")
def z():
    random = np.random.default_rng(0)
    centres = random.normal(size=(5, 10)) * 4
    return (centres[np.arange(150) % 5] + random.normal(size=(150, 10))).astype(np.float32)


def last(frames):
    *_, frame = frames
    return frame


def naive_graph(near, k):
    """w_ij by Newton-free search on a fine grid of sigma, symmetrised pair by pair."""
    items = len(near.index)
    w = np.zeros((items, items))
    for i in range(items):
        beyond = np.maximum(near.distance[i] - near.distance[i].min(), 0)
        grid = np.geomspace(1e-4, 1e3, 60_000)
        sums = np.exp(-beyond[None] / grid[:, None]).sum(axis=1)
        w[i, near.index[i]] = np.exp(-beyond / grid[np.abs(sums - np.log2(k)).argmin()])
    return w + w.T - w * w.T


def test_the_graph_ties_items_as_defined(z):
    near = neighbours(z[:40], 9)
    assert np.allclose(fuzzy_graph(near).toarray(), naive_graph(near, 10), atol=2e-3)


def test_the_curve_is_that_of_umap_learn():
    assert curve(0.1) == pytest.approx((1.577, 0.895), abs=1e-3)


def test_equal_items_do_no_harm():
    z = np.repeat(np.eye(6, dtype=np.float32), 8, axis=0)
    assert np.isfinite(last(umap(z, n_neighbors=6, epochs=20)).xy).all()


def test_it_keeps_neighbourhoods_and_the_seed_decides(z):
    one, same, other = (last(umap(z, epochs=150, seed=seed)).xy for seed in (1, 1, 2))
    assert (one == same).all() and (one != other).any()
    assert trust(z, one).trustworthiness > 0.9


def test_from_its_own_layout_it_stays_near(z):
    settled = last(umap(z)).xy
    again = last(project(z, "umap", start=settled))
    moved = np.linalg.norm(again.xy - settled, axis=1) / np.ptp(settled, axis=0).max()
    assert again.total == 100 and np.median(moved) < 0.03


def test_mistakes_get_a_sentence(z):
    with pytest.raises(ValueError, match="2 neighbours"):
        next(umap(z, n_neighbors=1))
    with pytest.raises(ValueError, match="Did you mean 'tsne'"):
        project(z, "tsn")
    with pytest.raises(ValueError, match="parameter of UMAP"):
        project(z, "umap", perplexity=3)
