"""The estimate of a step's work grows with everything that makes a step longer, and orders steps as clocks do."""

import pytest

from igcl_core import METHODS, Graphs, IGCLSettings, load, preset

seconds_of_step = METHODS["igcl"].seconds_of_step


@pytest.mark.parametrize(
    ("base", "change"),
    [
        ({}, dict(K=20)),
        ({}, dict(D=1024)),
        (dict(K=5), dict(vgae_hidden=2048)),
        ({}, dict(b=0)),
        (dict(K=1), dict(vgae_decoder="dense")),
        (dict(loss="sampled"), dict(M=100)),
        ({}, dict(icl_samples=500)),
        ({}, dict(backbone="gatv2")),
        (dict(augmentation="noise"), dict(augmentation="explicit")),
    ],
)
def test_more_to_do_is_more_work(base, change):
    digits, settings = load("digits"), preset("digits").changed(**base)
    assert seconds_of_step(digits, settings.changed(**change)) > 1.1 * seconds_of_step(digits, settings)


def test_graphs_add_up(small_graphs):
    one = IGCLSettings(backbone="gin", layers=2, D=16, vgae_hidden=16, b=4)
    assert seconds_of_step(small_graphs, one.changed(D=64)) > 2 * seconds_of_step(small_graphs, one)
    assert seconds_of_step(small_graphs, one.changed(layers=8)) > 1.5 * seconds_of_step(small_graphs, one)


def test_a_thousand_updates_take_a_thousand_times_as_long(small_graph: Graphs):
    one, many = (IGCLSettings(D=8, vgae_hidden=256, b=0, K=k, warmup=0) for k in (1, 1000))
    assert 100 < seconds_of_step(small_graph, many) / seconds_of_step(small_graph, one) < 1000


def test_the_demo_data_has_short_steps():
    for name in ("karate", "digits", "planted", "motifs", "digit-graphs"):
        assert seconds_of_step(load(name), preset(name)) < 1
