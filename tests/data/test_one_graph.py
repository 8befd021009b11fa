"""One graph of many, and the Gaussians of its nodes."""

import numpy as np
import pytest

from igcl_core import Run, load
from igcl_core.analysis import node_gaussians
from igcl_core.analysis.missed_edges import edge_errors
from igcl_core.data.one_graph import one_graph


def test_it_has_the_nodes_and_edges_of_that_graph():
    graphs = load("motifs")
    one = one_graph(graphs, 3)
    first, last = graphs.ptr[3], graphs.ptr[4]
    assert one.task == "node" and one.num_nodes == last - first and one.y is None
    inside = [(a - first, b - first) for a, b in graphs.edges.T.tolist() if first <= a < last]
    assert sorted(map(tuple, one.edges.T.tolist())) == sorted(inside)


def test_the_gaussians_of_its_nodes_average_to_that_of_the_graph():
    run = Run("motifs", epochs=1, warmup=1, D=8, vgae_hidden=8, layers=2)
    run.advance(1)
    found = node_gaussians(run, 5)
    whole = run.training.trainer.all_gaussians()
    np.testing.assert_allclose(found["mu"].mean(0), whole.mu[5].numpy(), rtol=1e-3, atol=1e-5)
    np.testing.assert_allclose(np.log(found["sigma"]).mean(0), whole.sigma[5].log().numpy(), rtol=1e-3, atol=1e-5)
    one = one_graph(run.graphs, 5)
    assert edge_errors(one, found["mu"]).edges == one.num_edges


def test_a_graph_that_is_not_there_gets_a_sentence():
    run = Run("motifs", epochs=1, warmup=0, D=8, vgae_hidden=8, layers=2)
    with pytest.raises(ValueError, match="from 0 to"):
        node_gaussians(run, 10_000)
    with pytest.raises(ValueError, match="one graph"):
        one_graph(load("karate"), 0)
