"""Implicit graph contrastive learning: what Algorithm 1 (graph level) and Algorithm 2 (node level) share."""

from __future__ import annotations

from abc import abstractmethod

import numpy as np
import torch
from torch import Generator, Tensor, nn

from igcl_core.data.graphs import Graphs
from igcl_core.methods.implicit.contrasted import embedding, scaled
from igcl_core.methods.implicit.phases import CONTRAST, JOINT
from igcl_core.methods.implicit.phases import VGAE as VGAE_PHASE
from igcl_core.methods.implicit.settings import IGCLSettings
from igcl_core.nn import losses
from igcl_core.nn.adam import Adam
from igcl_core.nn.decoder import Decoder
from igcl_core.nn.gat import GAT, GATv2
from igcl_core.nn.gcn import GCN
from igcl_core.nn.gin import GIN
from igcl_core.nn.head import make_head
from igcl_core.nn.vgae import VGAE, Gaussians
from igcl_core.sparse.structure import Structure
from igcl_core.training.metrics import health
from igcl_core.training.trainer import Trainer

VIEWS_OF_SNAPSHOT = 8


class IGCL(Trainer):
    """What node and graph level share: backbone, head and VGAE, when each of them learns, and the contrast."""

    advice = "Try a larger tau, a smaller learning rate, or normalise='both'."

    def __init__(self, graphs: Graphs, settings: IGCLSettings):
        super().__init__(graphs, settings)
        self.structure = Structure.of(graphs, settings.features)
        self.backbone = make_backbone(self.structure.x.shape[1], settings, self.generator)
        self.head, latent = make_head(settings.head, self.backbone.outputs, settings.D, self.generator)
        self.vgae = VGAE(self.structure.x.shape[1], settings.vgae_hidden, latent, settings.vgae_heads, self.generator)
        self.contrast_adam = Adam(nn.ModuleList([self.backbone, self.head]))
        self.vgae_adam = Adam(self.vgae)
        self.adams = {"contrast": self.contrast_adam, "vgae": self.vgae_adam}

    @property
    def uses_vgae(self) -> bool:
        return self.settings.uses_vgae

    @property
    def vgae_learns(self) -> bool:
        """Whether the VGAE has not yet reached the adjacency accuracy at which it is to stop."""
        stop = self.settings.vgae_stop
        return not stop or self.watched.get("adjacency_accuracy", 0.0) < stop

    @property
    def contrasts(self) -> bool:
        return self.settings.contrasts

    @property
    def widths(self) -> dict[str, int]:
        latent = self.vgae.latent
        return {"z": self.backbone.outputs if self.contrasts else latent, "h": latent, "mu": latent, "sigma": latent}

    @property
    def snapshot_due(self) -> bool:
        """Where contrasting begins."""
        return self.index == self.warmup_steps

    @property
    def warmup_steps(self) -> int:
        return self.settings.warmup * self.steps_per_pass if self.uses_vgae else 0

    @property
    def planned(self) -> int:
        """Index of the last step unless the loss stalls before."""
        passes = self.settings.epochs
        if not self.contrasts:
            passes = round(passes * self.settings.vgae_until) if self.settings.K else 0
        return self.warmup_steps + passes * self.steps_per_pass

    def position(self, index: int) -> tuple[str, int, int]:
        """Phase, pass and part of that pass in which step `index` trains."""
        if index <= self.warmup_steps:
            return VGAE_PHASE, (index - 1) // self.steps_per_pass, (index - 1) % self.steps_per_pass
        epoch, part = divmod(index - self.warmup_steps - 1, self.steps_per_pass)
        if not self.contrasts:
            return VGAE_PHASE, self.settings.warmup + epoch, part
        trains_vgae = self.settings.K > 0 and epoch < self.settings.epochs * self.settings.vgae_until
        return (JOINT if trains_vgae and self.uses_vgae else CONTRAST), epoch, part

    def look(self) -> dict[str, float]:
        if self.uses_vgae:
            self.look_at_vgae()
        return {"epoch": 0.0, **self.measure()}

    def step(self) -> tuple[str, dict[str, float]]:
        phase, epoch, part = self.position(self.index + 1)
        self.contrast_adam.set(lr=self.learning_rate(epoch), weight_decay=self.settings.weight_decay)
        self.vgae_adam.set(lr=self.settings.vgae_lr)
        for name in ("implicit", "implicit_se", "gap"):
            self.watched.pop(name, None)
        numbers = self.train(phase, epoch, part)
        if phase in (JOINT, CONTRAST):
            self.plateau.see(self.watched["loss"])
        done = max(0, self.index + 1 - self.warmup_steps) / self.steps_per_pass
        return phase, {"epoch": done, "lr": self.learning_rate(epoch), **numbers}

    @abstractmethod
    def train(self, phase: str, epoch: int, part: int) -> dict[str, float]:
        """The updates of one step."""

    @abstractmethod
    def look_at_vgae(self) -> None:
        """Watch the reconstruction of the VGAE as it is, without training."""

    def watch_vgae(self, structure: Structure, decoder: Decoder) -> None:
        with torch.no_grad():
            gaussians = self.vgae(structure)
            aside = self.aside()
            reconstruction = decoder.loss(gaussians.sample(structure, aside), aside)
        self.watched.update(reconstruction=float(reconstruction), kl=float(gaussians.kl(decoder.kl_share)))

    def measure(self) -> dict[str, float]:
        """The numbers of the current state, without training; the health of the embedding on its rhythm."""
        due = self.index == 0 or (self.index + 1) % self.settings.health_every == 0
        return {**self.watched, **self.health()} if due else dict(self.watched)

    def health(self) -> dict[str, float]:
        """Length and rank of the embedding."""
        return health(self.seen())

    @abstractmethod
    def seen(self) -> Tensor:
        """The embedding whose health is looked at."""

    def learning_rate(self, epoch: int) -> float:
        """lr, rising over the first `lr_warmup` of the epochs, times lr_step every lr_every epochs."""
        s = self.settings
        rise = min(1.0, (epoch + 1) / (s.lr_warmup * s.epochs)) if s.lr_warmup * s.epochs > 0 else 1.0
        return s.lr * rise * s.lr_step ** (epoch // s.lr_every)

    def update_vgae(self, structure: Structure, decoder: Decoder, gaussians: Gaussians | None = None) -> Gaussians:
        """One descent of -L_VGAE; the nodes' Gaussians as they were before it. They may be given, with their graph."""
        if gaussians is None:
            gaussians = self.vgae(structure, self.settings.vgae_dropout, self.generator)
        reconstruction = decoder.loss(gaussians.sample(structure, self.generator), self.generator)
        loss = reconstruction + self.settings.beta * gaussians.kl(decoder.kl_weight)
        self.descend(loss, self.vgae_adam, "VGAE")
        self.watched["reconstruction"] = reconstruction.item()
        return gaussians.detach()

    def update_contrast(self, structure: Structure, gaussians: Gaussians | None, rows: Tensor | None) -> Tensor:
        """One descent of the contrastive loss over these rows; the embedding z it was computed from."""
        z = self.embed(structure, rows)
        h = self.head(z)
        attraction, repulsion = self.contrast(structure, h, gaussians, rows)
        self.descend(attraction + repulsion, self.contrast_adam, "contrastive")
        pull, push = attraction.item(), repulsion.item()
        self.watched.update(loss=pull + push, attraction=pull, repulsion=push)
        if gaussians is not None:
            self._watch_bound(h.detach(), gaussians, pull + push)
        return z.detach()

    def embed(self, structure: Structure, rows: Tensor | None) -> Tensor:
        """z of these rows, or of all, as training sees it."""
        p = self.settings.dropout
        if rows is None:
            return self.backbone(structure, p, self.generator)
        return self.backbone.of_rows(structure, rows, p, self.generator)

    def contrast(
        self, structure: Structure, h: Tensor, gaussians: Gaussians | None, rows: Tensor | None
    ) -> tuple[Tensor, Tensor]:
        """Attraction and repulsion of the chosen loss."""
        s = self.settings
        if gaussians is None:
            view = embedding(self.head(self.embed(self.augmented(structure, self.generator), rows)), s)
            return losses.contrastive_parts(embedding(h, s), view[None], s.tau)
        mu, sigma = scaled(gaussians.mu, gaussians.sigma, s)
        if s.loss == "sampled":
            samples = torch.empty(s.M, *mu.shape).normal_(generator=self.generator).mul_(sigma).add_(mu)
            return losses.contrastive_parts(embedding(h, s), samples, s.tau)
        return losses.upper_parts(embedding(h, s), mu, sigma, s.tau, transposed=s.direction == "released")

    def noise(self, rows: int, size: int) -> Gaussians:
        """The ablation's N(0, I)."""
        return Gaussians(torch.zeros(rows, 2 * size))

    def augmented(self, structure: Structure, generator: Generator) -> Structure:
        """An explicit augmentation: edges dropped and feature columns masked at random."""
        s = self.settings
        kept_edges = torch.rand(structure.edges.shape[1], generator=generator) >= s.edge_drop
        kept_columns = torch.rand(structure.x.shape[1], generator=generator) >= s.feature_mask
        return structure.dropping(kept_edges.float(), kept_columns.float())

    def view_statistics(self, structure: Structure) -> tuple[Tensor, Tensor]:
        """Mean and standard deviation of h over explicit views: the empirical counterpart of mu and sigma."""
        aside = self.aside()
        views = [self.head(self.backbone(self.augmented(structure, aside))) for _ in range(VIEWS_OF_SNAPSHOT)]
        std, mean = torch.std_mean(torch.stack(views), dim=0)
        return mean, std

    def _watch_bound(self, h: Tensor, gaussians: Gaussians, loss: float) -> None:
        """On its rhythm, L_ICL by Monte Carlo beside L_upper for the same batch, from random numbers of its own."""
        s = self.settings
        upper_is_loss = s.loss == "upper" and s.direction == "paper"
        if upper_is_loss:
            self.watched["upper"] = loss
        if not s.icl_every or (self.index + 1) % s.icl_every:
            return
        with torch.no_grad():
            z, (mu, sigma) = embedding(h, s), scaled(gaussians.mu, gaussians.sigma, s)
            upper = loss if upper_is_loss else float(losses.upper_bound(z, mu, sigma, s.tau))
            mean, error = losses.implicit(z, mu, sigma, s.tau, s.icl_samples, self.aside())
        self.watched.update(upper=upper, implicit=float(mean), implicit_se=float(error), gap=upper - float(mean))


def as_arrays(z: Tensor, h: Tensor, mu: Tensor, sigma: Tensor) -> dict[str, np.ndarray]:
    """Detached float32 copies under their names."""
    named = {"z": z, "h": h, "mu": mu, "sigma": sigma}
    return {name: value.detach().float().numpy().copy() for name, value in named.items()}


def make_backbone(inputs: int, s: IGCLSettings, generator: Generator) -> nn.Module:
    """The graph network F that the settings name."""
    if s.backbone == "gin":
        return GIN(inputs, s.D, s.layers, generator)
    if s.backbone == "gcn":
        return GCN(inputs, s.D, s.layers, s.activation, generator)
    kind = GAT if s.backbone == "gat" else GATv2
    return kind(inputs, s.D, s.layers, s.activation, generator, s.attention_heads)
