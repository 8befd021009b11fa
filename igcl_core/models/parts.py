"""Small parts shared by all models. Randomness always comes from an explicit generator; none means evaluation."""

from __future__ import annotations

from collections.abc import Callable

import torch
from torch import Generator, Tensor, nn
from torch.nn import functional as F

from igcl_core.structure import SparseFeatures

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


def dropout(x: Tensor | SparseFeatures, p: float, generator: Generator | None) -> Tensor | SparseFeatures:
    """Zero a share p of the entries and scale the rest by 1 / (1 - p); the identity in evaluation."""
    if generator is None or p == 0.0:
        return x
    if isinstance(x, SparseFeatures):
        return x.with_values(dropout(x.values, p, generator))
    kept = torch.rand(x.shape, generator=generator) >= p
    return x * kept.mul(1.0 / (1.0 - p))


class BatchNorm(nn.Module):
    """Batch statistics in training, running statistics in evaluation."""

    def __init__(self, size: int):
        super().__init__()
        self.weight, self.bias = nn.Parameter(torch.ones(size)), nn.Parameter(torch.zeros(size))
        self.register_buffer("running_mean", torch.zeros(size))
        self.register_buffer("running_var", torch.ones(size))

    def forward(self, x: Tensor, training: bool) -> Tensor:
        training = training and len(x) > 1
        return F.batch_norm(x, self.running_mean, self.running_var, self.weight, self.bias, training)
