"""Rows that nothing has learned: features as they are, and the spectrum, whose clusters are spectral clustering."""

import numpy as np
import pytest
from sklearn.cluster import SpectralClustering
from sklearn.metrics import adjusted_rand_score

from igcl_core import load
from igcl_core.evaluate import cluster
from igcl_core.methods.implicit.settings import IGCLSettings
from igcl_core.reproduce import TABLES, run_job
from igcl_core.reproduce.not_learned import raw, spectral
from tests.reproduce.conftest import obvious_graphs, obvious_nodes, small_job


def test_raw_features_are_those_of_the_data_and_of_a_graph_their_sum():
    nodes, graphs = obvious_nodes(), obvious_graphs()
    np.testing.assert_allclose(raw(nodes, IGCLSettings()).arrays["z"], nodes.x)
    summed = np.add.reduceat(np.asarray(graphs.x), graphs.ptr[:-1])
    np.testing.assert_allclose(raw(graphs, IGCLSettings(backbone="gin")).arrays["z"], summed, rtol=1e-6)


def test_clusters_of_the_spectrum_are_those_of_spectral_clustering():
    graphs = load("karate")
    z = spectral(graphs, IGCLSettings()).arrays["z"]
    theirs = SpectralClustering(2, affinity="precomputed", random_state=0).fit(graphs.to_scipy()).labels_
    ours = cluster(z, graphs.y, repeats=1).details["assignment"]
    assert z.shape == (34, 2) and adjusted_rand_score(ours, theirs) == 1


def test_the_spectrum_sees_no_features_and_no_labels():
    graphs = load("karate")
    other = type(graphs)(graphs.name, "node", np.random.default_rng(0).random((34, 3)), graphs.edges, graphs.y[::-1])
    assert np.array_equal(*(spectral(each, IGCLSettings()).arrays["z"] for each in (graphs, other)))


@pytest.mark.parametrize("row", ["raw", "spectral"])
def test_the_clustering_table_asks_for_them_and_they_are_scored(row, obvious):
    assert row in TABLES["clusters"].rows
    metrics = run_job(small_job("karate", row, seed=100))["metrics"]
    assert {"acc", "nmi", "ari", "acc_unit"} <= set(metrics)
