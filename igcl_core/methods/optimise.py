"""Adam over a whole model at once: parameters and gradients each live in one flat vector, updated in one pass."""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor, nn


class Adam:
    """Adam with L2 penalty (Kingma and Ba, 2015) that owns a model's parameters, and saves them with its moments."""

    def __init__(self, model: nn.Module):
        self.model = model
        self.flat = nn.Parameter(_flattened(list(model.parameters())), requires_grad=False)
        self.flat.grad = torch.zeros_like(self.flat)
        for p, part in zip(model.parameters(), _parts(self.flat.grad, model), strict=True):
            p.grad = part
        self.optimiser = torch.optim.Adam([self.flat], fused=True)
        self.optimiser.state[self.flat] = {
            "step": torch.zeros(()),
            "exp_avg": torch.zeros_like(self.flat),
            "exp_avg_sq": torch.zeros_like(self.flat),
        }

    def set(self, lr: float, weight_decay: float = 0.0) -> None:
        self.optimiser.param_groups[0].update(lr=lr, weight_decay=weight_decay)

    def step(self) -> bool:
        """One update from the accumulated gradient, which it clears; False, and no update, if it is not finite."""
        finite = bool(torch.isfinite(self.flat.grad.sum()))
        if finite:
            self.optimiser.step()
        self.flat.grad.zero_()
        return finite

    def state(self) -> dict[str, np.ndarray]:
        return {name: value.detach().numpy().copy() for name, value in self._tensors().items()}

    def restore(self, state: dict[str, np.ndarray]) -> None:
        for name, value in self._tensors().items():
            value.copy_(torch.from_numpy(np.asarray(state[name])))
        self.flat.grad.zero_()

    def _tensors(self) -> dict[str, Tensor]:
        buffers = {f"buffer.{name}": buffer for name, buffer in self.model.named_buffers()}
        return {"weights": self.flat.data, **self.optimiser.state[self.flat], **buffers}


def _parts(flat: Tensor, model: nn.Module) -> list[Tensor]:
    sizes = [p.numel() for p in model.parameters()]
    return [part.view(p.shape) for p, part in zip(model.parameters(), flat.split(sizes), strict=True)]


def _flattened(parameters: list[nn.Parameter]) -> Tensor:
    """All parameters moved into one vector, of which each becomes a view."""
    flat = torch.cat([p.detach().reshape(-1) for p in parameters])
    for p, part in zip(parameters, flat.split([p.numel() for p in parameters]), strict=True):
        p.data = part.view(p.shape)
    return flat
