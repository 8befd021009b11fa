"""Projection heads P: from the backbone's embedding z to the h that is contrasted."""

from __future__ import annotations

from torch import Generator, Tensor, nn

from igcl_core.nn.parts import Linear


class MLPHead(nn.Module):
    """Linear, ReLU, linear: the paper's two-layer projection."""

    def __init__(self, inputs: int, outputs: int, generator: Generator):
        super().__init__()
        self.first, self.second = Linear(inputs, outputs, generator), Linear(outputs, outputs, generator)

    def forward(self, z: Tensor) -> Tensor:
        return self.second(self.first(z).relu())


class SkipHead(MLPHead):
    """The two-layer projection plus a linear shortcut."""

    def __init__(self, inputs: int, outputs: int, generator: Generator):
        super().__init__(inputs, outputs, generator)
        self.shortcut = Linear(inputs, outputs, generator)

    def forward(self, z: Tensor) -> Tensor:
        return super().forward(z) + self.shortcut(z)


HEADS = {"mlp": MLPHead, "linear": Linear, "skip": SkipHead, "none": None}


def make_head(kind: str, inputs: int, outputs: int, generator: Generator) -> tuple[nn.Module, int]:
    """The head and the width of what it gives; "none" passes the embedding through as it is."""
    if kind == "none":
        return nn.Identity(), inputs
    return HEADS[kind](inputs, outputs, generator), outputs
