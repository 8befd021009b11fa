"""The softmax at another tau is the core's own row at that tau."""

import numpy as np
import pytest

from igcl_core.analysis.gaussians.one_node import softmax_row
from igcl_core.analysis.gaussians.other_taus import counting, weights_over_tau


def test_every_row_is_the_row_of_that_tau(state):
    taus = (0.05, 0.3, 1.0, 10.0)
    found = weights_over_tau(state, taus, 7)
    np.testing.assert_allclose(found, [softmax_row(*state, tau, 7).weight for tau in taus], rtol=1e-9, atol=1e-12)


def test_a_low_tau_lets_one_win_and_a_high_one_all_alike(state):
    sharp, flat = weights_over_tau(state, (0.01, 1000.0), 7)
    assert sharp.max() > 0.99 and np.ptp(flat) < 1e-2


def test_a_tau_of_zero_is_told(state):
    with pytest.raises(ValueError, match="positive number, but 1, 0 came"):
        weights_over_tau(state, (1.0, 0.0), 7)


def test_how_many_count():
    rows = np.array([[1, 0, 0, 0], [0.25, 0.25, 0.25, 0.25], [0.5, 0.5, 0, 0]])
    np.testing.assert_allclose(counting(rows), [1, 4, 2])
