"""Presets: the paper's tables cell by cell, and a recommended one for every dataset."""

import numpy as np
import pytest

from igcl_core import DATASETS, METHODS, Graphs, UnknownName, preset

NODE_TABLE = {
    "cora": ("gcn", 300, 256, 0.5, 1e-4, 5e-3, 1.0),
    "citeseer": ("gat", 300, 512, 0.5, 5e-4, 1e-2, 5.0),
    "pubmed": ("gcn", 1000, 128, 0.5, 1e-4, 1e-4, 4.7),
    "photo": ("gat", 600, 256, 0.5, 5e-3, 5e-3, 1.0),
    "computers": ("gat", 600, 256, 0.5, 1e-3, 5e-3, 1.0),
}
GRAPH_TABLE = {
    "mutag": (100, 5, 256, 16, 5e-4, 5e-3, 0.01),
    "nci1": (100, 5, 256, 32, 1e-4, 5e-3, 3.54),
    "proteins": (20, 2, 256, 64, 1e-4, 1e-2, 5.0),
    "collab": (20, 8, 256, 128, 5e-4, 1e-2, 1.98),
    "imdb-b": (20, 2, 512, 16, 1e-4, 5e-3, 5.0),
    "imdb-m": (100, 8, 128, 64, 5e-4, 1e-2, 10.0),
}


@pytest.mark.parametrize("name", NODE_TABLE)
def test_node_level_table(name):
    s = preset(name, kind="paper")
    assert (s.backbone, s.epochs, s.D, s.dropout, s.lr, s.weight_decay, s.tau) == NODE_TABLE[name]
    assert (s.lr_step == 0.85) == (name not in ("cora", "pubmed"))


@pytest.mark.parametrize("name", GRAPH_TABLE)
def test_graph_level_table(name):
    s = preset(name, kind="paper")
    assert (s.epochs, s.layers, s.D, s.b, s.lr, s.weight_decay, s.tau) == GRAPH_TABLE[name]
    printed = "Skip" if name in ("mutag", "imdb-m") else "Linear"
    assert s.backbone == "gin" and s.head == {"Skip": "skip", "Linear": "mlp"}[printed]


def test_the_printed_relu_heads_are_those_of_node_level():
    assert {preset(name, kind="paper").vgae_heads for name in NODE_TABLE} == {"relu"}
    assert {preset(name, kind="paper").vgae_heads for name in GRAPH_TABLE} == {"linear"}


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("name", DATASETS)
def test_every_dataset_has_a_recommended_preset(name, method):
    settings, card = preset(name, method).as_dict(), DATASETS[name]
    if METHODS[method].refusal(card) is None:
        assert settings["epochs"] > 0
        assert settings.get("b", 0) <= (card.nodes if card.task == "node" else card.graphs)
        assert "backbone" not in settings or (settings["backbone"] == "gin") == (card.task == "graph")


def test_own_data_gets_settings_that_fit(small_graph, small_graphs):
    assert preset(small_graph).b == 21 and preset(small_graphs).backbone == "gin"


def test_unknown_names():
    with pytest.raises(UnknownName, match="'cora'"):
        preset("coar")
    with pytest.raises(UnknownName, match="'igcl'"):
        preset("cora", "igc")
    with pytest.raises(UnknownName, match="'paper'"):
        preset("cora", kind="papr")
    with pytest.raises(ValueError, match="The paper of iGCL has no settings for 'karate'"):
        preset("karate", kind="paper")


def test_a_large_graph_of_your_own_gets_steps_that_are_short():
    rows, edges = 60_000, np.arange(59_999)
    large = Graphs("mine", "node", np.zeros((rows, 3), np.float32), np.stack([edges, edges + 1]))
    medium = Graphs("mine", "node", np.zeros((2_000, 3), np.float32), np.stack([edges[:1_999], edges[:1_999] + 1]))
    assert (preset(large).D, preset(medium).D) == (64, 256)
    assert preset(large).probe_every > preset(medium).probe_every
