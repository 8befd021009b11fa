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


@pytest.mark.parametrize("z", [
    np.eye(34), sparse.identity(34, format="csr"), sparse.identity(900, format="csr"), np.zeros((6, 4)),
    np.ones((1, 5)), np.ones((5, 1)), np.arange(6.0)[:, None], np.outer(np.arange(700.0), np.ones(650)),
    np.ones((2, 3)), np.ones((3, 0)), np.repeat(np.eye(3), 300, axis=0), sparse.csr_matrix((700, 900)),
    sparse.csr_matrix(np.outer(np.arange(700) % 3, np.arange(900) % 2)),
], ids=lambda z: f"{type(z).__name__} {z.shape}")  # fmt: skip
def test_what_has_no_clear_plane_has_a_finite_one(z):
    found = plane(z)
    assert found.xy.shape == (z.shape[0], 2) and np.isfinite(found.xy).all() and 0 <= found.share <= 1


def test_what_has_no_plane_at_all_gets_a_sentence():
    with pytest.raises(ValueError, match="one row per item"):
        plane(np.zeros((0, 3)))
    with pytest.raises(ValueError, match="may have diverged"):
        plane(np.array([[1.0, np.nan], [0.0, 1.0]]))


def test_directions_lead_from_rows_to_their_places():
    z = np.random.default_rng(1).normal(size=(30, 6))
    before = plane(np.roll(z, 1, axis=1))
    for found in (plane(z), plane(z, like=before)):
        np.testing.assert_allclose((z - z.mean(axis=0)) @ found.directions.T, found.xy, atol=1e-9)
        np.testing.assert_allclose(found.directions @ found.directions.T, np.eye(2), atol=1e-9)
    assert plane(np.arange(5.0)[:, None]).directions.tolist() in ([[1.0], [0.0]], [[-1.0], [0.0]])
