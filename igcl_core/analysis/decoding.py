"""Decoding: what a VAE's decoder makes of points in latent space, as rows of the data it was trained on."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from igcl_core.analysis.gaussians.projection import LinearProjection, pca_of_means
from igcl_core.analysis.gaussians.samples import samples
from igcl_core.threads import computing
from igcl_core.training.history import Arrays
from igcl_core.training.method import DECODED
from igcl_core.training.run import Run


class Decoded(NamedTuple):
    """Rows of data: along the way from one item to another, at one place of it, and samples around that place."""

    step: int
    way: np.ndarray
    place: np.ndarray
    samples: np.ndarray


def decoded(run: Run, step: int, points: np.ndarray) -> np.ndarray:
    """The row that the decoder of this step expects at each point [points, D], in the units of the data."""
    if not run.method.shows(DECODED, run.settings):
        raise ValueError(f"{run.method.title} has no decoder that makes items of its data.")
    with computing(run.threads):
        return run.trainer_at(step).decode(points)


def way(run: Run, step: int, arrays: Arrays, ends: tuple[int, int], at: float, count: int, draws: int) -> Decoded:
    """Decoded: `count` points from one item's mean to another's, the point at the share `at` of the way, and `draws`
    samples around it, as wide as the Gaussians of the two ends are there on average."""
    mu, sigma = (arrays[name][list(ends)] for name in ("mu", "sigma"))
    shares = np.linspace(0, 1, count, dtype=np.float32)
    line = between(mu, shares)
    place, width = (between(each, np.array([at], np.float32)) for each in (mu, sigma))
    around = samples(place, width, draws)[:, 0]
    rows = decoded(run, step, np.concatenate([line, place, around]))
    return Decoded(step, rows[:count], rows[count], rows[count + 1 :])


class Field(NamedTuple):
    """Rows of data on a grid of places in a plane of latent space: `rows[j * count + i]` is at (x[i], y[j])."""

    step: int
    x: np.ndarray
    y: np.ndarray
    axes: tuple[str, str]
    rows: np.ndarray


def field(run: Run, step: int, arrays: Arrays, count: int) -> Field:
    """Decoded: `count` x `count` places of the plane in which the means differ most, laid through their middle, as far
    as the means reach."""
    mu = np.asarray(arrays["mu"], np.float64)
    plane = pca_of_means(mu)
    shown = plane.points(mu)
    x, y = np.linspace(shown.min(axis=0), shown.max(axis=0), count).T
    grid = np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)
    rows = decoded(run, step, lifted(grid, plane, mu.mean(axis=0)))
    return Field(step, x, y, plane.axes, rows)


def lifted(places: np.ndarray, plane: LinearProjection, middle: np.ndarray) -> np.ndarray:
    """The points of latent space over places of a plane through `middle`: the plane shows each where it was."""
    return middle + (places - plane.points(middle)) @ plane.w


def between(ends: np.ndarray, shares: np.ndarray) -> np.ndarray:
    """(1 - t) first + t second for every share t."""
    first, second = ends
    return (1 - shares)[:, None] * first + shares[:, None] * second
