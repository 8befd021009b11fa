"""A sparse adjacency becomes Graphs and comes back."""

import numpy as np
import pytest
from scipy import sparse

from igcl_core.data import Graphs, load, random_split

DIRECTED = np.array([[5, 2, 0], [0, 0, 0], [0.5, 0, 0]])


@pytest.mark.parametrize("form", ["csr_matrix", "coo_array", "csc_array", "lil_matrix"])
def test_an_entry_on_either_side_is_an_edge(form):
    graphs = Graphs.from_scipy(getattr(sparse, form)(DIRECTED))
    assert (graphs.name, graphs.task, graphs.num_nodes) == ("graph", "node", 3)
    assert graphs.edges.tolist() == [[0, 0], [1, 2]] and graphs.x.shape == (3, 0) and graphs.y is None


def test_a_stored_zero_is_no_edge():
    stored = sparse.csr_array((np.array([0.0, 1.0]), ([0, 1], [1, 2])), shape=(3, 3))
    assert Graphs.from_scipy(stored).edges.tolist() == [[1], [2]]


def test_features_labels_split_and_names():
    x, split = sparse.identity(3), random_split(3, 0.3, 0.3)
    graphs = Graphs.from_scipy(sparse.csr_matrix(DIRECTED), x, [0, 1, 0], split=split, classes=["a", "b"], name="own")
    assert sparse.issparse(graphs.x) and graphs.y.tolist() == [0, 1, 0] and graphs.split is split
    assert graphs.classes == ("a", "b") and graphs.name == "own"


@pytest.mark.parametrize("name", ["karate", "digits", "motifs"])
def test_there_and_back(name):
    graphs = load(name)
    adjacency = graphs.to_scipy()
    assert adjacency.format == "csr" and adjacency.nnz == 2 * graphs.num_edges and set(adjacency.data) == {1}
    assert (adjacency != adjacency.T).nnz == 0
    back = Graphs.from_scipy(adjacency, graphs.x, graphs.y, ptr=None if graphs.task == "node" else graphs.ptr)
    assert back.task == graphs.task
    for part in ("edges", "ptr", "y"):
        assert np.array_equal(getattr(back, part), getattr(graphs, part))


@pytest.mark.parametrize(
    ("adjacency", "x", "error", "sentence"),
    [
        (DIRECTED, None, TypeError, r"must be a scipy sparse matrix, but ndarray came. Make one with scipy.sparse"),
        (sparse.csr_matrix((2, 3)), None, ValueError, r"one row and one column per node, not the shape \(2, 3\)"),
        (sparse.coo_array(np.ones(3)), None, ValueError, r"not the shape \(3,\)"),
        (sparse.csr_matrix((0, 0)), None, ValueError, r"not the shape \(0, 0\)"),
        (sparse.identity(3), np.ones((4, 2)), ValueError, "has 3 nodes, but its features have 4 rows"),
        (sparse.identity(3), np.ones(3), ValueError, "must be a matrix with one row per node"),
    ],
)
def test_a_wrong_adjacency_is_refused_with_a_sentence(adjacency, x, error, sentence):
    with pytest.raises(error, match=sentence):
        Graphs.from_scipy(adjacency, x)
