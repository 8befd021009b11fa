"""A snapshot in the space of the loss gives the loss that training reports."""

import numpy as np
import pytest
import torch

from igcl_core import Run, losses
from igcl_core.methods.implicit.contrasted import contrasted

FAST = dict(D=8, vgae_hidden=8, b=0, dropout=0.0, warmup=5, epochs=3, snapshot_every=1, lr=0.05)


@pytest.mark.parametrize("normalise", ["none", "z", "both"])
def test_the_bound_of_a_snapshot_is_the_one_trained(normalise):
    run = Run("karate", normalise=normalise, **FAST)
    run.advance(7)
    state = contrasted(run.arrays(6), run.settings)
    upper = losses.upper_bound(*map(torch.from_numpy, state), run.settings.tau)
    assert float(upper) == pytest.approx(run.steps[7].metrics["loss"], rel=1e-4)


def test_lengths_follow_the_setting():
    run = Run("karate", **FAST)
    arrays = run.arrays(0)
    for normalise, z_is_unit, mu_is_unit in (("none", False, False), ("z", True, False), ("both", True, True)):
        state = contrasted(arrays, run.settings.changed(normalise=normalise))
        for x, is_unit in ((state.z, z_is_unit), (state.mu, mu_is_unit)):
            assert np.allclose(np.linalg.norm(x, axis=1), 1) == is_unit
        np.testing.assert_allclose(state.sigma / np.abs(state.mu), arrays["sigma"] / np.abs(arrays["mu"]), rtol=1e-4)


def test_noise_is_never_scaled():
    run = Run("karate", augmentation="noise", **FAST)
    state = contrasted(run.arrays(0), run.settings)
    assert (state.mu == 0).all() and (state.sigma == 1).all()


def test_runs_that_differ_in_tau_share_their_vgae_and_their_start():
    runs = [Run("karate", tau=tau, **FAST) for tau in (0.2, 2.0)]
    for run in runs:
        run.advance(8)
    for step in (0, 5, 8):
        a, b = (run.arrays(step) for run in runs)
        assert (a["mu"] == b["mu"]).all() and (a["sigma"] == b["sigma"]).all()
        assert (a["z"] == b["z"]).all() == (step < 6)
