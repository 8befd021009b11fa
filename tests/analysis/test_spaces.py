"""The spaces of a run at any kept step."""

import numpy as np
import pytest

from igcl_core import Graphs, Run
from igcl_core.analysis.spaces import raw_features, rows_of, spaces


def test_every_space_has_a_row_per_item_and_the_untrained_one_stays(small_graph):
    run = Run(small_graph, epochs=3, warmup=2, snapshot_every=2, icl_every=0)
    run.advance(10)
    found = spaces(run.snapshots, run.method.arrays)
    titles = ["Raw features", "Untrained backbone", "VGAE μ", "iGCL z", "Head output"]
    assert (
        list(found) == ["features", "untrained", "mu", "z", "h"] and [each.title for each in found.values()] == titles
    )
    for each in found.values():
        assert rows_of(each, run.snapshots, graphs=run.graphs).shape[0] == small_graph.num_items
    assert rows_of(found["untrained"], run.snapshots, 4) is run.arrays(0)["z"]
    assert rows_of(found["z"], run.snapshots, 2) is run.arrays(2)["z"]
    with pytest.raises(ValueError, match="there are 0, 2, 4, 5"):
        rows_of(found["mu"], run.snapshots, 3)


def test_titles_come_from_what_is_there():
    z = np.zeros((3, 2))
    only = spaces({0: {"z": z, "sigma": z}}, {"z": "GRACE z"})
    assert [each.title for each in only.values()] == ["Raw features", "Untrained backbone", "GRACE z"]
    more = spaces({0: {"z": z, "projected": z, "weights": z[:2]}})
    assert [each.title for each in more.values()][2:] == ["z", "projected"] and more["projected"].trains


def test_features_of_graphs_are_means_and_degrees_stand_in(small_graphs):
    pooled = raw_features(small_graphs)
    first, end = small_graphs.ptr[:2]
    assert pooled.shape == (12, 2) and np.allclose(pooled[0], small_graphs.x[first:end].mean(axis=0))
    bare = Graphs("bare", "node", np.zeros((3, 0)), np.array([[0, 1], [1, 2]]))
    assert raw_features(bare).argmax(axis=1).tolist() == [1, 2, 1]
