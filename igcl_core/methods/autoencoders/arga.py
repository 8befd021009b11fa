"""ARGA: a GAE whose vectors a discriminator cannot tell from draws of N(0, I)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import torch
from torch import Generator, Tensor, nn
from torch.nn import functional as F

from igcl_core.budget.share import Share, largest_first
from igcl_core.data.cards import DatasetCard
from igcl_core.data.graphs import NODE, Graphs
from igcl_core.methods.autoencoders.gae import GAE, METRICS, REBUILDING, GAESettings, network_of, pairs_bytes
from igcl_core.methods.autoencoders.gae import defaults as gae_defaults
from igcl_core.methods.autoencoders.gae import work as gae_work
from igcl_core.methods.implicit.cost.memory import FLOAT
from igcl_core.methods.implicit.cost.work import TRAINED
from igcl_core.methods.shared import knobs
from igcl_core.methods.shared.cost import memory_of
from igcl_core.methods.shared.declared import HEALTH, PROBE, needs_edges
from igcl_core.nn.adam import Adam
from igcl_core.nn.parts import Linear
from igcl_core.training.method import PAPER, RECOMMENDED, Curves, Method, Phase
from igcl_core.training.metrics import Metric
from igcl_core.training.registry import register
from igcl_core.training.settings import NETWORK, TRAINING, knob


@dataclass(frozen=True)
class AdversarialSettings(GAESettings):
    """GAE's settings, and those of the discriminator."""

    D: int = knobs.width(32)
    wide: int = knobs.width(64, "Width of the discriminator's first hidden layer.", "Discriminator, first layer")
    narrow: int = knobs.width(32, "Width of its second hidden layer.", "Discriminator, second layer")
    discriminator_lr: float = knobs.rate(
        1e-3, "How far each update moves the discriminator.", label="Learning rate of the discriminator"
    )
    rebuilds: int = knob(
        5,
        "Updates that rebuild the graph, for one of the discriminator and one against it.",
        label="Rebuilding updates per step",
        group=TRAINING,
        low=1,
        high=1000,
        live=True,
    )


@dataclass(frozen=True)
class ARGASettings(AdversarialSettings):
    """What a run of ARGA computes."""

    noise: float = knob(
        0.1,
        "Standard deviation of the noise on the hidden layer in training.",
        label="Noise",
        group=NETWORK,
        low=0,
        high=10,
        live=True,
    )


class Discriminator(nn.Module):
    """Two hidden layers with ReLU; a score above 0 means that a vector is held for a draw of N(0, I)."""

    def __init__(self, s: AdversarialSettings, generator: Generator):
        super().__init__()
        widths = (s.D, s.wide, s.narrow, 1)
        self.layers = nn.ModuleList(Linear(a, b, generator) for a, b in zip(widths, widths[1:], strict=False))

    def forward(self, z: Tensor) -> Tensor:
        for layer in self.layers[:-1]:
            z = layer(z).relu()
        return self.layers[-1](z)[:, 0]


def discriminator_loss(on_drawn: Tensor, on_made: Tensor) -> Tensor:
    """-E log D(n) - E log(1 - D(z)), from scores."""
    return F.softplus(-on_drawn).mean() + F.softplus(on_made).mean()


def fooling_loss(on_made: Tensor) -> Tensor:
    """-E log D(z), from scores."""
    return F.softplus(-on_made).mean()


class ARGA(GAE):
    """One step: some updates that rebuild the graph, one of the discriminator, and one of the network against it."""

    loss_name = "ARGA"

    def __init__(self, graphs: Graphs, settings: AdversarialSettings):
        super().__init__(graphs, settings)
        self.discriminator = Discriminator(settings, self.generator)
        self.discriminator_adam = Adam(self.discriminator)
        self.adams["discriminator"] = self.discriminator_adam

    def encode(self, generator: Generator) -> Tensor:
        hidden = self.network.first(self.structure, self.structure.x, 1).relu()
        noise = torch.empty_like(hidden).normal_(generator=generator)
        return self.network.second(self.structure, hidden + self.settings.noise * noise, 2)

    def look(self) -> dict[str, float]:
        with torch.no_grad():
            z = self.embed()
            return {**super().look(), **self.judged(z, self.drawn(z, self.aside()))[1]}

    def step(self) -> tuple[str, dict[str, float]]:
        self.discriminator_adam.set(lr=self.settings.discriminator_lr)
        self.adam.set(lr=self.settings.lr)
        for _ in range(self.settings.rebuilds - 1):
            self.descend(self.lose(self.generator)[0], self.adam, self.loss_name)
        phase, numbers = super().step()
        return phase, {**numbers, **self.play()}

    def play(self) -> dict[str, float]:
        """One update of the discriminator, and one of the network that is to fool it."""
        z = self.encode(self.generator)
        loss, numbers = self.judged(z.detach(), self.drawn(z, self.generator))
        self.descend(loss, self.discriminator_adam, "discriminator")
        self.descend(fooling_loss(self.discriminator(z)), self.adam, "fooling")
        self.discriminator_adam.gradient.zero_()
        return numbers

    def drawn(self, z: Tensor, generator: Generator) -> Tensor:
        """As many draws of N(0, I) as there are nodes."""
        return torch.empty_like(z).normal_(generator=generator)

    def judged(self, z: Tensor, drawn: Tensor) -> tuple[Tensor, dict[str, float]]:
        """The discriminator's loss, and what it believes of draws and of embeddings."""
        on_drawn, on_made = self.discriminator(drawn), self.discriminator(z)
        loss = discriminator_loss(on_drawn, on_made)
        with torch.no_grad():
            trust = {"drawn_trust": float(on_drawn.sigmoid().mean()), "made_trust": float(on_made.sigmoid().mean())}
        return loss, {"adversary": loss.item(), **trust}


def judge_size(s: AdversarialSettings) -> int:
    """Numbers in the discriminator."""
    return s.D * s.wide + s.wide * s.narrow + s.narrow


def memory(graphs: Graphs, s: AdversarialSettings, gaussians: bool = False) -> list[Share]:
    """Of embeddings, or of twice as many numbers where each is a Gaussian."""
    net = network_of(graphs, s)
    columns = 2 * s.D if gaussians else s.D
    net = replace(net, widths=(s.hidden, columns))
    judged = FLOAT * net.nodes * 3 * (s.D + s.wide + s.narrow)
    update = Share("an update", net.layers + pairs_bytes(graphs, s) + judged, "D, hidden or wide")
    return memory_of(graphs, s, net, update, net.weights + judge_size(s), columns)


def work(graphs: Graphs, s: AdversarialSettings) -> list[Share]:
    """GAE's, as often as the graph is rebuilt and once more, and the discriminator on three sets of vectors."""
    often = [share._replace(amount=(s.rebuilds + 1) * share.amount) for share in gae_work(graphs, s)]
    judging = Share("the discriminator", TRAINED * 3 * graphs.num_nodes * judge_size(s), "wide or narrow")
    return largest_first([*often, judging])


def cannot(card: DatasetCard) -> str | None:
    return needs_edges("ARGA", "learns by rebuilding edges", card)


def defaults(card: DatasetCard) -> dict[str, Any]:
    return dict(gae_defaults(card), lr=5e-4, epochs=100)


# The official settings, of which the number of epochs is that for predicting links; 50 are for clustering. Photo and
# Computers are not in ARGA's paper: they borrow them, with sampled pairs, as does our PubMed.
_OFFICIAL = dict(hidden=32, D=32, lr=5e-4, discriminator_lr=1e-3, epochs=200, features="row", health_every=5)
_SAMPLED = dict(_OFFICIAL, decoder="sampled")

PRESETS = {
    RECOMMENDED: {
        "karate": dict(epochs=60, lr=5e-3),
        "planted": dict(epochs=60, lr=5e-3),
        "digits": dict(epochs=60, lr=5e-3, decoder="sampled"),
        "cora": _OFFICIAL,
        "citeseer": _OFFICIAL,
        **{name: _SAMPLED for name in ("pubmed", "photo", "computers")},
    },
    PAPER: {name: _OFFICIAL for name in ("cora", "citeseer", "pubmed")},
}
ADVERSARIAL_METRICS = {
    **METRICS,
    "adversary": Metric("Discriminator loss", "How badly draws are told from embeddings; 1.39 is guessing."),
    "drawn_trust": Metric("Draws", "Mean chance of being a draw that the discriminator gives to draws."),
    "made_trust": Metric("Embeddings", "Mean chance of being a draw that it gives to embeddings."),
}
BELIEVED = Curves("What the discriminator believes", ("drawn_trust", "made_trust"))

ARGA_METHOD = register(
    Method(
        "arga",
        "ARGA",
        "auto-encoder",
        "Pan, Hu, Long, Jiang, Yao, Zhang: Adversarially Regularized Graph Autoencoder for Graph Embedding (2018)",
        "Rebuilds the graph from vectors that a discriminator cannot tell from draws of N(0, I).",
        ARGASettings,
        {NODE: ARGA},
        phases=(Phase("rebuild", "ARGA", "the network learns to rebuild the graph and to fool the discriminator"),),
        curves=(
            *REBUILDING,
            BELIEVED,
            PROBE,
            HEALTH,
        ),
        arrays={"z": "ARGA z"},
        metrics=ADVERSARIAL_METRICS,
        presets=PRESETS,
        defaults=defaults,
        memory=memory,
        work=work,
        cannot=cannot,
    )
)
