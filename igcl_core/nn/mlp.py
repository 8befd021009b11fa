"""MLP: layers that look at every row by itself, as a graph network does where there are no edges."""

from __future__ import annotations

from torch import Generator, Tensor, nn

from igcl_core.nn.parts import ACTIVATIONS, Linear, dropout


class MLP(nn.Module):
    """Linear layers, each followed by the activation, with dropout on every layer's input."""

    def __init__(self, inputs: int, size: int, layers: int, activation: str, generator: Generator):
        super().__init__()
        widths = [inputs] + [size] * layers
        self.layers = nn.ModuleList(Linear(a, b, generator) for a, b in zip(widths, widths[1:], strict=False))
        self.activations = nn.ModuleList(ACTIVATIONS[activation]() for _ in range(layers))
        self.outputs = size

    def forward(self, x: Tensor, p: float = 0.0, generator: Generator | None = None) -> Tensor:
        for layer, activation in zip(self.layers, self.activations, strict=True):
            x = activation(layer(dropout(x, p, generator)))
        return x
