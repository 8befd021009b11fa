"""Samples of the Gaussians: the implicit augmentations."""

from __future__ import annotations

import numpy as np


def samples(mu: np.ndarray, sigma: np.ndarray, count: int, seed: int = 0) -> np.ndarray:
    """`count` draws of every N(mu_n, diag sigma_n^2), [count, N, D]."""
    noise = np.random.default_rng(seed).standard_normal((count, *np.shape(mu)), dtype=np.float32)
    return np.asarray(mu, np.float32) + np.asarray(sigma, np.float32) * noise
