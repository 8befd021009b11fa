"""The contrastive loss of two views: every node against its own other view and all other nodes of both, in blocks.

With u and v of length 1 laid over each other as w, 2N rows, both directions of the loss together are
    mean_i log sum_{j != i} exp(w_i.w_j / tau)  -  mean_n u_n.v_n / tau,
and the matrix of all pairs is symmetric: half of its blocks are enough.
"""

from __future__ import annotations

from collections.abc import Iterator

import torch
from torch import Tensor
from torch.nn import functional as F

from igcl_core.stopping import stop_if_asked

BLOCK = 1024


class _OthersLogSumExp(torch.autograd.Function):
    """mean_i log sum_{j != i} exp(w_i.w_j / tau) of rows of length 1, loss and gradient together.

    No product is above 1 / tau, which is taken out of every exponent. Memory is one block of pairs, computed twice:
    for the sums, and for the slopes that need them.
    """

    @staticmethod
    def forward(ctx, w: Tensor, tau: float) -> Tensor:
        sums = w.new_zeros(len(w))
        for rows, columns, e in _blocks(w, tau):
            sums[rows] += e.sum(1)
            if rows != columns:
                sums[columns] += e.sum(0)
        if ctx.needs_input_grad[0]:
            ctx.save_for_backward(_slope(w, tau, 1.0 / (tau * len(w) * sums)))
        return sums.log().mean() + 1.0 / tau

    @staticmethod
    def backward(ctx, grad_output: Tensor):
        return ctx.saved_tensors[0] * grad_output, None


def _slope(w: Tensor, tau: float, share: Tensor) -> Tensor:
    """The gradient: pairs weigh exp(w_i.w_j / tau) times the shares of both ends."""
    slope = torch.zeros_like(w)
    for rows, columns, e in _blocks(w, tau):
        e.mul_(share[rows, None] + share[columns])
        slope[rows].addmm_(e, w[columns])
        if rows != columns:
            slope[columns].addmm_(e.T, w[rows])
    return slope


def _blocks(w: Tensor, tau: float) -> Iterator[tuple[slice, slice, Tensor]]:
    """Half of all pairs, block by block: exp((w_i.w_j - 1) / tau), and 0 for a row with itself."""
    starts = range(0, len(w), BLOCK)
    for first in starts:
        for second in starts[first // BLOCK :]:
            stop_if_asked()
            rows, columns = slice(first, first + BLOCK), slice(second, second + BLOCK)
            e = (w[rows] @ w[columns].T).sub_(1.0).div_(tau).exp_()
            if rows == columns:
                e.fill_diagonal_(0.0)
            yield rows, columns, e


def two_views_parts(u: Tensor, v: Tensor, tau: float) -> tuple[Tensor, Tensor]:
    """Attraction of each node's two views, and repulsion from all others; the loss is their sum."""
    if u.shape != v.shape or u.ndim != 2 or len(u) < 2:
        raise ValueError(
            "Two views must have one shape [N, D] of at least two rows, "
            f"but {tuple(u.shape)} and {tuple(v.shape)} came."
        )
    u, v = F.normalize(u), F.normalize(v)
    return -(u * v).sum(1).mean() / tau, _OthersLogSumExp.apply(torch.cat([u, v]), tau)
