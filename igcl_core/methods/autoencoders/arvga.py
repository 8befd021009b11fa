"""ARVGA: a VGAE whose samples a discriminator cannot tell from draws of N(0, I)."""

from __future__ import annotations

from functools import partial

import numpy as np
import torch
from torch import Generator, Tensor, nn

from igcl_core.data.cards import DatasetCard
from igcl_core.data.graphs import NODE
from igcl_core.methods.autoencoders.arga import (
    ADVERSARIAL_METRICS,
    ARGA,
    BELIEVED,
    PRESETS,
    AdversarialSettings,
    defaults,
    memory,
    work,
)
from igcl_core.methods.autoencoders.gae import REBUILDING
from igcl_core.methods.shared.declared import HEALTH, PROBE, needs_edges
from igcl_core.nn.vgae import VGAE
from igcl_core.training.method import Curves, Method, Phase
from igcl_core.training.metrics import Metric
from igcl_core.training.registry import register


class ARVGA(ARGA):
    """As ARGA, with a Gaussian for every node: training sees a draw of it, evaluation its mean."""

    loss_name = "ARVGA"

    def build(self, inputs: int) -> nn.Module:
        return VGAE(inputs, self.settings.hidden, self.settings.D, "linear", self.generator)

    @property
    def widths(self) -> dict[str, int]:
        return {"z": self.settings.D, "sigma": self.settings.D}

    def embed(self) -> Tensor:
        return self.network(self.structure).mu

    def encode(self, generator: Generator) -> Tensor:
        return self.network(self.structure).sample(self.structure, generator)

    def lose(self, generator: Generator) -> tuple[Tensor, dict[str, float]]:
        """Rebuilding loss of a draw, and KL / N of every node's Gaussian from N(0, I)."""
        gaussians = self.network(self.structure)
        rebuilding = self.decoder.loss(gaussians.sample(self.structure, generator), generator)
        loss = rebuilding + gaussians.kl(self.decoder.kl_weight)
        seen = gaussians.detach()
        ranked = self.decoder.measure(seen.mu)
        numbers = {"rebuilding": rebuilding.item(), "edge_auc": ranked["edge_auc"], "edge_ap": ranked["edge_ap"]}
        return loss, {**numbers, "kl": float(seen.kl(self.decoder.kl_share)), "sigma": float(seen.sigma.mean())}

    def arrays(self) -> dict[str, np.ndarray]:
        with torch.no_grad():
            gaussians = self.network(self.structure)
        return {"z": gaussians.mu.numpy().copy(), "sigma": gaussians.sigma.numpy().copy()}


def cannot(card: DatasetCard) -> str | None:
    return needs_edges("ARVGA", "learns by rebuilding edges", card)


# Its official settings are ARGA's, without the noise, for a Gaussian has its own. Features are taken as they are: with
# rows that sum to one, so small a learning rate leaves all Gaussians at N(0, I), and Cora's clusters at chance (seen).
_AS_GIVEN = {
    kind: {name: {**values, "features": "raw"} for name, values in of_kind.items()} for kind, of_kind in PRESETS.items()
}

ARVGA_METHOD = register(
    Method(
        "arvga",
        "ARVGA",
        "auto-encoder",
        "Pan, Hu, Long, Jiang, Yao, Zhang: Adversarially Regularized Graph Autoencoder for Graph Embedding (2018)",
        "Rebuilds the graph from Gaussians whose samples a discriminator cannot tell from draws of N(0, I).",
        AdversarialSettings,
        {NODE: ARVGA},
        phases=(Phase("rebuild", "ARVGA", "the Gaussians learn to rebuild the graph and to fool the discriminator"),),
        curves=(*REBUILDING, BELIEVED, Curves("Gaussians", ("kl", "sigma")), PROBE, HEALTH),
        arrays={"z": "ARVGA μ", "sigma": "ARVGA σ"},
        metrics={
            **ADVERSARIAL_METRICS,
            "kl": Metric(
                "KL", "How far the Gaussians are from N(0, I), in nats per node; 0 means that all are the same."
            ),
            "sigma": Metric("Mean sigma", "Average standard deviation of the Gaussians."),
        },
        presets=_AS_GIVEN,
        defaults=defaults,
        memory=partial(memory, gaussians=True),
        work=work,
        cannot=cannot,
    )
)
