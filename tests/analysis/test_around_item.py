"""Surroundings of an item against loops over the edges."""

import networkx as nx
import numpy as np
import pytest
from scipy import sparse

from igcl_core import Graphs, load
from igcl_core.analysis.around_item import ego, graph, inner_homophily, linked, telling_features


@pytest.fixture(scope="module")
def karate():
    return load("karate")


def as_networkx(graphs):
    found = nx.Graph(graphs.edges.T.tolist())
    found.add_nodes_from(range(graphs.num_nodes))
    return found


@pytest.mark.parametrize("node", [0, 11, 16, 33])
def test_the_ego_network_has_the_neighbours_and_their_links(karate, node):
    part, whole = ego(karate, node), as_networkx(karate)
    near = set(whole[node])
    assert part.nodes[0] == node and near <= {*part.nodes.tolist()} and part.left_out == 0
    radius = 2 if len(near) <= 12 else 1
    assert {*part.nodes.tolist()} == set(nx.ego_graph(whole, node, radius))
    named = {tuple(sorted(pair)) for pair in part.nodes[part.edges].T.tolist()}
    assert named == {tuple(sorted(pair)) for pair in whole.subgraph(part.nodes.tolist()).edges}


def test_a_hub_is_cut_and_says_so(karate):
    part = ego(karate, 33, most=6)
    assert len(part.nodes) == 6 and part.left_out == karate.degree[33] - 5


def test_a_lonely_node_is_alone(small_graph):
    part = ego(small_graph, 20)
    assert part.nodes.tolist() == [20] and part.edges.shape == (2, 0)


def test_one_graph_of_many(small_graphs):
    part = graph(small_graphs, 3)
    assert len(part.nodes) == 6 and part.edges.shape[1] == 5 and part.edges.max() == 5


def test_homophily_inside_is_counted_over_inner_edges(karate):
    nodes = np.arange(14)
    pairs = [(a, b) for a, b in karate.edges.T if a < 14 and b < 14]
    assert inner_homophily(karate, nodes) == np.mean([karate.y[a] == karate.y[b] for a, b in pairs])
    assert inner_homophily(karate, np.array([0, 33])) is None
    assert set(linked(karate, [0]).tolist()) == set(as_networkx(karate)[0])


@pytest.mark.parametrize("form", [np.asarray, sparse.csr_matrix])
def test_rare_words_come_first(form):
    x = form(np.array([[1, 1, 0, 1], [1, 0, 0, 1], [1, 0, 1, 0.0]], np.float32))
    found, count = telling_features(Graphs("words", "node", x, np.zeros((2, 0), int)), 0)
    assert found.tolist() == [1, 3, 0] and count == 3
