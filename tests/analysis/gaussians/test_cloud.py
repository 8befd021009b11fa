"""Clouds: every sample, mean and embedding has its place in one layout."""

import numpy as np
import pytest

from igcl_core.analysis.gaussians.cloud import cloud
from igcl_core.methods.implicit.contrasted import Contrasted


@pytest.mark.parametrize("method", ["tsne", "umap"])
def test_samples_lie_around_their_own_mean_where_gaussians_are_far_apart(method):
    mu = 40 * np.eye(3, 4, dtype=np.float32)
    found = cloud(Contrasted(mu, mu, np.ones((3, 4), np.float32)), method, draws=30)
    assert found.samples.shape == (30, 3, 2) and found.mu.shape == found.z.shape == (3, 2)
    distance = np.linalg.norm(found.samples[:, :, None] - found.mu, axis=-1)
    assert (distance.argmin(-1) == np.arange(3)).all()
