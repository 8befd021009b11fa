"""What the loss contrasts: embeddings and Gaussians after the normalisation that the settings ask for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor

from igcl_core.methods.implicit.settings import IGCLSettings


class Contrasted(NamedTuple):
    """z, mu and sigma as they stand in the loss: float32, one row per item, one number of columns."""

    z: np.ndarray
    mu: np.ndarray
    sigma: np.ndarray

    def rows(self, which: np.ndarray) -> Contrasted:
        return Contrasted(self.z[which], self.mu[which], self.sigma[which])


def contrasted(arrays: Mapping[str, np.ndarray], settings: IGCLSettings) -> Contrasted:
    """A snapshot in the space of the loss: its z is the head's output h, normalised like mu and sigma."""
    h, mu, sigma = (torch.from_numpy(np.asarray(arrays[name], np.float32)) for name in ("h", "mu", "sigma"))
    mu, sigma = scaled(mu, sigma, settings)
    return Contrasted(embedding(h, settings).numpy(), mu.numpy(), sigma.numpy())


def embedding(h: Tensor, settings: IGCLSettings) -> Tensor:
    return h if settings.normalise == "none" else unit(h)


def scaled(mu: Tensor, sigma: Tensor, settings: IGCLSettings) -> tuple[Tensor, Tensor]:
    """mu and sigma as contrasted: divided by |mu| when mu is normalised, so that their ratio stays.

    Explicit views are embeddings, so their mean and spread are divided whenever embeddings are.
    """
    dividing = ("z", "both") if settings.augmentation == "explicit" else ("both",)
    if settings.normalise not in dividing or settings.augmentation == "noise":
        return mu, sigma
    length = mu.norm(dim=1, keepdim=True).clamp(min=1e-12)
    return mu / length, sigma / length


def unit(x: Tensor) -> Tensor:
    return x / x.norm(dim=1, keepdim=True).clamp(min=1e-12)
