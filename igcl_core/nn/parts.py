"""Small parts shared by all models. Randomness always comes from an explicit generator; none means evaluation."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import torch
from torch import Generator, Tensor, nn
from torch.nn import functional as F

from igcl_core.sparse.products import SparseMatrix

ACTIVATIONS: dict[str, Callable[[], nn.Module]] = {
    "relu": nn.ReLU,
    "prelu": nn.PReLU,
    "leaky": nn.LeakyReLU,
    "elu": nn.ELU,
    "mish": nn.Mish,
}


def glorot(rows: int, columns: int, generator: Generator) -> nn.Parameter:
    """A weight matrix, uniform within +-sqrt(6 / (rows + columns))."""
    bound = (6.0 / (rows + columns)) ** 0.5
    return nn.Parameter(torch.empty(rows, columns).uniform_(-bound, bound, generator=generator))


class Linear(nn.Module):
    """x W + b."""

    def __init__(self, inputs: int, outputs: int, generator: Generator):
        super().__init__()
        self.weight = glorot(inputs, outputs, generator)
        self.bias = nn.Parameter(torch.zeros(outputs))

    def forward(self, x: Tensor) -> Tensor:
        return torch.addmm(self.bias, x, self.weight)


def dropout(x: Tensor | SparseMatrix, p: float, generator: Generator | None) -> Tensor | SparseMatrix:
    """Zero a share p of the entries and scale the rest by 1 / (1 - p); the identity in evaluation."""
    if generator is None or p == 0.0:
        return x
    if isinstance(x, SparseMatrix):
        return x.with_values(dropout(x.values, p, generator))
    kept = torch.rand(x.shape, generator=generator) >= p
    return x * kept.mul(1.0 / (1.0 - p))


class BatchNorm(nn.Module):
    """Batch statistics in training, running statistics in evaluation; a row may stand for several."""

    momentum, eps = 0.1, 1e-5

    def __init__(self, size: int):
        super().__init__()
        self.weight, self.bias = nn.Parameter(torch.ones(size)), nn.Parameter(torch.zeros(size))
        self.register_buffer("running_mean", torch.zeros(size))
        self.register_buffer("running_var", torch.ones(size))

    def forward(self, x: Tensor, training: bool, count: np.ndarray | None = None) -> Tensor:
        total = len(x) if count is None else int(count.sum())
        if not training or total < 2 or count is None:
            training = training and total > 1
            statistics = self.running_mean, self.running_var
            return F.batch_norm(x, *statistics, self.weight, self.bias, training, self.momentum, self.eps)
        share = torch.from_numpy(count / total).to(x.dtype)
        normal, mean, variance = _Standardise.apply(x, share, self.eps)
        self.running_mean.lerp_(mean, self.momentum)
        self.running_var.lerp_(variance * (total / (total - 1)), self.momentum)
        return torch.addcmul(self.bias, normal, self.weight)


class _Standardise(torch.autograd.Function):
    """(x - mean) / sqrt(variance + eps) with weighted statistics, and those statistics."""

    @staticmethod
    def forward(ctx, x: Tensor, share: Tensor, eps: float) -> tuple[Tensor, Tensor, Tensor]:
        mean = share @ x
        normal = x - mean
        variance = share @ normal.square()
        scale = (variance + eps).rsqrt()
        normal.mul_(scale)
        ctx.save_for_backward(normal, share, scale)
        ctx.mark_non_differentiable(mean, variance)
        return normal, mean, variance

    @staticmethod
    def backward(ctx, grad: Tensor, *_: Tensor):
        normal, share, scale = ctx.saved_tensors
        common = torch.addcmul(grad.sum(0), normal, (grad * normal).sum(0))
        return torch.addcmul(grad, common, share[:, None], value=-1).mul_(scale), None, None
