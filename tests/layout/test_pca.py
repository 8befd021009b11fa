"""The principal plane against scikit-learn, dense and sparse, tall and wide."""

import numpy as np
import pytest
from scipy import sparse
from sklearn.decomposition import PCA

from igcl_core.layout import plane, project


@pytest.mark.parametrize("shape", [(80, 12), (12, 80), (700, 640)])
def test_equals_scikit_learn_up_to_sign(shape):
    z = np.random.default_rng(0).normal(size=shape) * np.linspace(3, 1, shape[1]) + 5
    reference = PCA(2, svd_solver="full").fit(z)
    found = plane(z)
    assert np.allclose(np.abs(found.xy), np.abs(reference.transform(z)), atol=1e-6)
    assert found.share == pytest.approx(reference.explained_variance_ratio_.sum())


def test_sparse_equals_dense():
    z = sparse.random(700, 900, 0.02, random_state=0, format="csr")
    found, dense = plane(z), plane(z.toarray())
    assert np.allclose(found.xy, dense.xy, atol=1e-8) and found.share == pytest.approx(dense.share)


def test_one_column_and_no_variance():
    assert plane(np.ones((5, 3))).share == 1 and not plane(np.ones((5, 3))).xy.any()
    assert np.ptp(plane(np.arange(5.0)[:, None]).xy[:, 1]) == 0


def test_the_next_plane_does_not_jump():
    z = np.random.default_rng(0).normal(size=(60, 8)) * [3, 2.9, 1, 1, 1, 1, 1, 1]
    before = plane(z)
    mirrored = plane(-z, like=before)
    assert np.allclose(mirrored.xy, before.xy)
    (frame,) = project(-z, "pca", start=before.xy)
    assert np.allclose(frame.xy, before.xy) and frame.settled
