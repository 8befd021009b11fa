"""What is timed side by side computes the same."""

import torch
from scipy import sparse

from igcl_core import Graphs
from igcl_core.bench.layers import FORMS, ways


def test_every_form_gives_the_same_embedding_and_gradients(small_graph):
    graphs = Graphs("small", "node", sparse.csr_matrix(small_graph.x), small_graph.edges)
    steps = ways(graphs, 8)
    assert set(steps) == {"ours", *FORMS}
    z, first, first_bias, second, second_bias = steps["ours"]()
    for name in FORMS:
        theirs, *gradients = steps[name]()
        torch.testing.assert_close(theirs, z)
        for ours, each in zip((first_bias, first.T, second_bias, second.T), gradients, strict=True):
            torch.testing.assert_close(each, ours)
