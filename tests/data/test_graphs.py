import numpy as np
import pytest
from scipy import sparse

from igcl_core.data import Graphs, random_split
from igcl_core.data.graphs import canonical_edges, sorted_unique


def test_edges_become_canonical():
    edges = canonical_edges(np.array([[2, 0, 1, 1, 0], [0, 2, 1, 0, 1]]), 3)
    assert edges.tolist() == [[0, 0], [1, 2]] and edges.dtype == np.int32


@pytest.mark.parametrize("values", [[], [5], [3, 1, 3, 0, 0, 7]])
def test_sorted_unique_is_np_unique(values):
    values = np.array(values, np.int64)
    assert sorted_unique(values).tolist() == np.unique(values).tolist()


def test_counts_of_one_graph():
    graph = Graphs("toy", "node", sparse.identity(3), np.array([[0, 1], [1, 2]]), y=[0, 0, 1])
    assert (graph.num_nodes, graph.num_edges, graph.num_items, graph.num_classes) == (3, 2, 3, 2)
    assert graph.homophily == 0.5 and graph.degree.tolist() == [1, 2, 1] and graph.x.dtype == np.float32


def test_counts_of_many_graphs():
    graphs = Graphs("toy", "graph", np.zeros((5, 0)), np.array([[0, 3], [1, 4]]), y=[0, 1], ptr=[0, 2, 5])
    assert (graphs.num_graphs, graphs.num_items, graphs.num_features) == (2, 2, 0)
    assert graphs.graph_of_node.tolist() == [0, 0, 1, 1, 1] and graphs.homophily is None


def test_unlabelled_hides_what_a_method_may_not_see():
    graph = Graphs("toy", "node", np.ones((3, 1)), np.zeros((2, 0)), y=[0, 1, 1], split=random_split(3, 0.4, 0.3))
    assert graph.unlabelled().y is None and graph.unlabelled().split is None


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"task": "edge"}, "The task must be 'node' or 'graph', not 'edge'"),
        ({"x": np.zeros(3)}, "must be a matrix with one row per node, not of shape \\(3,\\)"),
        ({"x": np.full((3, 1), np.nan)}, "must be finite numbers, but 3 are NaN or infinite"),
        ({"edges": np.array([[0], [3]])}, "must name nodes 0 to 2, but 0 to 3 came"),
        ({"edges": np.zeros((3, 2))}, "must have shape \\[2, number of edges\\], not \\(3, 2\\)"),
        ({"y": [0, 1]}, "needs one label per node: 3, but 2 came"),
        ({"y": [0, 1, -1]}, "must be 0, 1, 2, ..., but -1 came"),
        ({"ptr": [0, 1, 3]}, "A node task has one graph, but 'toy' has 2"),
        ({"ptr": [0, 1, 3], "task": "graph"}, "An edge of 'toy' joins two different graphs"),
        ({"ptr": [0, 3, 3], "task": "graph"}, "must rise from 0 to 3 with no empty graph"),
    ],
)
def test_wrong_data_is_refused_with_a_sentence(change, sentence):
    right = {"name": "toy", "task": "node", "x": np.ones((3, 1)), "edges": np.array([[0], [1]])}
    with pytest.raises(ValueError, match=sentence):
        Graphs(**(right | change))


def test_random_split_is_whole_and_seeded():
    split = random_split(100, 0.1, 0.1)
    assert [len(part) for part in (split.train, split.val, split.test)] == [10, 10, 80]
    assert sorted([*split.train, *split.val, *split.test]) == list(range(100))
    assert split.protocol == "random 10/10/80, seed 0"
    assert (random_split(100, 0.1, 0.1, seed=1).test != split.test).any()
