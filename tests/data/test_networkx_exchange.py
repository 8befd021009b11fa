"""networkx graphs become Graphs and come back."""

import networkx as nx
import numpy as np
import pytest

from igcl_core.data import Graphs, load, random_split


def named() -> nx.Graph:
    graph = nx.Graph(name="friends")
    graph.add_node("cleo", age=40, place=[0.0, 1.0], side="left", year=2)
    graph.add_node("abe", age=30, place=[2.0, 3.0], side="right", year=0)
    graph.add_node("bea", age=20, place=[4.0, 5.0], side="left", year=1)
    graph.add_edge("abe", "bea", weight=0.0)
    graph.add_edge("cleo", "bea", weight=7.0)
    return graph


def test_nodes_are_numbered_in_their_order():
    graphs = Graphs.from_networkx(named())
    assert (graphs.name, graphs.task, graphs.num_nodes) == ("friends", "node", 3)
    assert graphs.edges.tolist() == [[0, 1], [2, 2]], "cleo is 0, abe 1 and bea 2; a weight of 0 is an edge, too"
    assert graphs.x.shape == (3, 0) and graphs.y is None


def test_attributes_become_features_and_labels():
    graphs = Graphs.from_networkx(named(), features=("place", "age"), label="side", split=random_split(3, 0.3, 0.3))
    assert graphs.x.tolist() == [[0, 1, 40], [2, 3, 30], [4, 5, 20]]
    assert graphs.y.tolist() == [0, 1, 0] and graphs.classes == ("left", "right") and len(graphs.split.train) == 1
    numbers = Graphs.from_networkx(named(), "age", "year", name="other")
    assert numbers.y.tolist() == [2, 0, 1] and numbers.classes == () and numbers.name == "other"


@pytest.mark.parametrize("kind", [nx.DiGraph, nx.MultiGraph, nx.MultiDiGraph])
def test_direction_parallel_edges_and_loops_are_dropped(kind):
    graph = kind([(0, 1), (1, 0), (0, 1), (2, 2), (2, 1)])
    assert Graphs.from_networkx(graph).edges.tolist() == [[0, 1], [1, 2]]


def test_the_club_of_networkx_is_ours():
    club = nx.karate_club_graph()
    graphs, ours = Graphs.from_networkx(club, label="club"), load("karate")
    assert np.array_equal(graphs.edges, ours.edges) and np.array_equal(graphs.y, ours.y)
    assert graphs.classes == ours.classes and graphs.name == "Zachary's Karate Club"
    back = ours.to_networkx()
    assert nx.utils.graphs_equal(nx.Graph(back.edges), nx.Graph(club.edges))
    assert back.nodes[3]["x"].tolist() == np.eye(34)[3].tolist() and back.nodes[33]["y"] == 1


@pytest.mark.parametrize("name", ["karate", "planted", "motifs", "digit-graphs"])
def test_there_and_back(name):
    graphs = load(name)
    back = Graphs.from_networkx(graphs.to_networkx(), features="x", label="y")
    x = graphs.x if isinstance(graphs.x, np.ndarray) else graphs.x.toarray()
    assert back.task == graphs.task and np.array_equal(back.x, x)
    for part in ("edges", "ptr", "y"):
        assert np.array_equal(getattr(back, part), getattr(graphs, part))


def test_a_graph_without_features_and_labels_comes_back():
    graph = Graphs("bare", "node", np.zeros((3, 0)), np.array([[0], [2]]))
    back = graph.to_networkx()
    assert back.name == "bare" and list(back.nodes(data=True)) == [(0, {}), (1, {}), (2, {})]
    assert list(back.edges(data=True)) == [(0, 2, {})]


def test_a_list_is_many_graphs_unless_it_holds_one():
    ring, star = nx.cycle_graph(4), nx.star_graph(2)
    ring.graph["kind"], star.graph["kind"] = "ring", "star"
    many = Graphs.from_networkx([ring, star, ring], label="kind")
    assert (many.name, many.task, many.ptr.tolist(), many.y.tolist()) == ("graphs", "graph", [0, 4, 7, 11], [0, 1, 0])
    assert many.classes == ("ring", "star") and many.num_edges == 10
    assert Graphs.from_networkx([ring]).task == "node"


@pytest.mark.parametrize(
    ("arguments", "error", "sentence"),
    [
        (([],), ValueError, "needs at least one, but it is empty"),
        ((nx.Graph(),), ValueError, "A graph needs at least one node, but Graph with 0 nodes"),
        (([nx.path_graph(2), nx.Graph()],), ValueError, "A graph needs at least one node"),
        (([nx.path_graph(2), 5],), TypeError, "A networkx graph or a list of them was expected, but int came"),
        ((named(), "height"), ValueError, "node of 'friends' needs the attribute 'height', but 3 of 3 have none"),
        ((named(), "side"), ValueError, "'side' of 'friends' must be a number, or as many numbers, .* there is 'left'"),
        ((named(), "place", "place"), ValueError, "Labels of 'friends' must be"),
        ((named(), (), "height"), ValueError, "Every node of 'friends' needs the attribute 'height'"),
        (
            ([named()] * 2, (), "side"),
            ValueError,
            "Every graph of 'graphs' needs the attribute 'side', but 2 of 2 have",
        ),
    ],
)
def test_wrong_graphs_are_refused_with_a_sentence(arguments, error, sentence):
    with pytest.raises(error, match=sentence):
        Graphs.from_networkx(*arguments)


def test_rows_of_different_lengths_are_refused():
    graph = named()
    graph.nodes["abe"]["place"] = [1.0]
    with pytest.raises(ValueError, match="'place' of 'friends' must be a number, or as many numbers, at every node"):
        Graphs.from_networkx(graph, "place")


def test_graphs_keep_a_copy():
    graphs = Graphs("own", "node", np.ones((2, 1)), np.array([[0], [1]]))
    graphs.to_networkx().nodes[0]["x"][:] = 5
    assert graphs.x.tolist() == [[1], [1]]
