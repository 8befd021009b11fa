"""A few Gaussians and embeddings to measure."""

import numpy as np
import pytest

from igcl_core.methods.implicit.contrasted import Contrasted


@pytest.fixture
def state() -> Contrasted:
    """Thirty items in three groups, in six dimensions."""
    random = np.random.default_rng(3)
    centres = random.normal(size=(3, 6))
    mu = centres[np.arange(30) % 3] + 0.4 * random.normal(size=(30, 6))
    z = mu + 0.2 * random.normal(size=(30, 6))
    sigma = random.uniform(0.3, 0.9, size=(30, 6))
    return Contrasted(*(array.astype(np.float32) for array in (z, mu, sigma)))


@pytest.fixture
def y() -> np.ndarray:
    return np.arange(30) % 3
