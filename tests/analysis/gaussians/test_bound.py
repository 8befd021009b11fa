"""The bound: never below L_ICL, tight without spread, and an error that falls with the root of M."""

import numpy as np
import pytest

from igcl_core.analysis.gaussians.bound import against_samples, against_tau


@pytest.mark.parametrize("tau", [0.2, 0.5, 2.0])
def test_the_gap_is_never_below_zero_by_more_than_chance(state, tau):
    found = against_samples(*state, tau, counts=(4, 64, 512))
    assert (found.upper - found.estimate >= -6 * found.error).all()


def test_the_standard_error_falls_as_one_over_the_root_of_m(state):
    found = against_samples(*state, 0.5, counts=(1, 32, 512, 8192))
    assert np.isnan(found.error[0])
    assert found.error[1] / found.error[2] == pytest.approx(4, rel=0.4)
    assert found.error[2] / found.error[3] == pytest.approx(4, rel=0.2)
    assert (np.abs(found.estimate[:-1] - found.estimate[-1])[1:] < 8 * found.error[1:-1]).all()
    assert (found.seconds > 0).all() and found.upper_seconds > 0 and found.items == 30


def test_the_gap_goes_to_zero_with_sigma(state):
    whole, tenth, none = (
        against_samples(state.z, state.mu, shrink * state.sigma, 0.5, counts=(256,)) for shrink in (1, 0.1, 0.0)
    )
    gap = [float(found.upper - found.estimate[0]) for found in (whole, tenth, none)]
    assert gap[0] > 6 * whole.error[0] and gap[1] < 0.05 * gap[0]
    assert gap[2] == pytest.approx(0, abs=1e-5 * none.upper)


def test_against_tau_the_bound_is_tight_where_tau_is_large(state):
    found = against_tau(*state, taus=(0.1, 1.0, 50.0), samples=64)
    assert (found.gap >= -6 * found.error).all()
    assert found.gap[0] > 10 * found.gap[1] > 100 * found.gap[2]
    assert found.transposed.shape == (3,) and not np.allclose(found.transposed, found.upper)


def test_a_batch_is_contrasted_as_in_training(state):
    assert against_tau(*state, taus=(0.5,), samples=2, batch=12).items == 12
    few = against_samples(*state, 0.5, counts=(2,), batch=12)
    assert few.items == 12 and few.upper < against_samples(*state, 0.5, counts=(2,)).upper
