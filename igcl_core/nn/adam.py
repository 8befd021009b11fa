"""Adam over a whole model at once: parameters, gradients and moments each live in one flat vector.

The update is the kernel of torch.optim.Adam(fused=True), held to it bit for bit by a test. torch.optim itself imports
torch's compiler at its first step: 800 modules and a second that every newcomer would wait (measured).
"""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor, nn

BETA1, BETA2, EPS = 0.9, 0.999, 1e-8


class Adam:
    """Adam with L2 penalty (Kingma and Ba, 2015) that owns a model's parameters, and saves them with its moments."""

    def __init__(self, model: nn.Module):
        self.model = model
        self.weights = _flattened(list(model.parameters()))
        self.gradient, self.first, self.second = (torch.zeros_like(self.weights) for _ in range(3))
        for p, part in zip(model.parameters(), _parts(self.gradient, model), strict=True):
            p.grad = part
        self.steps, self.lr, self.weight_decay = 0, 0.0, 0.0

    def set(self, lr: float, weight_decay: float = 0.0) -> None:
        self.lr, self.weight_decay = lr, weight_decay

    def step(self) -> bool:
        """One update from the accumulated gradient, which it clears; False, and no update, if it is not finite."""
        finite = bool(torch.isfinite(self.gradient.sum()))
        if finite:
            self._update()
        self.gradient.zero_()
        return finite

    def _update(self) -> None:
        self.steps += 1
        torch._fused_adam_(
            [self.weights], [self.gradient], [self.first], [self.second], [], [torch.tensor(float(self.steps))],
            lr=self.lr, beta1=BETA1, beta2=BETA2, weight_decay=self.weight_decay, eps=EPS,
            amsgrad=False, maximize=False,
        )  # fmt: skip

    def state(self) -> dict[str, np.ndarray]:
        arrays = {name: value.numpy().copy() for name, value in self._tensors().items()}
        return {**arrays, "steps": np.array(self.steps)}

    def restore(self, state: dict[str, np.ndarray]) -> None:
        for name, value in self._tensors().items():
            value.copy_(torch.from_numpy(np.asarray(state[name])))
        self.steps = int(state["steps"])
        self.gradient.zero_()

    def _tensors(self) -> dict[str, Tensor]:
        buffers = {f"buffer.{name}": buffer for name, buffer in self.model.named_buffers()}
        return {"weights": self.weights, "first": self.first, "second": self.second, **buffers}


def _parts(flat: Tensor, model: nn.Module) -> list[Tensor]:
    sizes = [p.numel() for p in model.parameters()]
    return [part.view(p.shape) for p, part in zip(model.parameters(), flat.split(sizes), strict=True)]


def _flattened(parameters: list[nn.Parameter]) -> Tensor:
    """All parameters moved into one vector, of which each becomes a view."""
    flat = torch.cat([p.detach().reshape(-1) for p in parameters])
    for p, part in zip(parameters, flat.split([p.numel() for p in parameters]), strict=True):
        p.data = part.view(p.shape)
    return flat
