import numpy as np
import pytest
from scipy import sparse

from igcl_core.data import Graphs, Split, random_split
from igcl_core.data.graphs import canonical_edges, sorted_unique


def test_edges_become_canonical():
    edges = canonical_edges(np.array([[2, 0, 1, 1, 0], [0, 2, 1, 0, 1]]), 3)
    assert edges.tolist() == [[0, 0], [1, 2]] and edges.dtype == np.int32


@pytest.mark.parametrize("kind", [np.uint8, np.int32, np.int64, np.float64])
@pytest.mark.parametrize(
    "edges", [[[0, 0, 1], [1, 2, 2]], [[0, 0, 0, 1], [1, 1, 2, 2]], [[0, 1, 0], [2, 2, 1]], [[0, 0, 1], [2, 1, 2]]]
)
def test_edges_that_are_nearly_canonical_or_already_so(edges, kind):
    given = np.array(edges, kind)
    made = canonical_edges(given, 3)
    assert made.tolist() == [[0, 0, 1], [1, 2, 2]] and made.dtype == np.int32 and made.flags.c_contiguous
    assert not np.shares_memory(made, given)


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
        ({"x": None}, "not None. A graph without features takes np.zeros\\(\\(number of nodes, 0\\)\\)"),
        ({"x": [["red"]]}, "must be a matrix of numbers with one row per node, but numpy says: could not convert"),
        ({"x": [[1], [1, 2]]}, "Features of 'toy' must be one array, but lists of different lengths came"),
        ({"x": np.ones((3, 1)) * 1j}, "must be real numbers, but complex128 values came. Convert them before"),
        ({"x": np.zeros((3, 1), "M8[s]")}, "must be real numbers, but datetime64\\[s\\] values came"),
        ({"x": np.ma.masked_equal([[1.0], [2.0], [3.0]], 2)}, "must have a number everywhere, but some are masked"),
        ({"x": [[10**400]] * 3}, "must be a matrix of numbers with one row per node, but numpy says: int too large"),
        ({"edges": np.ma.masked_equal([[0], [1]], 1)}, "Edges of 'toy' must have a number everywhere"),
        ({"edges": np.array([[0], [3]])}, "must name nodes 0 to 2, but 0 to 3 came"),
        (
            {"edges": np.zeros((3, 2))},
            "must have shape \\[2, number of edges\\], not \\(3, 2\\). Transpose it: edges.T",
        ),
        ({"edges": None}, "must have shape \\[2, number of edges\\], not NoneType"),
        ({"edges": [[0, 1], [2]]}, "Edges of 'toy' must be one array, but lists of different lengths came"),
        ({"edges": [[0, np.nan], [1, 2]]}, "Edges of 'toy' must be whole numbers, but 1 of 4 are not: nan came"),
        ({"edges": [[0.5], [1.5]]}, "must be whole numbers, but 2 of 2 are not: 0.5 came. An edge names two nodes"),
        ({"edges": [[0], [np.inf]]}, "must be whole numbers, but 1 of 2 are not: inf came"),
        ({"edges": [["a"], ["b"]]}, "Edges of 'toy' must be whole numbers, but text came"),
        ({"y": [0, 1]}, "needs one label per node: 3, but 2 came"),
        ({"y": [0, 1, -1]}, "must be 0, 1, 2, ..., but -1 came"),
        ({"y": [0, 1, 0.7]}, "Labels of 'toy' must be whole numbers, but 1 of 3 are not: 0.7 came"),
        ({"y": [0, 1, np.nan]}, "must be whole numbers, but 1 of 3 are not: nan came"),
        ({"y": [0, 1, None]}, "must be whole numbers, but 1 of 3 are not: nan came"),
        ({"y": [0, 1, 1e300]}, "must be whole numbers, but 1 of 3 are not: 1e\\+300 came"),
        ({"y": ["a", "b", "a"]}, "but text came. Number the classes 0, 1, 2, ..., as np.unique"),
        ({"y": np.array([0, 1, "a"], object)}, "must be whole numbers, but other objects came"),
        (
            {"y": np.eye(3)},
            "one number per node, not of shape \\(3, 3\\). Of a one-hot matrix take y.argmax\\(axis=1\\)",
        ),
        ({"y": np.zeros((3, 1))}, "must be one number per node, not of shape \\(3, 1\\).$"),
        ({"y": [0, 1, 10**12]}, "Labels of 'toy' must be below 100,000, but 1000000000000 came. Number the classes"),
        ({"y": np.ma.masked_equal([0, 1, 1], 0)}, "Labels of 'toy' must have a number everywhere"),
        ({"name": ["toy"]}, "The name must be text of at most 200 characters, but \\['toy'\\] came"),
        ({"name": "x" * 1000}, "The name must be text of at most 200 characters, but 'xxx"),
        ({"ptr": [0, 1, 3]}, "A node task has one graph, but 'toy' has 2"),
        ({"ptr": [0, 1, 3], "task": "graph"}, "An edge of 'toy' joins two different graphs"),
        ({"ptr": [0, 3, 3], "task": "graph"}, "must rise from 0 to 3 with no empty graph"),
        ({"ptr": []}, "must rise from 0 to 3 with no empty graph. It holds the first node of every graph"),
        ({"ptr": [0, 1.5, 3], "task": "graph"}, "ptr of 'toy' must be whole numbers, but 1 of 3 are not: 1.5 came"),
        ({"split": random_split(9, 0.5, 0.2)}, "The split of 'toy' must name nodes 0 to 2, but 0 to 8 came"),
    ],
)
def test_wrong_data_is_refused_with_a_sentence(change, sentence):
    right = {"name": "toy", "task": "node", "x": np.ones((3, 1)), "edges": np.array([[0], [1]])}
    with pytest.raises(ValueError, match=sentence):
        Graphs(**(right | change))


def test_whole_numbers_may_come_as_floats_objects_and_booleans():
    edges = np.array([[0.0, 1.0], [1.0, 2.0]])
    for y in ([0.0, 1.0, 1.0], np.array([0, 1, 1], object), [False, True, True]):
        graph = Graphs("toy", "node", np.zeros((3, 0)), edges, y=y, ptr=[0.0, 3.0])
        assert graph.y.tolist() == [0, 1, 1] and graph.y.dtype == np.int64 == graph.ptr.dtype
        assert graph.edges.tolist() == [[0, 1], [1, 2]]


@pytest.mark.parametrize("came", [([0], [1], [2]), {"train": [0]}, np.arange(3)])
def test_what_is_no_split_is_refused_with_a_sentence(came):
    sentence = f"A split must be Split\\(train, val, test\\), but {type(came).__name__} came. Make one"
    with pytest.raises(TypeError, match=sentence):
        Graphs("toy", "node", np.ones((3, 1)), np.zeros((2, 0)), y=[0, 1, 1], split=came)


@pytest.mark.parametrize(
    ("items", "sentence"),
    [
        (np.array([True, False]), "training items of the split must be whole numbers in one row, but a mask"),
        ([0.5], "training items of the split must be whole numbers, but 1 of 1 are not: 0.5 came"),
        (["a"], "but text came. List the numbers of the items; of a mask take np.flatnonzero\\(mask\\)"),
        ([[0], [1]], "but an array of shape \\(2, 1\\) came"),
        (None, "whole numbers"),
    ],
)
def test_items_of_a_split_are_numbers(items, sentence):
    with pytest.raises(ValueError, match=sentence):
        Split(items, [1], [2])


def test_a_part_of_a_split_may_be_empty_or_a_list():
    split = Split([0, 1], [], np.array([2.0]))
    assert [part.tolist() for part in (split.train, split.val, split.test)] == [[0, 1], [], [2]]
    assert {part.dtype for part in (split.train, split.val, split.test)} == {np.dtype(np.int64)}


def test_random_split_is_whole_and_seeded():
    split = random_split(100, 0.1, 0.1)
    assert [len(part) for part in (split.train, split.val, split.test)] == [10, 10, 80]
    assert sorted([*split.train, *split.val, *split.test]) == list(range(100))
    assert split.protocol == "random 10/10/80, seed 0"
    assert (random_split(100, 0.1, 0.1, seed=1).test != split.test).any()


def test_a_masked_array_without_a_hole_is_an_array():
    assert Graphs("toy", "node", np.ma.array(np.ones((3, 1))), [[0], [1]]).x.tolist() == [[1.0]] * 3


@pytest.mark.parametrize(
    "shares", [(-0.1, 0.5), (0.5, -0.1), (1.1, 0.0), (0.0, 1.5), (0.7, 0.7), (np.nan, 0.1), (10**400, 0), ("half", 0.1)]
)
def test_shares_that_are_no_parts_of_a_whole_are_refused(shares):
    with pytest.raises(ValueError, match="train and val must be shares from 0 to 1 that add up to 1 at most, but "):
        random_split(100, *shares)


@pytest.mark.parametrize("items", [-3, 2.5, "12", None, 10**12])
def test_a_split_of_a_number_of_items(items):
    with pytest.raises(ValueError, match="The number of items must be a whole number up to 1,000,000,000, but "):
        random_split(items, 0.5, 0.2)


def test_shares_may_add_up_to_all():
    assert len(random_split(10, 0.7, 0.3).test) == 0 and len(random_split(np.int64(10), 0, 1).val) == 10
