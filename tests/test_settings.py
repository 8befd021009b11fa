"""Settings: ranges, sentences, and which may change while a run trains."""

from dataclasses import fields

import pytest

from igcl_core import Settings, UnknownName, train


@pytest.mark.parametrize("name, value, sentence", [
    ("tau", 0, "tau must be above 0, but 0 came"),
    ("tau", -1, "tau must be above 0, but -1 came"),
    ("tau", float("nan"), "tau must be a finite number"),
    ("tau", "warm", "tau must be a number, but 'warm' came"),
    ("D", -8, "D must be at least 1 and at most 4096, but -8 came"),
    ("D", 2.5, "D must be a whole number"),
    ("epochs", -1, "epochs must be at least 0"),
    ("dropout", 1.0, "dropout must be at least 0 and at most 0.95"),
    ("lr", float("inf"), "lr must be a finite number"),
    ("M", 0, "M must be at least 1"),
    ("seed", -1, "seed must be at least 0"),
])  # fmt: skip
def test_bad_values_get_a_sentence(name, value, sentence):
    with pytest.raises(ValueError, match=sentence):
        Settings(**{name: value})


def test_unknown_names_suggest_the_nearest():
    with pytest.raises(UnknownName, match="no setting 'taus'. Did you mean 'tau'"):
        Settings().changed(taus=1)
    with pytest.raises(UnknownName, match="no backbone setting 'gcnn'. Did you mean 'gcn'"):
        Settings(backbone="gcnn")


def test_numbers_may_come_as_text_and_get_their_type():
    settings = Settings().changed(tau="0.25", K="3")
    assert settings.tau == 0.25 and settings.K == 3 and type(settings.K) is int


def test_combinations_that_cannot_be():
    with pytest.raises(ValueError, match="multiple of attention_heads"):
        Settings(backbone="gat", D=10, attention_heads=4)
    with pytest.raises(ValueError, match="1 to 3 layers"):
        Settings(layers=5)


def test_more_batch_than_nodes(small_graph):
    with pytest.raises(ValueError, match="at most the 21 nodes of 'small', but 64 came. Use b=0"):
        train(small_graph, b=64)


def test_the_backbone_fits_the_task(small_graph, small_graphs):
    with pytest.raises(ValueError, match="graph-level dataset: its backbone is gin"):
        train(small_graphs, backbone="gcn")
    with pytest.raises(ValueError, match="node-level dataset: its backbone is gcn, gat or gatv2"):
        train(small_graph, backbone="gin")


def test_settings_are_immutable_and_every_one_explains_itself():
    with pytest.raises(AttributeError):
        Settings().tau = 3
    for knob in fields(Settings):
        assert knob.metadata["help"].endswith(".") and len(knob.metadata["help"]) > 15, knob.name


def test_the_help_of_features_names_every_kind():
    (features,) = (knob for knob in fields(Settings) if knob.name == "features")
    named = features.metadata["help"].removeprefix("Node features: ").replace(", or ", ", ").split(", ")
    assert len(named) == len(features.metadata["choices"])


def test_tau_lr_and_k_may_change_while_training():
    live = {knob.name for knob in fields(Settings) if knob.metadata["live"]}
    assert {"tau", "lr", "K"} <= live and not {"D", "seed", "backbone", "features"} & live
