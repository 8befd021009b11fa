"""Numbers: the rows that a VAE rebuilds, dense and scaled as the settings say, and back in the data's own units."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor

from igcl_core.data.graphs import Graphs
from igcl_core.methods.without_graph.settings import VAESettings
from igcl_core.nn.vae import BERNOULLI
from igcl_core.sparse.features import dense_features

LEAST_SPREAD = 1e-6  # a column below is one number everywhere


@dataclass(frozen=True, eq=False)
class Numbers:
    """x = (given - shift) / scale, one row per item."""

    x: Tensor
    shift: Tensor
    scale: Tensor

    @classmethod
    def of(cls, graphs: Graphs, settings: VAESettings) -> Numbers:
        x = dense_features(graphs, settings.features)
        if settings.likelihood == BERNOULLI:
            check_shades(x, graphs.name)
        if settings.columns == "given":
            return cls(x, torch.zeros(x.shape[1]), torch.ones(x.shape[1]))
        spread, mean = (each.float() for each in torch.std_mean(x.double(), dim=0, correction=0))
        spread = torch.where(spread < LEAST_SPREAD, torch.ones_like(spread), spread)
        return cls((x - mean) / spread, mean, spread)

    def given(self, x: Tensor) -> np.ndarray:
        """Rows in the units that the data came in."""
        return torch.addcmul(self.shift, x, self.scale).detach().float().numpy().copy()


def check_shades(x: Tensor, name: str) -> None:
    """Refuse numbers that no shade can be."""
    low, high = (float(x.min()), float(x.max())) if x.numel() else (0.0, 1.0)
    if low < 0 or high > 1:
        raise ValueError(
            f"likelihood='bernoulli' is for shades from 0 to 1, but the features of {name!r} go from {low:g} to "
            f"{high:g}. Use likelihood='gaussian'."
        )
