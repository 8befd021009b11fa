"""Attribution: whether samples of the Gaussians, and the embeddings themselves, are found nearest to their own."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch
from torch import Generator, Tensor

from igcl_core.losses import BLOCK, mean_and_error

MEASURES = ("product", "distance")


@dataclass(frozen=True, eq=False)
class Attribution:
    """Share of samples that point to their own item, its standard error over draws, and the share of each item."""

    accuracy: float
    error: float
    per_item: np.ndarray


@dataclass(frozen=True, eq=False)
class Nearness:
    """Euclidean distance of each z_n to its own mean, to the nearest other mean, and which that is."""

    own: np.ndarray
    other: np.ndarray
    which: np.ndarray

    @property
    def ratio(self) -> float:
        """Mean own distance over mean distance to the nearest other: below 1 the own mean is nearer."""
        return float(self.own.mean() / max(self.other.mean(), 1e-12))

    @property
    def share(self) -> float:
        """Share of embeddings whose own mean is the nearest of all."""
        return float((self.own < self.other).mean())


def attribution(
    targets: np.ndarray,
    mu: np.ndarray,
    sigma: np.ndarray,
    samples: int = 8,
    seed: int = 0,
    measure: str = "product",
) -> Attribution:
    """Of samples a_n ~ N(mu_n, diag sigma_n^2), how many are nearest to their own row of `targets` (z, or mu).

    "product" takes the largest inner product, which is the winner of the softmax in the loss; "distance" the
    smallest Euclidean distance. Of targets of one length both choose the same.
    """
    if measure not in MEASURES:
        raise ValueError(f"The measure must be one of {', '.join(MEASURES)}, not {measure!r}.")
    if samples < 1:
        raise ValueError(f"The number of samples must be at least 1, but {samples} came.")
    targets, mu, sigma = (torch.from_numpy(np.asarray(array, np.float32)) for array in (targets, mu, sigma))
    offset = targets.square().sum(1) / -2 if measure == "distance" else targets.new_zeros(len(targets))
    generator, hits = Generator().manual_seed(seed), []
    for _ in range(samples):
        noise = torch.empty_like(mu).normal_(generator=generator)
        hits.append(_won(torch.addcmul(mu, sigma, noise), targets, offset))
    hits = torch.stack(hits).double()
    accuracy, error = mean_and_error(hits)
    return Attribution(float(accuracy), float(error), hits.mean(0).numpy())


def _won(a: Tensor, targets: Tensor, offset: Tensor) -> Tensor:
    """Whether each sample scores highest at its own target; a tie is no win."""
    won = torch.empty(len(a), dtype=torch.bool)
    for start in range(0, len(a), BLOCK):
        score = torch.addmm(offset, a[start : start + BLOCK], targets.T)
        own = score.diagonal(start).clone()
        score.diagonal(start).fill_(-torch.inf)
        won[start : start + BLOCK] = own > score.amax(dim=1)
    return won


def nearness(z: np.ndarray, mu: np.ndarray) -> Nearness:
    """How far each z_n is from its own mean, and from the nearest other."""
    z, mu = (torch.from_numpy(np.asarray(array, np.float64)) for array in (z, mu))
    own, parts = (z - mu).norm(dim=1), []
    for start in range(0, len(z), BLOCK):
        distance = torch.cdist(z[start : start + BLOCK], mu)
        distance.diagonal(start).fill_(torch.inf)
        parts.append(distance.min(dim=1))
    other, which = (torch.cat(part).numpy() for part in zip(*parts, strict=True))
    return Nearness(own.numpy(), other, which)
