"""Odd data and wrong names: each gets a sentence, or trains correctly."""

import numpy as np
import pytest

from igcl_core import Graphs, Run, UnknownName, preset, train

RING = np.array([np.arange(6), (np.arange(6) + 1) % 6])


def finishes(graphs, **changes):
    last = list(train(graphs, epochs=2, warmup=2, D=4, vgae_hidden=4, **changes))[-1]
    assert last.phase == "done" and np.isfinite(last.arrays["z"]).all()
    return last


def test_unknown_dataset_and_method_name_the_nearest():
    with pytest.raises(ValueError, match="'cora'"):
        train("coar")
    with pytest.raises(UnknownName, match="no method 'igc1'. Did you mean 'igcl'"):
        train("karate", "igc1")
    with pytest.raises(UnknownName, match="no setting 'tua'. Did you mean 'tau'"):
        Run("karate", tua=1)


@pytest.mark.parametrize("start", [train, Run, preset])
def test_what_is_no_data_gets_a_sentence(start):
    with pytest.raises(TypeError, match="or a scipy sparse adjacency, but ndarray came"):
        start(np.eye(3))


def test_mistakes_are_raised_by_train_itself_not_by_the_first_step():
    with pytest.raises(ValueError, match="tau must be above 0"):
        train("karate", tau=0)


@pytest.mark.parametrize("start", [train, Run])
def test_settings_as_a_dict_get_a_sentence(start):
    with pytest.raises(
        TypeError, match=r"IGCLSettings, but dict came. Give IGCLSettings\(\*\*values\), or the values as keyword"
    ):
        start("karate", settings={"tau": 1.0})


def test_features_with_nan():
    x = np.ones((6, 2))
    x[3, 1] = np.nan
    with pytest.raises(ValueError, match="finite numbers, but 1 are NaN"):
        Graphs("g", "node", x, RING)


def test_a_graph_without_edges():
    bare = Graphs("bare", "node", np.eye(6), np.zeros((2, 0), int))
    with pytest.raises(ValueError, match="'bare' has no edges. Choose a graph that has some, or a method that needs"):
        train(bare)
    assert [*train(bare, "implicit-vae", epochs=2, warmup=2)][-1].phase == "done"


def test_isolated_nodes_train():
    finishes(Graphs("isolated", "node", np.eye(9), RING))


def test_one_class_only_trains_and_has_no_probe():
    one = Graphs("one", "node", np.eye(6), RING, y=np.zeros(6, int))
    assert "probe_test" not in finishes(one).metrics


def test_no_labels_at_all_trains():
    finishes(Graphs("unlabelled", "node", np.eye(6), RING))


def test_a_complete_graph_trains():
    edges = np.array(np.triu_indices(6, 1))
    finishes(Graphs("complete", "node", np.eye(6), edges))


def test_features_that_are_all_zero_train():
    finishes(Graphs("zeros", "node", np.zeros((6, 3)), RING))


def test_no_features_use_degrees():
    finishes(Graphs("bare features", "node", np.zeros((6, 0)), RING))


def test_graphs_where_one_has_no_edges_train():
    finishes(Graphs("gap", "graph", np.ones((8, 1)), RING, ptr=np.array([0, 6, 8])))


def test_zero_epochs_give_the_untrained_embedding():
    steps = list(train("karate", epochs=0, warmup=0))
    assert len(steps) == 1 and steps[0].phase == "done" and steps[0].index == steps[0].total == 0
