"""A piece of the adjacency matrix: sampled by class, with exact probabilities."""

import numpy as np
import pytest

from igcl_core import Graphs, load
from igcl_core.analysis.adjacency_view import adjacency_view, quotas, sample


@pytest.fixture(scope="module")
def sparse_graph() -> Graphs:
    """900 nodes on a ring with chords: a random tenth of them would hold hardly an edge."""
    random = np.random.default_rng(0)
    y = np.repeat([0, 1, 2], [600, 270, 30])
    ring = np.stack([np.arange(900), (np.arange(900) + 1) % 900])
    return Graphs("ring", "node", np.ones((900, 1)), np.concatenate([ring, random.integers(0, 900, (2, 300))], 1), y)


def test_a_small_graph_is_shown_whole_ordered_by_class_then_degree(small_graph):
    view = adjacency_view(small_graph, np.zeros((21, 2)))
    assert (view.shown, view.total, view.caption) == (21, 21, "all 21 nodes, ordered by class")
    keys = list(zip(view.y.tolist(), (-small_graph.degree[view.nodes]).tolist(), strict=True))
    assert keys == sorted(keys) and sorted(view.nodes.tolist()) == list(range(21))
    np.testing.assert_array_equal(view.y, small_graph.y[view.nodes])


def test_the_adjacency_is_the_graph_s_own(small_graph):
    view = adjacency_view(small_graph, np.zeros((21, 2)))
    whole = np.zeros((21, 21), int)
    whole[small_graph.edges[0], small_graph.edges[1]] = 1
    np.testing.assert_array_equal(view.adjacency, (whole + whole.T)[np.ix_(view.nodes, view.nodes)])


def test_the_probability_is_the_sigmoid_of_the_inner_product(small_graph):
    mu = np.random.default_rng(0).normal(size=(21, 3))
    mu[4] = 100.0
    view = adjacency_view(small_graph, mu)
    with np.errstate(over="ignore"):
        expected = 1 / (1 + np.exp(-(mu @ mu.T)))
    np.testing.assert_allclose(view.probability, expected[np.ix_(view.nodes, view.nodes)], rtol=1e-9, atol=1e-15)


def test_each_class_has_its_share_of_the_sample(sparse_graph):
    view = adjacency_view(sparse_graph, np.zeros((900, 2)), size=90)
    assert np.bincount(view.y).tolist() == [60, 27, 3] and len(set(view.nodes.tolist())) == 90
    assert view.caption == "90 of 900 nodes, sampled by class along edges"


def test_the_sample_holds_more_edges_than_chance(sparse_graph):
    walked = adjacency_view(sparse_graph, np.zeros((900, 2)), size=90).adjacency.sum() / 2
    by_chance = sparse_graph.num_edges * (90 / 900) ** 2
    assert walked > 3 * by_chance


def test_the_sample_is_seeded_and_no_step_changes_it(sparse_graph):
    one, same = (adjacency_view(sparse_graph, np.full((900, 2), k), size=50).nodes for k in (1, 2))
    np.testing.assert_array_equal(one, same)
    assert sample(sparse_graph, 50, seed=1).tolist() != one.tolist()


@pytest.mark.parametrize(
    ("counts", "size", "expected"),
    [([5, 5], 4, [2, 2]), ([97, 2, 1], 10, [8, 1, 1]), ([1, 9], 9, [1, 8]), ([3, 3, 3], 2, None), ([0, 4], 2, [0, 2])],
)
def test_every_class_gets_its_share_and_one_at_least(counts, size, expected):
    places = quotas(np.repeat(np.arange(len(counts)), counts), size)
    assert places.sum() == size and (places <= counts).all()
    assert expected is None or places.tolist() == expected


def test_data_without_classes_has_one():
    karate = load("karate")
    view = adjacency_view(Graphs("bare", "node", karate.x, karate.edges), np.zeros((34, 2)), size=10)
    assert view.y.tolist() == [0] * 10


def test_there_is_no_view_at_graph_level(small_graphs):
    assert adjacency_view(small_graphs, np.zeros((12, 2))) is None


def test_a_mu_of_another_graph_is_refused_in_a_sentence(small_graph):
    with pytest.raises(ValueError, match="21 rows, but 5 came"):
        adjacency_view(small_graph, np.zeros((5, 2)))
