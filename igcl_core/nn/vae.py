"""Variational auto-encoder (Kingma and Welling, 2014): every row of a table, or picture, becomes a Gaussian.

    -ELBO(x) = -log p(x | a) + beta KL( N(mu, sigma^2) || N(0, I) ),    a = mu + sigma * noise

log p(x | a) adds up over the numbers of a row. Bernoulli: x log q + (1 - x) log(1 - q), for shades from 0 to 1.
Gaussian: -(x - m)^2 / (2 s^2) - log s - log(2 pi) / 2, with a spread s of its own for every column, learned.
"""

from __future__ import annotations

import math

import torch
from torch import Generator, Tensor, nn
from torch.nn import functional as F

from igcl_core.nn.parts import Linear, glorot
from igcl_core.nn.vgae import MAX_LOG_SIGMA, Gaussians

BERNOULLI, GAUSSIAN = LIKELIHOODS = ("bernoulli", "gaussian")
LEAST_LOG_SPREAD = -3.0  # a column that is rebuilt exactly must not count without end


class VAE(nn.Module):
    """Two layers from x to mu and log sigma, and two layers back to the numbers that x is likely to be."""

    def __init__(self, inputs: int, hidden: int, latent: int, likelihood: str, generator: Generator):
        super().__init__()
        self.latent, self.likelihood = latent, likelihood
        self.inwards, self.heads = Linear(inputs, hidden, generator), Linear(hidden, 2 * latent, generator)
        self.heads.weight.data = torch.cat([glorot(hidden, latent, generator).data for _ in range(2)], dim=1)
        self.outwards, self.rebuilt = Linear(latent, hidden, generator), Linear(hidden, inputs, generator)
        self.log_spread = nn.Parameter(torch.zeros(inputs)) if likelihood == GAUSSIAN else None

    def encode(self, x: Tensor) -> Gaussians:
        mu, log_sigma = self.heads(self.inwards(x).relu()).chunk(2, dim=1)
        return Gaussians(torch.cat([mu, log_sigma.clamp(max=MAX_LOG_SIGMA)], dim=1))

    def decode(self, a: Tensor) -> Tensor:
        """What the numbers of a row are expected to be at each point a of the latent space."""
        out = self._out(a)
        return out.sigmoid() if self.likelihood == BERNOULLI else out

    def rebuilding(self, a: Tensor, x: Tensor) -> Tensor:
        """-log p(x | a), the mean over rows, in nats."""
        out = self._out(a)
        if self.likelihood == BERNOULLI:
            return F.binary_cross_entropy_with_logits(out, x, reduction="sum") / len(x)
        log_spread = self.log_spread.clamp(min=LEAST_LOG_SPREAD)
        far = ((x - out) / log_spread.exp()).square()
        return (far / 2 + log_spread + math.log(2 * math.pi) / 2).sum() / len(x)

    def _out(self, a: Tensor) -> Tensor:
        return self.rebuilt(self.outwards(a).relu())


def elbo_parts(vae: VAE, x: Tensor, noise: Tensor) -> tuple[Tensor, Tensor, Gaussians]:
    """-log p(x | mu + sigma * noise) and KL, each a mean over rows in nats, and the Gaussians they are of."""
    gaussians = vae.encode(x)
    a = torch.addcmul(gaussians.mu, gaussians.sigma, noise)
    return vae.rebuilding(a, x), gaussians.kl(x.new_full((len(x),), 1 / len(x))), gaussians
