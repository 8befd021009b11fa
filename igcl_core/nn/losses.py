"""The three contrastive losses of the paper, all with the softmax over embeddings n' for a fixed distribution n.

    L_CL(M)  mean_n mean_m  logsumexp_n'( z_n'.a_n^m / tau ) - z_n.a_n^m / tau
    L_ICL    the same in expectation over a_n ~ N(mu_n, diag sigma_n^2)
    L_upper  mean_n  logsumexp_n'( z_n'.mu_n / tau + sum_d sigma_nd^2 (z_n'd - z_nd)^2 / (2 tau^2) ) - z_n.mu_n / tau

Jensen's inequality gives L_upper >= L_ICL. The printed "sigma_n" of the quadratic term is sigma_n squared.
"""

from __future__ import annotations

import torch
from torch import Generator, Tensor

from igcl_core.stopping import stop_if_asked

BLOCK = 1024


class _MeanLogSumExp(torch.autograd.Function):
    """mean_i logsumexp_j( u_i.v_j / tau + row_i + column_j ), loss and gradient together in blocks of rows.

    Memory is one block of rows; three matrix products in all, and no product is kept for the backward pass.
    """

    @staticmethod
    def forward(ctx, u: Tensor, v: Tensor, row: Tensor, column: Tensor, tau: float) -> Tensor:
        wanted = ctx.needs_input_grad
        size = u.shape[0]
        total = u.new_zeros((), dtype=torch.float64)
        grad_u = torch.empty_like(u) if wanted[0] else None
        grad_v, grad_column = torch.zeros_like(v), torch.zeros_like(column)
        for start in range(0, size, BLOCK):
            stop_if_asked()
            part = slice(start, start + BLOCK)
            block = u[part] if tau == 1.0 else u[part] / tau
            logit = torch.addmm(column, block, v.T)
            top = logit.amax(dim=1, keepdim=True)
            weight = logit.sub_(top).exp_()
            mass = weight.sum(dim=1, keepdim=True)
            total += (mass.log() + top).sum(dtype=torch.float64) + row[part].sum(dtype=torch.float64)
            if any(wanted):
                weight.div_(mass * size)
                grad_v.addmm_(weight.T, block)
                grad_column += weight.sum(dim=0)
            if wanted[0]:
                torch.mm(weight, v, out=grad_u[part])
                if tau != 1.0:
                    grad_u[part] /= tau
        ctx.save_for_backward(grad_u, grad_v, torch.full_like(row, 1.0 / size), grad_column)
        return (total / size).to(u.dtype)

    @staticmethod
    def backward(ctx, grad_output: Tensor):
        return *(None if grad is None else grad * grad_output for grad in ctx.saved_tensors), None


def mean_logsumexp(
    u: Tensor, v: Tensor, row: Tensor | None = None, column: Tensor | None = None, tau: float = 1.0
) -> Tensor:
    """mean_i logsumexp_j( u_i.v_j / tau + row_i + column_j ) without an N x N matrix, or u / tau, in memory."""
    row = u.new_zeros(len(u)) if row is None else row
    column = v.new_zeros(len(v)) if column is None else column
    return _MeanLogSumExp.apply(u, v, row, column, tau)


def check_shapes(z: Tensor, mu: Tensor, sigma: Tensor, tau: float) -> None:
    if not tau > 0:
        raise ValueError(f"tau must be a positive number, but {tau} came.")
    if not z.shape == mu.shape == sigma.shape or z.ndim != 2:
        raise ValueError(
            "z, mu and sigma must have one shape [N, D], "
            f"but {tuple(z.shape)}, {tuple(mu.shape)} and {tuple(sigma.shape)} came."
        )


def upper_parts(z: Tensor, mu: Tensor, sigma: Tensor, tau: float, transposed: bool = False) -> tuple[Tensor, Tensor]:
    """Attraction -mean z_n.mu_n / tau and repulsion (the logsumexp); L_upper is their sum.

    With s = sigma^2 the exponent is linear in z_n' and z_n'^2, so all pairs are one matrix product:
        z_n'.(mu_n / tau - s_n z_n / tau^2)  +  z_n'^2 . s_n / (2 tau^2)  +  s_n.z_n^2 / (2 tau^2).
    The quadratic part does not change when all z move together, so z is centred first: no cancellation.
    `transposed` takes the softmax over distributions for a fixed embedding instead, as the released code does;
    that is not a bound.
    """
    check_shapes(z, mu, sigma, tau)
    attraction = -(z * mu).sum(1).mean() / tau
    shift = z.detach().mean(0, keepdim=True)
    centred, s = z - shift, sigma.square() / (2 * tau**2)
    linear, square = mu / tau - 2 * s * centred, centred.square()
    constant = (s * square).sum(1) + (mu @ shift[0]) / tau
    distributions, embeddings = torch.cat([linear, s], 1), torch.cat([centred, square], 1)
    if transposed:
        return attraction, mean_logsumexp(embeddings, distributions, column=constant)
    return attraction, mean_logsumexp(distributions, embeddings, row=constant)


def upper_bound(z: Tensor, mu: Tensor, sigma: Tensor, tau: float, transposed: bool = False) -> Tensor:
    """L_upper in closed form: O(N^2 D) time, O(N) memory beside one block of rows."""
    attraction, repulsion = upper_parts(z, mu, sigma, tau, transposed)
    return attraction + repulsion


def contrastive_parts(z: Tensor, a: Tensor, tau: float) -> tuple[Tensor, Tensor]:
    """Attraction and repulsion of L_CL for samples a of shape [M, N, D]."""
    if a.ndim != 3 or a.shape[1:] != z.shape:
        raise ValueError(f"Samples must have shape [M, {z.shape[0]}, {z.shape[1]}], but {tuple(a.shape)} came.")
    if not tau > 0:
        raise ValueError(f"tau must be a positive number, but {tau} came.")
    attraction = -(a.mean(0) * z).sum(1).mean() / tau
    return attraction, mean_logsumexp(a.reshape(-1, z.shape[1]), z, tau=tau)


def contrastive(z: Tensor, a: Tensor, tau: float) -> Tensor:
    """L_CL over the M samples a [M, N, D] of every item."""
    attraction, repulsion = contrastive_parts(z, a, tau)
    return attraction + repulsion


def implicit(
    z: Tensor, mu: Tensor, sigma: Tensor, tau: float, samples: int, generator: Generator | None = None
) -> tuple[Tensor, Tensor]:
    """L_ICL by Monte Carlo with `samples` draws per item, and its standard error (NaN for a single draw)."""
    return mean_and_error(implicit_draws(z, mu, sigma, tau, samples, generator))


def implicit_draws(
    z: Tensor, mu: Tensor, sigma: Tensor, tau: float, samples: int, generator: Generator | None = None
) -> Tensor:
    """The loss of every item against each of `samples` draws of its Gaussian, [samples, N]."""
    check_shapes(z, mu, sigma, tau)
    if samples < 1:
        raise ValueError(f"The number of samples must be at least 1, but {samples} came.")
    draws = []
    for _ in range(samples):
        stop_if_asked()
        a = torch.addcmul(mu, sigma, torch.empty_like(mu).normal_(generator=generator)) / tau
        lse = torch.cat([torch.logsumexp(part @ z.T, dim=1) for part in a.split(BLOCK)])
        draws.append(lse - (a * z).sum(1))
    return torch.stack(draws)


def mean_and_error(values: Tensor) -> tuple[Tensor, Tensor]:
    """Mean over draws and items [M, N], and its standard error over draws: the items are given, not sampled."""
    samples = len(values)
    variance = values.var(dim=0, unbiased=True) if samples > 1 else torch.full_like(values[0], torch.nan)
    return values.mean(), (variance.mean() / values.numel()).sqrt()
