"""Variational graph auto-encoder (Kipf and Welling, 2016): every node becomes a Gaussian."""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Generator, Tensor, nn

from igcl_core.data.graphs import GRAPH
from igcl_core.models.gcn import GCNLayer
from igcl_core.models.parts import dropout
from igcl_core.structure import Structure

MAX_LOG_SIGMA = 10.0


class Gaussians(NamedTuple):
    """N(mu_n, diag(sigma_n^2)), one row each."""

    mu: Tensor
    log_sigma: Tensor

    @property
    def sigma(self) -> Tensor:
        return self.log_sigma.exp()

    def sample(self, generator: Generator) -> Tensor:
        noise = torch.empty_like(self.mu).normal_(generator=generator)
        return torch.addcmul(self.mu, self.sigma, noise)

    def kl(self) -> Tensor:
        """KL(N(mu, sigma^2) || N(0, I)) of every row: 1/2 sum_d (mu^2 + sigma^2 - 1 - 2 log sigma)."""
        return 0.5 * (self.mu.square() + (2 * self.log_sigma).exp() - 1 - 2 * self.log_sigma).sum(1)

    def detach(self) -> Gaussians:
        return Gaussians(self.mu.detach(), self.log_sigma.detach())


class VGAE(nn.Module):
    """Two graph convolutions, the first shared by mu and log sigma.

    The paper prints a ReLU on the heads too (mu >= 0, sigma >= 1); `heads="linear"` is the usual VGAE.
    """

    def __init__(self, inputs: int, hidden: int, latent: int, heads: str, generator: Generator):
        super().__init__()
        self.shared = GCNLayer(inputs, hidden, generator)
        self.mu = GCNLayer(hidden, latent, generator)
        self.log_sigma = GCNLayer(hidden, latent, generator)
        self.relu_heads = heads == "relu"

    def forward(self, structure: Structure, p: float = 0.0, generator: Generator | None = None) -> Gaussians:
        """The Gaussian of every node."""
        hidden = self.shared(structure, dropout(structure.x, p, generator)).relu()
        hidden = structure.propagate(dropout(hidden, p, generator))
        mu = torch.addmm(self.mu.bias, hidden, self.mu.weight)
        log_sigma = torch.addmm(self.log_sigma.bias, hidden, self.log_sigma.weight)
        if self.relu_heads:
            mu, log_sigma = mu.relu(), log_sigma.relu()
        return Gaussians(mu, log_sigma.clamp(max=MAX_LOG_SIGMA))


def item_gaussians(structure: Structure, nodes: Gaussians) -> Gaussians:
    """The Gaussian of every item: the node's own, or for a graph the means of its nodes' mu and log sigma."""
    if structure.task != GRAPH:
        return nodes
    return Gaussians(structure.pool(nodes.mu, mean=True), structure.pool(nodes.log_sigma, mean=True))
