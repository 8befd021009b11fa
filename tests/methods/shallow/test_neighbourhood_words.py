"""Neighbourhood words: equal exactly where what is around two nodes is equal."""

import numpy as np
import pytest

from igcl_core import Graphs, load
from igcl_core.methods.shallow.neighbourhood_words import first_labels, neighbourhood_words


def naive_names(graphs: Graphs, hops: int) -> list[list]:
    """Every neighbourhood as a nested tuple, written out."""
    near = graphs.to_scipy().tolil().rows
    rounds = [[int(label) for label in first_labels(graphs, "raw")]]
    for _ in range(hops):
        last = rounds[-1]
        rounds.append([(last[i], tuple(sorted((last[j] for j in near[i]), key=repr))) for i in range(len(last))])
    return rounds


@pytest.mark.parametrize("hops", [0, 1, 3])
def test_two_nodes_share_a_word_where_their_neighbourhoods_are_equal(small_graphs, hops):
    words = neighbourhood_words(small_graphs, hops)
    assert words.shape == (small_graphs.num_nodes, hops + 1)
    for hop, names in enumerate(naive_names(small_graphs, hops)):
        same = np.array([[a == b for b in names] for a in names])
        assert np.array_equal(words[:, hop][:, None] == words[:, hop], same)
    assert len(np.unique(words)) == words.max() + 1  # no hop shares a word with another


def test_labels_are_the_largest_feature_or_the_degree(small_graphs):
    raw = first_labels(small_graphs, "raw")
    assert np.array_equal(raw, small_graphs.x.argmax(1))
    by_degree = first_labels(small_graphs, "degree")
    assert np.array_equal(np.unique(small_graphs.degree)[by_degree], small_graphs.degree)
    both = {(a, b) for a, b in zip(raw.tolist(), by_degree.tolist(), strict=True)}
    assert len(np.unique(first_labels(small_graphs, "raw+degree"))) == len(both)


def test_without_features_degrees_are_the_labels():
    graphs = load("motifs")
    bare = Graphs("bare", "graph", np.zeros((graphs.num_nodes, 0)), graphs.edges, ptr=graphs.ptr)
    assert np.array_equal(np.unique(graphs.degree)[first_labels(bare, "raw")], graphs.degree)
