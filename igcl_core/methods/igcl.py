"""Implicit graph contrastive learning: what Algorithm 1 (graph level) and Algorithm 2 (node level) share."""

from __future__ import annotations

import math
import time
from abc import ABC, abstractmethod

import numpy as np
import torch
from torch import Generator, Tensor, nn

from igcl_core import losses
from igcl_core.contrasted import embedding, scaled
from igcl_core.data.graphs import Graphs
from igcl_core.errors import Diverged
from igcl_core.methods.optimise import Adam
from igcl_core.methods.plateau import Plateau
from igcl_core.metrics import health
from igcl_core.models.gat import GAT, GATv2
from igcl_core.models.gcn import GCN
from igcl_core.models.gin import GIN
from igcl_core.models.head import make_head
from igcl_core.models.vgae import VGAE, Gaussians
from igcl_core.reconstruction import Decoder
from igcl_core.settings import Settings
from igcl_core.step import CONTRAST, JOINT
from igcl_core.step import VGAE as VGAE_PHASE
from igcl_core.structure import Structure

VIEWS_OF_SNAPSHOT = 8


class IGCL(ABC):
    """The state of one run and how it advances by one step.

    All that the next step depends on is in `state()`: weights, optimisers, random state and step index.
    """

    def __init__(self, graphs: Graphs, settings: Settings):
        settings.check_for(graphs)
        self.settings = settings
        self.generator = Generator().manual_seed(settings.seed)
        self.structure = Structure.of(graphs, settings.features)
        self.backbone = make_backbone(self.structure.x.shape[1], settings, self.generator)
        self.head, latent = make_head(settings.head, self.backbone.outputs, settings.D, self.generator)
        self.vgae = VGAE(self.structure.x.shape[1], settings.vgae_hidden, latent, settings.vgae_heads, self.generator)
        self.contrast_adam = Adam(nn.ModuleList([self.backbone, self.head]))
        self.vgae_adam = Adam(self.vgae)
        self.index, self.seconds = 0, 0.0
        self.watched: dict[str, float] = {}
        self.plateau = Plateau()

    @property
    def uses_vgae(self) -> bool:
        return self.settings.augmentation in ("implicit", "none")

    @property
    def vgae_learns(self) -> bool:
        """Whether the VGAE has not yet reached the adjacency accuracy at which it is to stop."""
        stop = self.settings.vgae_stop
        return not stop or self.watched.get("adjacency_accuracy", 0.0) < stop

    @property
    def contrasts(self) -> bool:
        return self.settings.augmentation != "none"

    @property
    @abstractmethod
    def steps_per_pass(self) -> int:
        """Steps that one pass over the data takes."""

    @property
    def warmup_steps(self) -> int:
        return self.settings.warmup * self.steps_per_pass if self.uses_vgae else 0

    @property
    def stalled(self) -> bool:
        """Whether the contrastive loss has not fallen for `patience` epochs, which ends the run."""
        patience = self.settings.patience * self.steps_per_pass
        return 0 < patience <= self.plateau.waited

    @property
    def total(self) -> int:
        """Index of the last step."""
        return min(self.index, self.planned) if self.stalled else self.planned

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

    def first(self) -> dict[str, float]:
        """The numbers of step 0: nothing trained yet."""
        with _Clock(self):
            torch.set_flush_denormal(True)
            if self.uses_vgae:
                self.look_at_vgae()
            return {"epoch": 0.0, **self.measure()}

    def advance(self) -> tuple[str, dict[str, float]]:
        """Train one step; its phase and its numbers."""
        with _Clock(self):
            torch.set_flush_denormal(True)
            phase, epoch, part = self.position(self.index + 1)
            self.contrast_adam.set(lr=self.learning_rate(epoch), weight_decay=self.settings.weight_decay)
            self.vgae_adam.set(lr=self.settings.vgae_lr)
            for name in ("implicit", "implicit_se", "gap"):
                self.watched.pop(name, None)
            numbers = self.train(phase, epoch, part)
            self.index += 1
            if phase in (JOINT, CONTRAST):
                self.plateau.see(self.watched["loss"])
            done = max(0, self.index - self.warmup_steps) / self.steps_per_pass
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

    @abstractmethod
    def arrays(self) -> dict[str, np.ndarray]:
        """A snapshot of the current state: z, h, mu, sigma."""

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
            noise = torch.empty(s.M, *mu.shape).normal_(generator=self.generator)
            return losses.contrastive_parts(embedding(h, s), mu + sigma * noise, s.tau)
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

    def aside(self) -> Generator:
        """Random numbers for looking, which leave those of training untouched."""
        return Generator().manual_seed(self.settings.seed * 1_000_003 + self.index)

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

    def descend(self, loss: Tensor, adam: Adam, name: str) -> None:
        """One optimiser step, refused when the loss or its gradient is not finite."""
        if not math.isfinite(value := loss.item()):
            raise Diverged(self._divergence(f"The {name} loss became {value}"))
        loss.backward()
        if not adam.step():
            raise Diverged(self._divergence(f"The gradient of the {name} loss stopped being finite"))

    def _divergence(self, what: str) -> str:
        return (
            f"{what} at step {self.index + 1}, so training stopped and step {self.index} is kept. "
            "Try a larger tau, a smaller learning rate, or normalise='both'."
        )

    def state(self) -> dict[str, np.ndarray]:
        """Everything needed to go on from here, as plain arrays."""
        state = {"index": np.array(self.index), "seconds": np.array(self.seconds)}
        state["random"] = self.generator.get_state().numpy().copy()
        state["plateau"] = self.plateau.state()
        state["watched"] = np.array(list(self.watched.values()), np.float64)
        state["watched_names"] = np.array(list(self.watched), dtype=np.str_)
        for name, adam in (("contrast", self.contrast_adam), ("vgae", self.vgae_adam)):
            state.update({f"{name}.{key}": value for key, value in adam.state().items()})
        return state

    def restore(self, state: dict[str, np.ndarray]) -> None:
        """Back to a saved state of a run with the same shapes."""
        self.index, self.seconds = int(state["index"]), float(state["seconds"])
        self.generator.set_state(torch.from_numpy(state["random"].copy()))
        self.watched = dict(zip(state["watched_names"].tolist(), state["watched"].tolist(), strict=True))
        self.plateau = Plateau.of(state.get("plateau"))
        for name, adam in (("contrast", self.contrast_adam), ("vgae", self.vgae_adam)):
            adam.restore({key.removeprefix(f"{name}."): v for key, v in state.items() if key.startswith(f"{name}.")})
        self.forget()

    @abstractmethod
    def forget(self) -> None:
        """Drop what was derived from the weights."""


def as_arrays(z: Tensor, h: Tensor, mu: Tensor, sigma: Tensor) -> dict[str, np.ndarray]:
    """Detached float32 copies under their names."""
    named = {"z": z, "h": h, "mu": mu, "sigma": sigma}
    return {name: value.detach().float().numpy().copy() for name, value in named.items()}


def make_backbone(inputs: int, s: Settings, generator: Generator) -> nn.Module:
    """The graph network F that the settings name."""
    if s.backbone == "gin":
        return GIN(inputs, s.D, s.layers, generator)
    if s.backbone == "gcn":
        return GCN(inputs, s.D, s.layers, s.activation, generator)
    kind = GAT if s.backbone == "gat" else GATv2
    return kind(inputs, s.D, s.layers, s.activation, generator, s.attention_heads)


class _Clock:
    """Adds the time spent inside to the run's seconds."""

    def __init__(self, run: IGCL):
        self.run = run

    def __enter__(self) -> None:
        self.start = time.perf_counter()

    def __exit__(self, *_: object) -> None:
        self.run.seconds += time.perf_counter() - self.start
