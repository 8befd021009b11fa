"""Clouds: samples, means and embeddings pushed through a map that bends space, where a Gaussian is no ellipse."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from igcl_core.analysis.gaussians.samples import samples
from igcl_core.layout import project
from igcl_core.methods.implicit.contrasted import Contrasted


class Cloud(NamedTuple):
    """Places in the plane: of the samples [draws, N, 2], the means [N, 2] and the embeddings [N, 2]."""

    samples: np.ndarray
    mu: np.ndarray
    z: np.ndarray


def cloud(state: Contrasted, method: str, draws: int = 40, seed: int = 0) -> Cloud:
    """All of them in one layout by t-SNE or UMAP ("tsne", "umap"), so that their places can be compared."""
    drawn = samples(state.mu, state.sigma, draws, seed)
    items, size = state.mu.shape
    points = np.concatenate([drawn.reshape(-1, size), state.mu, state.z])
    *_, last = project(points, method, seed=seed)
    around, centres, places = np.split(np.asarray(last.xy, np.float64), [draws * items, (draws + 1) * items])
    return Cloud(around.reshape(draws, items, 2), centres, places)
