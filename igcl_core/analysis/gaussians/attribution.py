"""Attribution: whether samples of the Gaussians point to their own item, and embeddings lie nearest to their own mean.

A sample can point in two ways: by the largest inner product, as in the softmax of the loss, or by the smallest
distance. Both choose the same only among targets of one length.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch
from torch import Generator, Tensor

from igcl_core.nn.losses import BLOCK, mean_and_error
from igcl_core.threads import computing

PRODUCT, DISTANCE = MEASURES = ("product", "distance")


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
    targets: np.ndarray, mu: np.ndarray, sigma: np.ndarray, samples: int = 8, seed: int = 0, measure: str = PRODUCT
) -> Attribution:
    """The attribution by one measure."""
    if measure not in MEASURES:
        raise ValueError(f"The measure must be one of {', '.join(MEASURES)}, not {measure!r}.")
    return attributions(targets, mu, sigma, samples, seed)[measure]


@computing()
def attributions(
    targets: np.ndarray, mu: np.ndarray, sigma: np.ndarray, samples: int = 8, seed: int = 0
) -> dict[str, Attribution]:
    """Of samples a_n ~ N(mu_n, diag sigma_n^2), how many point to their own row of `targets` (z, or mu), by measure.

    "product": their inner product with it is the largest of all, so that it wins the softmax in the loss.
    "distance": it is the nearest of all. The same samples are taken for both.
    """
    if samples < 1:
        raise ValueError(f"The number of samples must be at least 1, but {samples} came.")
    targets, mu, sigma = (torch.from_numpy(np.asarray(array, np.float32)) for array in (targets, mu, sigma))
    generator, hits = Generator().manual_seed(seed), []
    for _ in range(samples):
        noise = torch.empty_like(mu).normal_(generator=generator)
        hits.append(_won(torch.addcmul(mu, sigma, noise), targets))
    by_measure = torch.stack(hits).double().unbind(dim=1)
    return {name: _shares(won) for name, won in zip(MEASURES, by_measure, strict=True)}


def _shares(won: Tensor) -> Attribution:
    accuracy, error = mean_and_error(won)
    return Attribution(float(accuracy), float(error), won.mean(0).numpy())


def _won(a: Tensor, targets: Tensor) -> Tensor:
    """Whether each sample scores highest at its own target [measure, sample]; a tie is no win."""
    won = torch.empty(len(MEASURES), len(a), dtype=torch.bool)
    offset = targets.square().sum(1) / -2
    for start in range(0, len(a), BLOCK):
        part = slice(start, start + BLOCK)
        score = a[part] @ targets.T
        won[0, part] = _own_is_largest(score, start)
        won[1, part] = _own_is_largest(score.add_(offset), start)
    return won


def _own_is_largest(score: Tensor, start: int) -> Tensor:
    own = score.diagonal(start)
    kept = own.clone()
    own.fill_(-torch.inf)
    larger = kept > score.amax(dim=1)
    own.copy_(kept)
    return larger


@computing()
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
