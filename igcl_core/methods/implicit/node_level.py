"""Algorithm 2: implicit contrastive learning of the nodes of one graph."""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor

from igcl_core.data.graphs import Graphs
from igcl_core.methods.implicit.phases import CONTRAST, JOINT
from igcl_core.methods.implicit.phases import VGAE as VGAE_PHASE
from igcl_core.methods.implicit.settings import IGCLSettings
from igcl_core.methods.implicit.trainer import IGCL, as_arrays
from igcl_core.nn.decoder import NodeDecoder
from igcl_core.nn.vgae import Gaussians


class NodeIGCL(IGCL):
    """One step is one epoch: K updates of the VGAE, then one of the backbone on a random batch of b nodes."""

    steps_per_pass = 1

    def __init__(self, graphs: Graphs, settings: IGCLSettings):
        super().__init__(graphs, settings)
        dense = settings.vgae_decoder == "dense"
        self.decoder = NodeDecoder(self.structure, dense, settings.seed) if self.uses_vgae else None
        self.latent: Gaussians | None = None
        self.traced: Gaussians | None = None
        self.known_health: dict[str, float] | None = None

    def train(self, phase: str, epoch: int, part: int) -> dict[str, float]:
        gaussians = self.gaussians() if phase in (CONTRAST, JOINT) else None
        if phase in (VGAE_PHASE, JOINT) and self.vgae_learns:
            in_warmup = self.index < self.warmup_steps
            for _ in range(1 if in_warmup else self.settings.K):
                self.update_vgae(self.structure, self.decoder, self.take_traced())
            self.latent = self.traced = None
        if phase in (CONTRAST, JOINT):
            rows = self.random_rows()
            if gaussians is not None and rows is not None:
                gaussians = gaussians.rows(rows)
            self.update_contrast(self.structure, gaussians, rows)
        if phase == CONTRAST:
            self.traced = None
        if phase != VGAE_PHASE or not self.contrasts:
            self.known_health = None
        return self.measure()

    def gaussians(self) -> Gaussians | None:
        """Each node's distribution to contrast with, kept until the VGAE changes; None for explicit augmentation."""
        if self.settings.augmentation == "explicit":
            return None
        if self.settings.augmentation == "noise":
            return self.noise(self.structure.num_nodes, self.vgae.latent)
        if self.latent is None:
            with torch.set_grad_enabled(self.settings.vgae_dropout == 0.0):
                self.traced = self.vgae(self.structure)
            self.latent = self.traced.detach()
            kl, sigma = self.latent.kl(self.decoder.kl_share), self.latent.sigma.mean()
            self.watched.update(self.decoder.measure(self.latent.mu), kl=float(kl), sigma=float(sigma))
        return self.latent

    def take_traced(self) -> Gaussians | None:
        """What was computed to be looked at, once more as the start of an update: without dropout it is the same."""
        traced, self.traced = self.traced, None
        usable = traced is not None and traced.packed.requires_grad and self.settings.vgae_dropout == 0.0
        return traced if usable else None

    def random_rows(self) -> Tensor | None:
        n, b = self.structure.num_nodes, self.settings.b
        return torch.randperm(n, generator=self.generator)[:b] if 0 < b < n else None

    def look_at_vgae(self) -> None:
        self.watch_vgae(self.structure, self.decoder)

    def measure(self) -> dict[str, float]:
        self.gaussians()
        return super().measure()

    def health(self) -> dict[str, float]:
        """As ever; while only the VGAE trains, the embedding stays what it was."""
        if self.known_health is None:
            self.known_health = super().health()
        return self.known_health

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
        self.latent = self.traced = self.known_health = None
