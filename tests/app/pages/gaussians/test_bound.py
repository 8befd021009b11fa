"""The sentence on tau speaks of the temperatures that were measured, and of no others."""

import numpy as np
import pytest

from app.pages.gaussians.bound import tau_words
from igcl_core.analysis.gaussians.bound import AgainstTau


def against(gap: list[float]) -> AgainstTau:
    """The bound at tau = 0.1, 1 and 10 with these gaps above an L_ICL of 1."""
    one = np.ones(3)
    return AgainstTau(np.array([0.1, 1.0, 10.0]), 1 + np.array(gap), one, 0 * one, one, 16, 30)


@pytest.mark.parametrize(
    ("gap", "sentence"),
    [
        ([0.9, 0.5, 0.3], "loose (the gap more than 5% of L_ICL) at all 3 τ measured, 0.1 to 10."),
        ([0.9, 0.5, 0.01], "at 2 of the 3 τ measured, 0.1 to 10: between τ = 0.1 and 1; tight at the others."),
        ([0.9, 0.01, 0.01], "at 1 of the 3 τ measured, 0.1 to 10: τ = 0.1; tight at the others."),
        ([0.01, 0.0, 0.0], "tight at all 3 τ measured, 0.1 to 10 (nowhere is the gap more than 5% of L_ICL)."),
    ],
)
def test_nothing_is_said_beyond_the_grid(gap, sentence):
    words = tau_words(against(gap), 1.0)
    assert words.endswith(sentence) and "above" not in words and f"at τ = 1 the gap is {gap[1]:.2%}" in words
