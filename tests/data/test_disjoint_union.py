import numpy as np
import pytest
from scipy import sparse

from igcl_core.data.disjoint_union import disjoint_union, taken_apart

EDGE, NONE = np.array([[1], [0]]), np.zeros((2, 0), int)


def test_joined_and_taken_apart():
    features = [np.full((size, 1), size) for size in (2, 1, 3)]
    graphs = disjoint_union("three", features, [EDGE, NONE, np.array([[2, 0], [1, 1]])], y=[0, 1, 0])
    assert graphs.task == "graph" and graphs.ptr.tolist() == [0, 2, 3, 6]
    assert graphs.edges.tolist() == [[0, 3, 4], [1, 4, 5]] and graphs.x.ravel().tolist() == [2, 2, 1, 3, 3, 3]
    parts = [(x.tolist(), edges.tolist()) for x, edges in taken_apart(graphs)]
    assert parts[0] == ([[2], [2]], [[0], [1]]) and parts[1] == ([[1]], [[], []])
    assert parts[2] == ([[3], [3], [3]], [[0, 1], [1, 2]])


def test_sparse_features_stay_sparse():
    graphs = disjoint_union("mixed", [sparse.identity(2), np.ones((1, 2))], [EDGE, NONE])
    assert sparse.issparse(graphs.x) and graphs.x.toarray().tolist() == [[1, 0], [0, 1], [1, 1]]


@pytest.mark.parametrize(
    ("features", "edges", "sentence"),
    [
        ([np.ones((2, 1)), np.ones((0, 1))], [EDGE, NONE], "Graph 1 of 'own' has no nodes. Take it out"),
        ([np.ones((2, 1)), np.ones((1, 3))], [EDGE, NONE], "graph 0 has 1 columns and graph 1 has 3"),
        ([np.ones((1, 1)), np.ones((2, 1))], [EDGE, NONE], "Edges of 'own 0' must name nodes 0 to 0, but 0 to 1 came"),
    ],
)
def test_wrong_graphs_are_refused_with_a_sentence(features, edges, sentence):
    with pytest.raises(ValueError, match=sentence):
        disjoint_union("own", features, edges)
