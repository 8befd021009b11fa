"""Algorithm 2: implicit contrastive learning of the nodes of one graph."""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor

from igcl_core.data.graphs import Graphs
from igcl_core.methods.igcl import IGCL, as_arrays
from igcl_core.models.vgae import Gaussians
from igcl_core.reconstruction import NodeDecoder
from igcl_core.settings import Settings
from igcl_core.step import CONTRAST, JOINT
from igcl_core.step import VGAE as VGAE_PHASE


class NodeIGCL(IGCL):
    """One step is one epoch: K updates of the VGAE, then one of the backbone on a random batch of b nodes."""

    steps_per_pass = 1

    def __init__(self, graphs: Graphs, settings: Settings):
        super().__init__(graphs, settings)
        dense = settings.vgae_decoder == "dense"
        self.decoder = NodeDecoder(self.structure, dense, settings.seed) if self.uses_vgae else None
        self.latent: Gaussians | None = None

    def train(self, phase: str, epoch: int, part: int) -> dict[str, float]:
        gaussians = self.gaussians() if phase in (CONTRAST, JOINT) else None
        if phase in (VGAE_PHASE, JOINT) and self.vgae_learns:
            in_warmup = self.index < self.warmup_steps
            for _ in range(1 if in_warmup else self.settings.K):
                self.update_vgae(self.structure, self.decoder)
            self.forget()
        if phase in (CONTRAST, JOINT):
            rows = self.random_rows()
            if gaussians is not None and rows is not None:
                gaussians = gaussians.rows(rows)
            self.update_contrast(self.structure, gaussians, rows)
        return self.measure()

    def gaussians(self) -> Gaussians | None:
        """Each node's distribution to contrast with, kept until the VGAE changes; None for explicit augmentation."""
        if self.settings.augmentation == "explicit":
            return None
        if self.settings.augmentation == "noise":
            return self.noise(self.structure.num_nodes, self.vgae.latent)
        if self.latent is None:
            with torch.no_grad():
                self.latent = self.vgae(self.structure)
                kl, sigma = self.latent.kl(self.decoder.kl_share), self.latent.sigma.mean()
            self.watched.update(self.decoder.measure(self.latent.mu), kl=float(kl), sigma=float(sigma))
        return self.latent

    def random_rows(self) -> Tensor | None:
        n, b = self.structure.num_nodes, self.settings.b
        return torch.randperm(n, generator=self.generator)[:b] if 0 < b < n else None

    def look_at_vgae(self) -> None:
        self.watch_vgae(self.structure, self.decoder)

    def measure(self) -> dict[str, float]:
        self.gaussians()
        return super().measure()

    def seen(self) -> Tensor:
        with torch.no_grad():
            return self.backbone(self.structure) if self.contrasts else self.gaussians().mu

    def arrays(self) -> dict[str, np.ndarray]:
        with torch.no_grad():
            if not self.contrasts:
                mu, sigma = self.gaussians().mu, self.gaussians().sigma
                return as_arrays(mu, mu, mu, sigma)
            z = self.backbone(self.structure)
            h = self.head(z)
            gaussians = self.gaussians()
            if gaussians is None:
                return as_arrays(z, h, *self.view_statistics(self.structure))
            return as_arrays(z, h, gaussians.mu, gaussians.sigma)

    def forget(self) -> None:
        self.latent = None
