"""The mean overlap between classes, against the plain formula pair by pair."""

import numpy as np
import pytest

from igcl_core.analysis.gaussians.between import overlap_between
from igcl_core.methods.implicit.contrasted import Contrasted


def bhattacharyya(a, b, s, t) -> float:
    both = s**2 + t**2
    return float(np.exp(-((a - b) ** 2 / (4 * both)).sum() - 0.5 * np.log(both / (2 * s * t)).sum()))


def test_it_is_the_mean_over_pairs_of_different_classes():
    random = np.random.default_rng(0)
    z, sigma = random.normal(size=(9, 3)).astype(np.float32), random.uniform(0.5, 1, (9, 3)).astype(np.float32)
    y = np.array([0, 0, 0, 1, 1, 1, 1, 2, 2])
    plain = [bhattacharyya(z[i], z[j], sigma[i], sigma[j]) for i in range(9) for j in range(i) if y[i] != y[j]]
    assert overlap_between(Contrasted(z, 0 * z, sigma), y) == pytest.approx(np.mean(plain), rel=1e-4)


def test_one_class_has_no_pair():
    z = np.ones((4, 2), np.float32)
    assert overlap_between(Contrasted(z, z, z), np.zeros(4, int)) is None
