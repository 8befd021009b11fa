"""Smoothed features are two products with the normalised adjacency, and no seed or training changes them."""

import numpy as np
import pytest

from igcl_core import load
from igcl_core.methods.implicit.settings import IGCLSettings
from igcl_core.reproduce import TABLES, run_job
from igcl_core.reproduce.smoothed import smoothed
from igcl_core.sparse.features import features_of
from tests.reproduce.conftest import obvious_graphs, obvious_nodes, small_job


def by_hand(graphs, x: np.ndarray) -> np.ndarray:
    a = np.eye(graphs.num_nodes)
    a[tuple(graphs.edges)] = a[tuple(graphs.edges[::-1])] = 1
    scale = a.sum(axis=1) ** -0.5
    a *= scale[:, None] * scale
    return a @ (a @ x)


@pytest.mark.parametrize("features", ["raw", "degree", "onehot"])
def test_it_is_two_products_with_the_normalised_adjacency(features):
    graphs = obvious_nodes()
    expected = by_hand(graphs, features_of(graphs, features).numpy())
    np.testing.assert_allclose(smoothed(graphs, IGCLSettings(features=features)).arrays["z"], expected, rtol=1e-5)


def test_sparse_features_are_smoothed_alike():
    """The words of a bag are kept sparse; karate's one-hot nodes are the smallest such features there are."""
    karate = load("karate")
    x = karate.x.toarray() if hasattr(karate.x, "toarray") else np.asarray(karate.x)
    np.testing.assert_allclose(smoothed(karate, IGCLSettings()).arrays["z"], by_hand(karate, x), rtol=1e-5, atol=1e-7)


def test_a_graph_is_the_sum_over_its_nodes():
    graphs = obvious_graphs()
    nodes = by_hand(graphs, graphs.x)
    expected = np.add.reduceat(nodes, graphs.ptr[:-1])
    np.testing.assert_allclose(smoothed(graphs, IGCLSettings(backbone="gin")).arrays["z"], expected, rtol=1e-5)


def test_only_splits_folds_and_starts_depend_on_the_seed(obvious):
    rows = [run_job(small_job("karate", "smoothed", seed=seed))["metrics"] for seed in (100, 101)]
    assert rows[0] == rows[1] and rows[0]["accuracy"] == rows[0]["acc"] == 1


@pytest.mark.parametrize("table", ["nodes", "graphs", "clusters"])
def test_every_table_asks_for_it(table):
    assert "smoothed" in TABLES[table].rows
