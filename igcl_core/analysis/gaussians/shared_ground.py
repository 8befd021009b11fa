"""Shared ground: where the rings of two Gaussians in a plane overlap, as an outline with always as many points.

The point that lies deepest in both ellipses q_i(x) = (x - c_i)' P_i (x - c_i) minimises max(q_a, q_b). It is on the
curve x(t) = (t P_a + (1 - t) P_b)^-1 (t P_a c_a + (1 - t) P_b c_b), where q_a = q_b or at an end: t is found by
bisection. What both share is convex, so seen from there each direction meets its edge once: at the nearer ellipse.
"""

from __future__ import annotations

import numpy as np

POINTS = 20
HALVINGS = 40
FLAT = 1e-9


def shared_ground(
    centres: np.ndarray, covariances: np.ndarray, pairs: np.ndarray, sigmas: float = 1.0, points: int = POINTS
) -> np.ndarray:
    """Closed outlines [pairs, points + 1, 2] of what the ellipses of `sigmas` share; one point where they share
    nothing, so that outlines of two steps can be blended."""
    first, second = _ellipses(centres, covariances, pairs, sigmas)
    deepest = _deepest(first, second)
    angle = np.linspace(0, 2 * np.pi, points + 1)
    rays = np.stack([np.cos(angle), np.sin(angle)], axis=1)
    reach = np.minimum(_reach(deepest, rays, *first), _reach(deepest, rays, *second))
    return deepest[:, None] + reach[:, :, None] * rays


def different(y: np.ndarray) -> np.ndarray:
    """All pairs i < j of items of two classes, [pairs, 2]."""
    first, second = np.triu_indices(len(y), 1)
    apart = np.asarray(y)[first] != np.asarray(y)[second]
    return np.stack([first[apart], second[apart]], axis=1)


def areas(outlines: np.ndarray) -> np.ndarray:
    """The area within each closed outline."""
    x, y = outlines[..., 0], outlines[..., 1]
    return 0.5 * np.abs((x[:, :-1] * y[:, 1:] - x[:, 1:] * y[:, :-1]).sum(axis=1))


def _ellipses(
    centres: np.ndarray, covariances: np.ndarray, pairs: np.ndarray, sigmas: float
) -> list[tuple[np.ndarray, np.ndarray]]:
    """Centres and P of the first and of the second of every pair; a flat ellipse gets a little width."""
    widths = np.trace(covariances, axis1=1, axis2=2)[:, None, None]
    precisions = np.linalg.inv(covariances + (FLAT * widths + 1e-300) * np.eye(2)) / sigmas**2
    return [(centres[pairs[:, side]], precisions[pairs[:, side]]) for side in (0, 1)]


def _deepest(first: tuple[np.ndarray, np.ndarray], second: tuple[np.ndarray, np.ndarray]) -> np.ndarray:
    (c_a, p_a), (c_b, p_b) = first, second
    low, high = np.zeros(len(c_a)), np.ones(len(c_a))
    for _ in range(HALVINGS):
        t = (low + high) / 2
        x = _between(t, c_a, p_a, c_b, p_b)
        nearer_b = _square(x - c_a, p_a) > _square(x - c_b, p_b)
        low, high = np.where(nearer_b, t, low), np.where(nearer_b, high, t)
    return _between((low + high) / 2, c_a, p_a, c_b, p_b)


def _between(t: np.ndarray, c_a: np.ndarray, p_a: np.ndarray, c_b: np.ndarray, p_b: np.ndarray) -> np.ndarray:
    a, b = t[:, None, None] * p_a, (1 - t)[:, None, None] * p_b
    return np.linalg.solve(a + b, a @ c_a[..., None] + b @ c_b[..., None])[..., 0]


def _square(away: np.ndarray, precision: np.ndarray) -> np.ndarray:
    return np.einsum("pi,pij,pj->p", away, precision, away)


def _reach(start: np.ndarray, rays: np.ndarray, centre: np.ndarray, precision: np.ndarray) -> np.ndarray:
    """How far it is from `start` [P, 2] along each ray to the edge of its ellipse [P, rays]; 0 from outside."""
    away = start - centre
    a = np.einsum("ri,pij,rj->pr", rays, precision, rays)
    b = np.einsum("pi,pij,rj->pr", away, precision, rays)
    inside = (1 - _square(away, precision)).clip(min=0)[:, None]
    return np.where(inside > 0, (np.sqrt(b**2 + a * inside) - b) / a, 0.0)
