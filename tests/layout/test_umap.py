"""UMAP: the map that umap.UMAP gives, bit for bit, an epoch at a time; seeded, and near to where it starts."""

import numpy as np
import pytest
from scipy import sparse
from umap import UMAP

from igcl_core.layout import neighbours, project, trust, umap_learn
from igcl_core.layout.umap_layout import umap
from igcl_core.layout.umap_learn import curve, fuzzy_graph, nearest

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning:umap")


@pytest.fixture(scope="module")
def z():
    random = np.random.default_rng(0)
    centres = random.normal(size=(5, 10)) * 4
    return (centres[np.arange(150) % 5] + random.normal(size=(150, 10))).astype(np.float32)


@pytest.fixture(scope="module")
def start():
    return np.random.default_rng(1).normal(size=(150, 2)).astype(np.float32)


def last(frames):
    *_, frame = frames
    return frame


def theirs(z, start, seed, **settings):
    return UMAP(init=start, random_state=seed, n_jobs=1, **settings).fit_transform(z)


@pytest.mark.parametrize("seed, k, min_dist, epochs", [(0, 15, 0.1, 500), (7, 5, 0.5, 60), (3, 40, 0.0, 10)])
def test_the_map_is_the_one_umap_learn_gives(z, start, seed, k, min_dist, epochs):
    ours = last(umap(z, start=start, afresh=True, seed=seed, n_neighbors=k, min_dist=min_dist, epochs=epochs))
    assert (ours.xy == theirs(z, start, seed, n_neighbors=k, min_dist=min_dist, n_epochs=epochs)).all()


def test_so_it_is_with_sparse_rows_equal_rows_and_more_neighbours_than_items(start):
    counts = sparse.random(150, 60, 0.1, random_state=0, format="csr", dtype=np.float32)
    ours = last(umap(counts, start=start, afresh=True, epochs=50))
    assert (ours.xy == theirs(counts, start, 0, n_epochs=50)).all()
    doubled = np.repeat(np.random.default_rng(2).normal(size=(10, 4)).astype(np.float32), 2, axis=0)
    ours = last(umap(doubled, start=start[:20], afresh=True, n_neighbors=30, epochs=50))
    assert (ours.xy == theirs(doubled, start[:20], 0, n_neighbors=30, n_epochs=50)).all()


def test_where_umap_learn_guesses_neighbours_it_gives_our_map_from_our_neighbours(z, start, monkeypatch):
    monkeypatch.setattr(umap_learn, "ALL_PAIRS", 100)
    near = nearest(z, 15)
    given = near.index.astype(np.int32), near.distance
    ours = last(umap(z, start=start, afresh=True, epochs=50))
    assert (ours.xy == theirs(z, start, 0, n_epochs=50, precomputed_knn=given)).all()
    exact = neighbours(z, 14)
    assert (near.index[:, 1:] == exact.index).all() and (near.index[:, 0] == np.arange(150)).all()


def naive_graph(near):
    """w_ij by search on a fine grid of sigma, symmetrised pair by pair."""
    items, k = near.index.shape
    w = np.zeros((items, items))
    for i in range(items):
        others = near.index[i] != i
        beyond = np.maximum(near.distance[i, others] - near.distance[i, others].min(), 0)
        grid = np.geomspace(1e-4, 1e3, 60_000)
        sums = np.exp(-beyond[None] / grid[:, None]).sum(axis=1)
        w[i, near.index[i, others]] = np.exp(-beyond / grid[np.abs(sums - np.log2(k)).argmin()])
    return w + w.T - w * w.T


def test_the_graph_ties_items_as_defined(z):
    near = nearest(z[:40], 10)
    assert np.allclose(fuzzy_graph(near).toarray(), naive_graph(near), atol=2e-3)


def test_the_curve_is_the_usual_one():
    assert curve(0.1) == pytest.approx((1.577, 0.895), abs=1e-3)


def test_equal_items_do_no_harm():
    z = np.repeat(np.eye(6, dtype=np.float32), 8, axis=0)
    assert np.isfinite(last(umap(z, n_neighbors=6, epochs=20)).xy).all()
    assert np.isfinite(last(umap(np.ones((12, 3), np.float32), epochs=20)).xy).all()


def test_it_keeps_neighbourhoods_and_the_seed_decides(z):
    one, same, other = (last(umap(z, epochs=150, seed=seed)).xy for seed in (1, 1, 2))
    assert (one == same).all() and (one != other).any()
    assert trust(z, one).trustworthiness > 0.8


def test_from_its_own_layout_it_moves_far_less_than_between_two_seeds(z):
    layouts = [last(project(z, "umap", seed=seed)).xy for seed in range(6)]
    again = [last(project(z, "umap", start=settled)) for settled in layouts[:5]]
    assert all(each.total == 100 and each.warm for each in again)
    ratios = [moved(a.xy, s) / moved(o, s) for a, s, o in zip(again, layouts, layouts[1:], strict=False)]
    assert np.median(ratios) < 0.5


def moved(xy, before):
    return np.median(np.linalg.norm(xy - before, axis=1))


def test_mistakes_get_a_sentence(z):
    with pytest.raises(ValueError, match="2 neighbours"):
        next(umap(z, n_neighbors=1))
    with pytest.raises(ValueError, match="from 0 to 4294967295, but -1"):
        next(umap(z, seed=-1))
    with pytest.raises(ValueError, match="150 finite points"):
        next(umap(z, start=np.zeros((3, 2))))
    with pytest.raises(ValueError, match="Did you mean 'tsne'"):
        project(z, "tsn")
    with pytest.raises(ValueError, match="parameter of UMAP"):
        project(z, "umap", perplexity=3)
