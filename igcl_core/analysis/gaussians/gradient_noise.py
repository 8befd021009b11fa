"""Gradient noise: how much of the pull on the embeddings is the luck of M samples; the closed form has none."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import torch
from torch import Generator, Tensor

from igcl_core.analysis.gaussians.pick import batch_rows
from igcl_core.nn import losses
from igcl_core.threads import computing

SAMPLES = (1, 4, 16, 64)
GROUPS = 4


@dataclass(frozen=True, eq=False)
class GradientNoise:
    """`noise[k]` is sqrt(E |g - E g|^2) / |E g| of the gradient g of L_CL with `counts[k]` samples in all z.

    `agreement` is the cosine of the angle between the gradient of L_upper and E g, the gradient of L_ICL.
    """

    counts: np.ndarray
    noise: np.ndarray
    agreement: float
    items: int


@computing()
def gradient_noise(
    z: np.ndarray,
    mu: np.ndarray,
    sigma: np.ndarray,
    tau: float,
    counts: Sequence[int] = SAMPLES,
    batch: int = 0,
    seed: int = 0,
) -> GradientNoise:
    """Measured on one stream of draws, cut into groups of M: at least four groups of the largest M."""
    rows = batch_rows(len(z), batch, seed)
    state = [torch.from_numpy(np.asarray(array, np.float32)[rows]) for array in (z, mu, sigma)]
    draws = GROUPS * max(counts)
    generator = Generator().manual_seed(seed)
    single = torch.stack([_sampled(*state, tau, generator).flatten() for _ in range(draws)])
    mean = single.mean(0)
    noise = np.array([_spread(single, count) / float(mean.norm()) for count in counts])
    agreement = torch.cosine_similarity(_closed(*state, tau).flatten(), mean, dim=0)
    return GradientNoise(np.array(counts), noise, float(agreement), len(rows))


def _sampled(z: Tensor, mu: Tensor, sigma: Tensor, tau: float, generator: Generator) -> Tensor:
    """The gradient of L_CL with one sample of every Gaussian."""
    a = mu + sigma * torch.empty_like(mu).normal_(generator=generator)
    return _gradient(z, lambda free: losses.contrastive(free, a[None], tau))


def _closed(z: Tensor, mu: Tensor, sigma: Tensor, tau: float) -> Tensor:
    """The gradient of L_upper."""
    return _gradient(z, lambda free: losses.upper_bound(free, mu, sigma, tau))


def _gradient(z: Tensor, loss: Callable[[Tensor], Tensor]) -> Tensor:
    free = z.clone().requires_grad_()
    loss(free).backward()
    return free.grad


def _spread(single: Tensor, count: int) -> float:
    """sqrt(E |g - E g|^2) of means over `count` draws; the gradient of L_CL(M) is the mean of M single ones."""
    means = single[: len(single) // count * count].unflatten(0, (-1, count)).mean(1)
    return float((means - means.mean(0)).square().sum().div(len(means) - 1).sqrt())
