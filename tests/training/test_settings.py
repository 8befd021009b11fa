"""Settings: ranges, sentences, and which may change while a run trains."""

from dataclasses import fields

import pytest

from igcl_core import IGCLSettings, UnknownName, train


@pytest.mark.parametrize("name, value, sentence", [
    ("tau", 0, "tau must be above 0 and at most 1,000,000, but 0 came"),
    ("tau", -1, "tau must be above 0 and at most 1,000,000, but -1 came"),
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
        IGCLSettings(**{name: value})


def test_unknown_names_suggest_the_nearest():
    with pytest.raises(UnknownName, match="no setting 'taus'. Did you mean 'tau'"):
        IGCLSettings().changed(taus=1)
    with pytest.raises(UnknownName, match="no backbone setting 'gcnn'. Did you mean 'gcn'"):
        IGCLSettings(backbone="gcnn")


def test_numbers_may_come_as_text_and_get_their_type():
    settings = IGCLSettings().changed(tau="0.25", K="3")
    assert settings.tau == 0.25 and settings.K == 3 and type(settings.K) is int


def test_combinations_that_cannot_be():
    with pytest.raises(ValueError, match="multiple of attention_heads"):
        IGCLSettings(backbone="gat", D=10, attention_heads=4)
    with pytest.raises(ValueError, match="1 to 3 layers"):
        IGCLSettings(layers=5)


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
        IGCLSettings().tau = 3
    for knob in fields(IGCLSettings):
        assert knob.metadata["help"].endswith(".") and len(knob.metadata["help"]) > 15, knob.name


def test_the_help_of_features_names_every_kind():
    (features,) = (knob for knob in fields(IGCLSettings) if knob.name == "features")
    named = features.metadata["help"].removeprefix("Node features: ").replace(", or ", ", ").split(", ")
    assert len(named) == len(features.metadata["choices"])


def test_tau_lr_and_k_may_change_while_training():
    live = {knob.name for knob in fields(IGCLSettings) if knob.metadata["live"]}
    assert {"tau", "lr", "K"} <= live and not {"D", "seed", "backbone", "features"} & live


def test_every_number_has_an_upper_bound():
    for knob in fields(IGCLSettings):
        about = knob.metadata
        assert about["choices"] or about["high"] is not None, knob.name
        if not about["choices"]:
            assert getattr(IGCLSettings(backbone="gin", **{knob.name: about["high"]}), knob.name) == about["high"]


@pytest.mark.parametrize("name, value, sentence", [
    ("K", 1_000_000_000, "K must be at least 0 and at most 1000, but 1,000,000,000 came."),
    ("epochs", 9007199254740993, "epochs must be at least 0 and at most 100,000, but 9.0072e+15 came."),
    ("seed", 2**53, "seed must be at least 0 and at most 4,294,967,295, but 9.0072e+15 came."),
    ("tau", 1e300, "tau must be above 0 and at most 1,000,000, but 1e+300 came."),
    ("tau", 10**400, "tau must be above 0 and at most 1,000,000, but 1000"),
    ("K", 10**400, "K must be at least 0 and at most 1000, but 1000"),
    ("K", 10**5000, "K must be at least 0 and at most 1000, but a value of type int came."),
    ("K", "9" * 400, "K must be at least 0 and at most 1000, but '999"),
    ("K", "9" * 5000, "K must be a number, but '999"),
    ("lr", "9" * 400, "lr must be a finite number, but '999"),
    ("backbone", ["gcn"], "There is no backbone setting ['gcn']. Did you mean 'gcn'?"),
    ("backbone", "g" * 10_000, "There is no backbone setting 'ggg"),
], ids=range(12))  # fmt: skip
def test_huge_values_get_a_short_sentence(name, value, sentence):
    for attempt in (lambda: IGCLSettings(**{name: value}), lambda: IGCLSettings().changed(**{name: value})):
        with pytest.raises(ValueError) as problem:
            attempt()
        assert str(problem.value).startswith(sentence) and len(str(problem.value)) < 250


@pytest.mark.parametrize("changes", [dict(backbone="gat", D=7), dict(backbone="gatv2", attention_heads=5)])
def test_heads_that_do_not_divide_get_a_sentence(changes):
    with pytest.raises(ValueError, match="D must be a multiple of attention_heads, but D="):
        IGCLSettings().changed(**changes)


def test_the_largest_seed_trains_to_the_last_step():
    *_, last = train("karate", seed=2**32 - 1, epochs=2, warmup=1, icl_every=1)
    assert last.phase == "done"
