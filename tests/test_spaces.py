"""The spaces of a run at any kept step."""

import numpy as np
import pytest

from igcl_core import Graphs, Run
from igcl_core.spaces import SPACES, space, spaces


def test_every_space_has_a_row_per_item_and_the_untrained_one_stays(small_graph):
    run = Run(small_graph, epochs=3, warmup=2, snapshot_every=2, icl_every=0)
    run.advance(10)
    assert spaces(run.snapshots) == list(SPACES)
    for name in SPACES:
        assert space(run.graphs, run.snapshots, name).shape[0] == small_graph.num_items
    assert space(run.graphs, run.snapshots, "untrained", 4) is run.arrays(0)["z"]
    assert space(run.graphs, run.snapshots, "z", 2) is run.arrays(2)["z"]
    with pytest.raises(ValueError, match="there are 0, 2, 4, 5"):
        space(run.graphs, run.snapshots, "mu", 3)
    with pytest.raises(ValueError, match="no space"):
        space(run.graphs, run.snapshots, "zz")


def test_features_of_graphs_are_means_and_degrees_stand_in(small_graphs):
    pooled = space(small_graphs, {}, "features")
    first, end = small_graphs.ptr[:2]
    assert pooled.shape == (12, 2) and np.allclose(pooled[0], small_graphs.x[first:end].mean(axis=0))
    bare = Graphs("bare", "node", np.zeros((3, 0)), np.array([[0, 1], [1, 2]]))
    assert space(bare, {}, "features").argmax(axis=1).tolist() == [1, 2, 1]
