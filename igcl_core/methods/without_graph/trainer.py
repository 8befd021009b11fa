"""Implicit contrastive learning of items without links: a VAE's Gaussians, an MLP's embeddings, the same losses."""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor, nn

from igcl_core.data.graphs import Graphs
from igcl_core.methods.implicit.contrasted import embedding, scaled
from igcl_core.methods.implicit.phases import CONTRAST
from igcl_core.methods.implicit.trainer import as_arrays
from igcl_core.methods.without_graph.numbers import Numbers
from igcl_core.methods.without_graph.settings import VAESettings
from igcl_core.nn import losses
from igcl_core.nn.adam import Adam
from igcl_core.nn.head import make_head
from igcl_core.nn.mlp import MLP
from igcl_core.nn.vae import VAE, elbo_parts
from igcl_core.nn.vgae import Gaussians
from igcl_core.training.metrics import health
from igcl_core.training.trainer import Trainer

VAE_PHASE = "vae"
ESTIMATES = ("implicit", "implicit_se", "gap")


class ImplicitVAE(Trainer):
    """One step is one update on a random batch of b items: first of the VAE, then of the network that makes z."""

    advice = "Try a larger tau, a smaller lr or vae_lr, or normalise='both'."

    def __init__(self, graphs: Graphs, settings: VAESettings):
        super().__init__(graphs, settings)
        self.numbers = Numbers.of(graphs, settings)
        self.x, inputs = self.numbers.x, self.numbers.x.shape[1]
        self.network = MLP(inputs, settings.D, settings.layers, settings.activation, self.generator)
        self.head, latent = make_head(settings.head, settings.D, settings.D, self.generator)
        self.vae = VAE(inputs, settings.hidden, latent, settings.likelihood, self.generator)
        self.adams = {"contrast": Adam(nn.ModuleList([self.network, self.head])), "vae": Adam(self.vae)}
        self.latent: Gaussians | None = None

    @property
    def contrasts(self) -> bool:
        return self.settings.contrasts

    @property
    def planned(self) -> int:
        return self.settings.warmup + self.settings.epochs

    @property
    def widths(self) -> dict[str, int]:
        return dict.fromkeys(("z", "h", "mu", "sigma"), self.settings.D)

    @property
    def snapshot_due(self) -> bool:
        """Where contrasting begins."""
        return self.contrasts and self.index == self.settings.warmup

    def look(self) -> dict[str, float]:
        with torch.no_grad():
            noise = torch.empty(len(self.x), self.vae.latent).normal_(generator=self.aside())
            self.watched["reconstruction"] = float(elbo_parts(self.vae, self.x, noise)[0])
        return self.report(epoch=0.0)

    def step(self) -> tuple[str, dict[str, float]]:
        s, rows = self.settings, self.random_rows()
        for name in ESTIMATES:
            self.watched.pop(name, None)
        contrasting = self.contrasts and self.index >= s.warmup
        if contrasting:
            self.adams["contrast"].set(lr=s.lr, weight_decay=s.weight_decay)
            self.update_contrast(rows)
        else:
            self.adams["vae"].set(lr=s.vae_lr)
            self.update_vae(rows)
        done = float(max(0, self.index + 1 - s.warmup))
        return (CONTRAST if contrasting else VAE_PHASE), self.report(epoch=done)

    def random_rows(self) -> Tensor:
        n, b = len(self.x), self.settings.b
        return torch.randperm(n, generator=self.generator)[:b] if 0 < b < n else torch.arange(n)

    def update_vae(self, rows: Tensor) -> None:
        """One descent of -ELBO."""
        noise = torch.empty(len(rows), self.vae.latent).normal_(generator=self.generator)
        reconstruction, kl, _ = elbo_parts(self.vae, self.x[rows], noise)
        self.descend(reconstruction + self.settings.beta * kl, self.adams["vae"], "VAE")
        self.watched["reconstruction"] = reconstruction.item()
        self.latent = None

    def update_contrast(self, rows: Tensor) -> None:
        """One descent of L_upper: embeddings of these rows against all samples of their Gaussians at once."""
        s = self.settings
        h = self.head(self.network(self.x[rows], s.dropout, self.generator))
        gaussians = self.gaussians().rows(rows)
        mu, sigma = scaled(gaussians.mu, gaussians.sigma, s)
        attraction, repulsion = losses.upper_parts(embedding(h, s), mu, sigma, s.tau)
        self.descend(attraction + repulsion, self.adams["contrast"], "contrastive")
        pull, push = attraction.item(), repulsion.item()
        self.plateau.see(pull + push)
        self.watched.update(loss=pull + push, upper=pull + push, attraction=pull, repulsion=push)
        if s.icl_every and (self.index + 1) % s.icl_every == 0:
            self.estimate(embedding(h.detach(), s), mu, sigma, pull + push)

    def estimate(self, z: Tensor, mu: Tensor, sigma: Tensor, upper: float) -> None:
        """L_ICL by Monte Carlo beside L_upper for the same batch, from random numbers of its own."""
        s = self.settings
        with torch.no_grad():
            mean, error = losses.implicit(z, mu, sigma, s.tau, s.icl_samples, self.aside())
        self.watched.update(implicit=float(mean), implicit_se=float(error), gap=upper - float(mean))

    def gaussians(self) -> Gaussians:
        """The Gaussian of every item, kept until the VAE changes."""
        if self.latent is None:
            with torch.no_grad():
                self.latent = self.vae.encode(self.x)
            kl = float(self.latent.kl(torch.full((len(self.x),), 1 / len(self.x))))
            self.watched.update(kl=kl, sigma=float(self.latent.sigma.mean()))
        return self.latent

    def report(self, epoch: float) -> dict[str, float]:
        """The numbers of the current state; the health of the embedding on its rhythm."""
        self.gaussians()
        due = self.index == 0 or (self.index + 1) % self.settings.health_every == 0
        lost = self.watched["reconstruction"] + self.watched["kl"]
        return {"epoch": epoch, "vae_loss": lost, **self.watched, **(health(self.embed()) if due else {})}

    def embed(self) -> Tensor:
        """z of every item, as evaluation sees it: without contrast, the VAE's mean."""
        with torch.no_grad():
            return self.network(self.x) if self.contrasts else self.gaussians().mu

    def arrays(self) -> dict[str, np.ndarray]:
        z, gaussians = self.embed(), self.gaussians()
        with torch.no_grad():
            return as_arrays(z, self.head(z) if self.contrasts else z, gaussians.mu, gaussians.sigma)

    def decode(self, points: np.ndarray) -> np.ndarray:
        """What the VAE's decoder makes of points of the latent space, in the units of the data, float32."""
        with torch.no_grad():
            return self.numbers.given(self.vae.decode(torch.from_numpy(np.asarray(points, np.float32))))

    def forget(self) -> None:
        self.latent = None
