"""Linear projections into a plane, in which a Gaussian stays one: centre W mu, covariance W diag(sigma^2) W'."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True, eq=False)
class LinearProjection:
    """Two orthonormal directions W [2, D], so that no distance grows, and what each axis is called."""

    w: np.ndarray
    axes: tuple[str, str]

    def points(self, x: np.ndarray) -> np.ndarray:
        return np.asarray(x, np.float64) @ self.w.T

    def covariances(self, sigma: np.ndarray) -> np.ndarray:
        """W diag(sigma_n^2) W' for every row, [N, 2, 2]."""
        return np.einsum("ad,nd,bd->nab", self.w, np.square(sigma, dtype=np.float64), self.w)


def pca_of_means(mu: np.ndarray) -> LinearProjection:
    """The plane in which the means differ most."""
    directions, variance = principal_directions(mu)
    share = variance / max(variance.sum(), 1e-300)
    names = [f"PC {place + 1} of the means, {share[place] if place < len(share) else 0:.0%}" for place in range(2)]
    return LinearProjection(first_two(directions), tuple(names))


def separating_plane(mu: np.ndarray, sigma: np.ndarray, chosen: np.ndarray) -> LinearProjection:
    """The plane that separates the chosen Gaussians best: their means apart, measured in their average spread.

    It maximises tr((W S W')^-1 W B W') with B the scatter of the chosen means and S the mean of diag(sigma^2)
    (Fisher), which depends on the plane only, so its axes can be orthonormal. Directions in which the chosen means
    do not differ (fewer than three items) are filled with those of all means.
    """
    if len(chosen) == 0:
        raise ValueError("At least one item must be chosen.")
    spread = np.sqrt(np.square(sigma[chosen], dtype=np.float64).mean(axis=0)).clip(min=1e-12)
    directions, variance = principal_directions(np.asarray(mu, np.float64)[chosen] / spread)
    separating = directions[variance > 1e-9 * max(variance.max(initial=0), 1e-300)][:2] / spread
    separating /= np.linalg.norm(separating, axis=1, keepdims=True).clip(min=1e-300)
    names = [f"separating direction {place + 1}" for place in range(len(separating))]
    names += [f"PC {place + 1} of the means" for place in range(2 - len(separating))]
    return LinearProjection(first_two(np.concatenate([separating, principal_directions(mu)[0]])), tuple(names))


def latent_axes(first: int, second: int, dimensions: int) -> LinearProjection:
    """Two of the latent dimensions as they are."""
    for axis in (first, second):
        if not 0 <= axis < dimensions:
            raise ValueError(f"A latent axis from 0 to {dimensions - 1} was expected, but {axis} came.")
    if first == second and dimensions > 1:
        raise ValueError(f"Two different latent axes were expected, but axis {first} came twice.")
    w = np.zeros((2, dimensions))
    w[0, first] = w[1, second] = 1.0
    if dimensions == 1:
        w[1] = 0.0
    return LinearProjection(w, (f"latent axis {first}", f"latent axis {second}"))


def principal_directions(x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Orthonormal rows by falling variance, each with its largest entry positive so that signs never flip."""
    x = np.asarray(x, np.float64)
    centred = x - x.mean(axis=0)
    if len(x) >= x.shape[1]:
        variance, vectors = np.linalg.eigh(centred.T @ centred / len(x))
        variance, directions = variance[::-1].clip(min=0), vectors.T[::-1]
    else:
        _, singular, directions = np.linalg.svd(centred, full_matrices=False)
        variance = singular**2 / max(len(x), 1)
    largest = np.abs(directions).argmax(axis=1)
    signs = np.sign(directions[np.arange(len(directions)), largest])
    return directions * np.where(signs == 0, 1, signs)[:, None], variance


def first_two(directions: np.ndarray) -> np.ndarray:
    """The first two orthonormal directions of what is given, then of the latent axes; zero where D is 1."""
    dimensions = directions.shape[1]
    found: list[np.ndarray] = []
    for direction in [*directions, *np.eye(min(3, dimensions), dimensions)]:
        rest = direction - sum((np.dot(direction, basis) * basis for basis in found), np.zeros(dimensions))
        length = np.linalg.norm(rest)
        if length > 1e-6 and len(found) < 2:
            found.append(rest / length)
    return np.array([*found, *[np.zeros(dimensions)] * (2 - len(found))])


def outline(covariance: np.ndarray, sigmas: float = 1.0, points: int = 48) -> np.ndarray:
    """The closed ellipse x' covariance^-1 x = sigmas^2 around 0, [points + 1, 2]."""
    angle = np.linspace(0, 2 * np.pi, points + 1)
    values, vectors = np.linalg.eigh(covariance)
    root = vectors * np.sqrt(values.clip(min=0))
    return sigmas * np.stack([np.cos(angle), np.sin(angle)], axis=1) @ root.T
