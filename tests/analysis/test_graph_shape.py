"""The shape of a graph in numbers, and a part of it that can be drawn."""

import numpy as np

from igcl_core import Graphs, load
from igcl_core.analysis import drawable_part, shape_of


def test_pieces_lone_nodes_and_classes_are_counted():
    graphs = Graphs("two", "node", np.zeros((6, 0)), np.array([[0, 1, 3], [1, 2, 4]]), y=[0, 0, 0, 2, 2, 2])
    shape = shape_of(graphs)
    assert (shape.components, shape.largest, shape.alone, shape.mean_degree) == (3, 3, 1, 1.0)
    assert shape.class_sizes.tolist() == [3, 0, 3]


def test_a_small_graph_is_drawn_whole_and_a_large_one_in_part():
    karate, digits = load("karate"), load("digits")
    whole, part = drawable_part(karate), drawable_part(digits, 50)
    assert (len(whole.nodes), whole.edges.shape[1], whole.left_out) == (34, 78, 0)
    assert len(part.nodes) == 50 and part.left_out == digits.num_nodes - 50
    linked = {tuple(sorted(pair)) for pair in digits.edges.T.tolist()}
    assert part.edges.size and {tuple(sorted(pair)) for pair in part.nodes[part.edges].T.tolist()} <= linked


def test_of_many_graphs_the_first_is_drawn():
    motifs = load("motifs")
    assert len(drawable_part(motifs).nodes) == motifs.ptr[1]
