"""Variational graph auto-encoder (Kipf and Welling, 2016): every node becomes a Gaussian."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Generator, Tensor, nn

from igcl_core.data.graphs import GRAPH
from igcl_core.nn.gcn import GCNLayer
from igcl_core.nn.parts import dropout, glorot
from igcl_core.sparse.structure import Structure

MAX_LOG_SIGMA = 10.0
DEPTH = 2


@dataclass(frozen=True, eq=False)
class Gaussians:
    """N(mu_n, diag(sigma_n^2)), one row each; mu and log sigma lie side by side in one matrix."""

    packed: Tensor

    @property
    def size(self) -> int:
        return self.packed.shape[1] // 2

    @property
    def mu(self) -> Tensor:
        return self.packed[:, : self.size]

    @property
    def sigma(self) -> Tensor:
        return self.packed[:, self.size :].exp()

    def sample(self, structure: Structure, generator: Generator) -> Tensor:
        """One draw a = mu + sigma * noise for every node."""
        noise = torch.empty(structure.num_nodes, self.size, dtype=self.packed.dtype).normal_(generator=generator)
        spread = structure.expand(_MuSigma.apply(self.packed), DEPTH)
        return _Shift.apply(spread, noise)

    def kl(self, weight: Tensor) -> Tensor:
        """Weighted sum over rows of KL(N(mu, sigma^2) || N(0, I)) = 1/2 sum_d (mu^2 + sigma^2 - 1 - 2 log sigma)."""
        return _KL.apply(self.packed, weight)

    def rows(self, which: Tensor) -> Gaussians:
        return Gaussians(self.packed[which])

    def detach(self) -> Gaussians:
        return Gaussians(self.packed.detach())


class _MuSigma(torch.autograd.Function):
    """(mu | log sigma) -> (mu | sigma)."""

    @staticmethod
    def forward(ctx, packed: Tensor) -> Tensor:
        both = packed.clone()
        ctx.size = packed.shape[1] // 2
        both[:, ctx.size :].exp_()
        ctx.save_for_backward(both)
        return both

    @staticmethod
    def backward(ctx, grad: Tensor) -> Tensor:
        grad = grad.clone()
        grad[:, ctx.size :].mul_(ctx.saved_tensors[0][:, ctx.size :])
        return grad


class _Shift(torch.autograd.Function):
    """(mu | sigma), noise -> mu + sigma * noise."""

    @staticmethod
    def forward(ctx, both: Tensor, noise: Tensor) -> Tensor:
        ctx.save_for_backward(noise)
        mu, sigma = both.chunk(2, dim=1)
        return torch.addcmul(mu, sigma, noise)

    @staticmethod
    def backward(ctx, grad: Tensor):
        noise = ctx.saved_tensors[0]
        both = grad.new_empty(len(grad), 2 * grad.shape[1])
        left, right = both.chunk(2, dim=1)
        left.copy_(grad)
        torch.mul(grad, noise, out=right)
        return both, None


class _KL(torch.autograd.Function):
    """Value and gradient (w mu | w (sigma^2 - 1)) together."""

    @staticmethod
    def forward(ctx, packed: Tensor, weight: Tensor) -> Tensor:
        mu, log_sigma = packed.chunk(2, dim=1)
        grad = packed.clone()
        excess = grad.chunk(2, dim=1)[1]
        excess.mul_(2).exp_().sub_(1)
        row = 0.5 * (mu.square().sum(1) + excess.sum(1)) - log_sigma.sum(1)
        ctx.save_for_backward(grad.mul_(weight[:, None]))
        return torch.dot(row, weight)

    @staticmethod
    def backward(ctx, grad_output: Tensor):
        return ctx.saved_tensors[0] * grad_output, None


class VGAE(nn.Module):
    """Two graph convolutions, the first shared by mu and log sigma.

    The paper prints a ReLU on the heads too (mu >= 0, sigma >= 1); `heads="linear"` is the usual VGAE.
    """

    def __init__(self, inputs: int, hidden: int, latent: int, heads: str, generator: Generator):
        super().__init__()
        self.shared = GCNLayer(inputs, hidden, generator)
        self.heads = GCNLayer(hidden, 2 * latent, generator)
        self.heads.weight.data = torch.cat([glorot(hidden, latent, generator).data for _ in range(2)], dim=1)
        self.latent, self.relu_heads = latent, heads == "relu"
        self.ceiling = torch.tensor([torch.inf, MAX_LOG_SIGMA]).repeat_interleave(latent)

    def forward(self, structure: Structure, p: float = 0.0, generator: Generator | None = None) -> Gaussians:
        """The Gaussian of every row of depth 2."""
        hidden = self.shared(structure, dropout(structure.x, p, generator), depth=1).relu()
        packed = self.heads(structure, dropout(hidden, p, generator), DEPTH)
        packed = packed.relu() if self.relu_heads else packed
        too_wide = packed.detach()[:, self.latent :].max() > MAX_LOG_SIGMA
        return Gaussians(torch.minimum(packed, self.ceiling) if too_wide else packed)


def item_gaussians(structure: Structure, nodes: Gaussians) -> Gaussians:
    """The Gaussian of every item: the node's own, or for a graph the means of its nodes' mu and log sigma."""
    if structure.task != GRAPH:
        return nodes
    return Gaussians(structure.pool(nodes.packed, DEPTH, mean=True))
