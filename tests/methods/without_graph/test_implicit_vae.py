"""The implicit VAE: contrast without a graph, on pictures and on a table."""

from dataclasses import replace

import numpy as np
import pytest
import torch

from igcl_core import DATASETS, METHODS, Graphs, Run, load, preset, train
from igcl_core.methods.implicit.contrasted import contrasted
from igcl_core.nn import losses


def short(dataset: str, method: str = "implicit-vae", **changes) -> Run:
    run = Run(dataset, method, **{"warmup": 4, "epochs": 4, **changes})
    run.advance(8)
    return run


@pytest.mark.parametrize("dataset", ["digits", "wine"])
def test_the_vae_learns_first_and_rests_while_z_is_contrasted(dataset):
    run = Run(dataset, "implicit-vae", warmup=6, epochs=6, snapshot_every=3)
    run.advance(12)
    assert [step.phase for step in run.steps[1:]] == ["vae"] * 6 + ["contrast"] * 5 + ["done"]
    first, begun, done = (run.arrays(step) for step in (0, 6, 12))
    assert np.array_equal(first["z"], begun["z"]) and not np.array_equal(first["mu"], begun["mu"])
    assert np.array_equal(begun["mu"], done["mu"]) and not np.array_equal(begun["z"], done["z"])


def test_what_is_descended_is_the_bound_on_all_items():
    run = short("wine", dropout=0.0, epochs=5, snapshot_every=1)
    state = contrasted(run.arrays(), run.settings)
    upper = losses.upper_bound(*map(torch.from_numpy, state), run.settings.tau)
    run.advance(1)
    assert run.steps[-1].metrics["upper"] == pytest.approx(float(upper), rel=1e-5)


def test_edges_are_not_looked_at():
    digits = load("digits")
    bare = replace(digits, edges=np.zeros((2, 0), int))
    settings = preset("digits", "implicit-vae").changed(warmup=3, epochs=3)
    with_edges, without = ([*train(each, "implicit-vae", settings)][-1] for each in (digits, bare))
    assert np.array_equal(with_edges.arrays["z"], without.arrays["z"])


def test_the_vae_alone_embeds_by_its_mean():
    arrays = short("wine", "vae").arrays()
    assert np.array_equal(arrays["z"], arrays["mu"])


def test_the_negative_elbo_is_reconstruction_and_kl():
    for step in short("wine").steps:
        m = step.metrics
        assert m["vae_loss"] == pytest.approx(m["reconstruction"] + m["kl"])


def test_the_scale_of_a_column_does_not_matter_when_columns_are_standard():
    wine = load("wine")
    stretched = replace(wine, x=wine.x * np.float32(1000) + np.float32(7))
    settings = preset("wine", "implicit-vae").changed(warmup=5, epochs=0)
    plain, scaled = (Run(each, "implicit-vae", settings) for each in (wine, stretched))
    for run in (plain, scaled):
        run.advance(5)
    np.testing.assert_allclose(plain.arrays()["mu"], scaled.arrays()["mu"], atol=2e-2)


@pytest.mark.parametrize("method", ["igcl", "vgae", "gae", "arga", "dgi"])
def test_methods_that_need_edges_refuse_a_table_in_a_sentence(method):
    sentence = METHODS[method].refusal(DATASETS["wine"])
    assert "'wine' has no edges. Choose a graph that has some, or a method that needs none." in sentence
    with pytest.raises(ValueError, match="'wine' has no edges"):
        train("wine", method)


def test_data_without_numbers_is_refused_in_a_sentence():
    bare = Graphs("bare", "node", np.zeros((6, 0)), np.array([[0, 1], [1, 2]]))
    with pytest.raises(ValueError, match="rebuild the numbers of every item, but 'bare' has none"):
        train(bare, "implicit-vae")


def test_shades_beyond_black_and_white_are_refused_in_a_sentence():
    with pytest.raises(ValueError, match="shades from 0 to 1, but the features of 'wine' go from -"):
        train("wine", "implicit-vae", likelihood="bernoulli", columns="given")
    with pytest.raises(ValueError, match="columns must be 'given', not 'standard'"):
        train("digits", "implicit-vae", columns="standard")


def test_contrasting_earns_something_on_the_table():
    """The recommended settings: the probe reads more off z than off the untrained network, here 15 points more."""
    run = Run("wine", "implicit-vae", seed=108, health_every=100, icl_every=0, snapshot_every=0, probe_every=0)
    run.advance(run.total)
    assert run.steps[-1].metrics["probe_test"] > run.steps[0].metrics["probe_test"] + 0.05
