"""Projections are exact: what is drawn is what projected samples do."""

import numpy as np
import pytest

from igcl_core.analysis.gaussians.projection import latent_axes, outline, pca_of_means, separating_plane
from igcl_core.analysis.gaussians.samples import samples


def projections(state):
    chosen = np.array([0, 1, 2, 5])
    return [
        pca_of_means(state.mu),
        separating_plane(state.mu, state.sigma, chosen),
        separating_plane(state.mu, state.sigma, chosen[:2]),
        separating_plane(state.mu, state.sigma, chosen[:1]),
        latent_axes(4, 1, 6),
    ]


def test_directions_are_orthonormal(state):
    for projection in projections(state):
        np.testing.assert_allclose(projection.w @ projection.w.T, np.eye(2), atol=1e-9)


def test_the_covariance_of_projected_samples_is_the_one_drawn(state):
    for projection in projections(state):
        drawn = projection.covariances(state.sigma[:3])
        for n in range(3):
            a = samples(state.mu[n : n + 1], state.sigma[n : n + 1], 20_000, seed=n)[:, 0]
            seen = np.cov(projection.points(a).T)
            assert np.linalg.norm(seen - drawn[n]) < 0.05 * np.linalg.norm(drawn[n])
            gap = projection.points(a).mean(0) - projection.points(state.mu[n])
            assert np.linalg.norm(gap) < 5 * np.sqrt(np.trace(drawn[n]) / 20_000)


def test_the_outline_is_the_contour_of_that_covariance():
    covariance = np.array([[2.0, 0.6], [0.6, 0.5]])
    around = outline(covariance, sigmas=2)
    np.testing.assert_allclose(np.einsum("ni,ij,nj->n", around, np.linalg.inv(covariance), around), 4)
    np.testing.assert_allclose(around[0], around[-1])
    a = np.random.default_rng(0).multivariate_normal([0, 0], covariance, 20_000)
    inside = np.einsum("ni,ij,nj->n", a, np.linalg.inv(covariance), a) < 4
    assert inside.mean() == pytest.approx(1 - np.exp(-2), abs=0.03)


def test_no_plane_separates_the_chosen_better(state):
    chosen = np.array([0, 4, 8, 12, 17])

    def separated(w):
        mu, s = state.mu[chosen].astype(float), (state.sigma[chosen].astype(float) ** 2).mean(0)
        between = np.cov((mu @ w.T).T, bias=True)
        return np.trace(np.linalg.solve(w @ np.diag(s) @ w.T, between))

    best = separated(separating_plane(state.mu, state.sigma, chosen).w)
    random = np.random.default_rng(0)
    others = [separated(np.linalg.qr(random.normal(size=(6, 2)))[0].T) for _ in range(300)]
    assert best > max(others) and best > separated(pca_of_means(state.mu).w)


def test_one_dimension_and_equal_means_still_give_a_plane():
    ones = np.ones((4, 1))
    assert pca_of_means(np.arange(4.0)[:, None]).points(ones).shape == (4, 2)
    assert latent_axes(0, 0, 1).covariances(ones)[0].tolist() == [[1, 0], [0, 0]]
    w = pca_of_means(np.ones((4, 5))).w
    np.testing.assert_allclose(w @ w.T, np.eye(2), atol=1e-9)


@pytest.mark.parametrize("first, second, words", [(6, 0, "from 0 to 5"), (2, 2, "twice")])
def test_axes_that_are_not_there_get_a_sentence(first, second, words):
    with pytest.raises(ValueError, match=words):
        latent_axes(first, second, 6)
