"""MVGRL: tells nodes of one view from false ones by the summary of the other; the views are links and diffusion."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from scipy import sparse
from torch import Generator, Tensor, nn

from igcl_core.budget.share import Share, largest_first
from igcl_core.data.cards import DatasetCard
from igcl_core.data.graphs import NODE, Graphs
from igcl_core.methods.implicit.cost.memory import FLOAT
from igcl_core.methods.implicit.cost.work import ELEMENT, TRAINED
from igcl_core.methods.infomax.dgi import infomax_loss
from igcl_core.methods.shared import knobs
from igcl_core.methods.shared.cost import Network, memory_of, trained, work_of
from igcl_core.methods.shared.declared import HEALTH, PROBE, features_for, needs_edges, width_for
from igcl_core.methods.shared.node_trainer import NodeTrainer
from igcl_core.nn.parts import glorot
from igcl_core.sparse.products import SparseMatrix
from igcl_core.training.method import PAPER, RECOMMENDED, Curves, Method, Phase
from igcl_core.training.metrics import COMMON, Metric
from igcl_core.training.registry import register
from igcl_core.training.settings import Settings, knob

MATRICES = 3  # of all pairs of nodes that are there at once while the diffusion is worked out
MOST_BYTES = 10**9  # that they may take


@dataclass(frozen=True)
class MVGRLSettings(Settings):
    """What a run of MVGRL computes."""

    D: int = knobs.width(512)
    alpha: float = knob(
        0.2,
        "Chance at every step of a walk to jump back to where it began: large keeps the diffusion near.",
        label="Jump back",
        group=knobs.VIEWS,
        symbol="α",
        low=0.01,
        high=1,
    )
    b: int = knobs.batch(
        2000,
        "Nodes in a step, one after the other by number; 0 takes all.",
        "Nodes per step",
        group=knobs.VIEWS,
        live=True,
    )


def diffusion(spread: sparse.csr_matrix, alpha: float) -> Tensor:
    """alpha (I - (1 - alpha) Â)^-1: how much of each node a walk with jumps back sees of every other."""
    matrix = torch.from_numpy(spread.toarray().astype(np.float32)).mul_(alpha - 1.0)
    matrix.diagonal().add_(1.0)
    return torch.cholesky_inverse(torch.linalg.cholesky(matrix)).mul_(alpha)


class View(nn.Module):
    """One layer over a view: PReLU(S X W + b)."""

    def __init__(self, inputs: int, size: int, generator: Generator):
        super().__init__()
        self.weight, self.bias = glorot(inputs, size, generator), nn.Parameter(torch.zeros(size))
        self.activation = nn.PReLU()

    def forward(self, spread: Tensor | SparseMatrix, linear: Tensor) -> Tensor:
        """From X W, so that shuffled features need no other product."""
        return self.activation(spread @ linear + self.bias)


class MVGRLNetwork(nn.Module):
    """A layer for each view, and the bilinear discriminator that both share."""

    def __init__(self, inputs: int, size: int, generator: Generator):
        super().__init__()
        self.links, self.diffused = (View(inputs, size, generator) for _ in range(2))
        self.discriminator = glorot(size, size, generator)


def across(real: tuple[Tensor, Tensor], false: tuple[Tensor, Tensor], discriminator: Tensor) -> tuple[Tensor, Tensor]:
    """h'Ws of real and of false nodes, each with the squashed mean s of the other view's real nodes."""
    towards = [discriminator @ view.mean(0).sigmoid() for view in real]
    return tuple(torch.cat([views[0] @ towards[1], views[1] @ towards[0]]) for views in (real, false))


class MVGRL(NodeTrainer):
    """One step is one update on a window of nodes."""

    phase, loss_name = "infomax", "MVGRL"

    def __init__(self, graphs: Graphs, settings: MVGRLSettings):
        super().__init__(graphs, settings)
        whole = self.structure.gcn(1)
        parts = whole.values.numpy(), whole.pattern.columns.numpy(), whole.pattern.rows.numpy()
        self.links = sparse.csr_matrix(parts, whole.shape)
        self.diffused = diffusion(self.links, settings.alpha)

    def build(self, inputs: int) -> nn.Module:
        return MVGRLNetwork(inputs, self.settings.D, self.generator)

    def embed(self) -> Tensor:
        """z = h of the links + h of the diffusion."""
        x, network = self.structure.x, self.network
        links = network.links(self.structure.gcn(1), x @ network.links.weight)
        return links + network.diffused(self.diffused, x @ network.diffused.weight)

    def lose(self, generator: Generator) -> tuple[Tensor, dict[str, float]]:
        links, diffused, x = self.window(generator)
        order = torch.randperm(len(diffused), generator=generator)
        sides = ((self.network.links, links), (self.network.diffused, diffused))
        linear = [x @ side.weight for side, _ in sides]
        real = tuple(side(spread, each) for (side, spread), each in zip(sides, linear, strict=True))
        false = tuple(side(spread, each[order]) for (side, spread), each in zip(sides, linear, strict=True))
        on_real, on_false = across(real, false, self.network.discriminator)
        loss = infomax_loss(on_real, on_false)
        with torch.no_grad():
            trust = {"real_trust": float(on_real.sigmoid().mean()), "false_trust": float(on_false.sigmoid().mean())}
        return loss, {"infomax": loss.item(), **trust}

    def window(self, generator: Generator) -> tuple[SparseMatrix, Tensor, Tensor | SparseMatrix]:
        """Both views and the features of b nodes in a row."""
        x, n, b = self.structure.x, self.structure.num_nodes, self.settings.b
        if not 0 < b < n:
            return self.structure.gcn(1), self.diffused, x
        first = int(torch.randint(n - b + 1, (1,), generator=generator))
        rows = slice(first, first + b)
        links = SparseMatrix.of(self.links[rows, rows])
        features = x.taking(np.arange(first, first + b)) if isinstance(x, SparseMatrix) else x[rows]
        return links, self.diffused[rows, rows], features


def _rows(graphs: Graphs, s: MVGRLSettings) -> int:
    return min(s.b or graphs.num_nodes, graphs.num_nodes)


def _weights(net: Network, s: MVGRLSettings) -> float:
    return 2 * net.weights + s.D**2


def memory(graphs: Graphs, s: MVGRLSettings) -> list[Share]:
    """The diffusion stays; while it is worked out, there are two more of its size."""
    net = Network.of(graphs, s, s.D)
    all_pairs = Share("the diffusion between all pairs", diffusion_bytes(net.nodes), "the size of the graph")
    update = Share("an update on both views", 12 * FLOAT * _rows(graphs, s) * s.D, "D or b")
    return largest_first([all_pairs, *memory_of(graphs, s, net, update, _weights(net, s), s.D)])


def work(graphs: Graphs, s: MVGRLSettings) -> list[Share]:
    net, rows = Network.of(graphs, s, s.D), _rows(graphs, s)
    updates = [
        Share("the diffusion of a window", 4 * rows**2 * s.D, "b or D"),
        Share("the links", trained(net, passes=2) * rows / net.nodes + TRAINED * ELEMENT * rows * s.D, "b or D"),
        Share("the diffusion of all nodes, to look", net.nodes**2 * s.D, "D"),
        Share("working out the diffusion, once", net.nodes**3, "the size of the graph"),
    ]
    return work_of(graphs, net, updates, _weights(net, s))


def diffusion_bytes(nodes: int) -> float:
    return float(MATRICES * FLOAT * nodes**2)


def cannot(card: DatasetCard) -> str | None:
    if (needed := diffusion_bytes(card.nodes)) > MOST_BYTES:
        return (
            f"MVGRL works out the diffusion between all pairs of nodes: {card.called!r} would need "
            f"{needed / 1e9:.1f} GB for its {card.nodes:,} nodes, and at most {MOST_BYTES / 1e9:g} GB are allowed."
        )
    return needs_edges("MVGRL", "compares links with what spreads along them", card)


# The official settings, one for all citation graphs, with one window of nodes a step where the official code takes
# four. Its patience looks at the bare loss, ours at a smoothed one. Photo is not in its paper: it borrows them.
_OFFICIAL = dict(D=512, alpha=0.2, b=2000, lr=1e-3, epochs=3000, patience=20, features="row", health_every=10)
_OURS = dict(_OFFICIAL, epochs=300, patience=40)


def defaults(card: DatasetCard) -> dict[str, Any]:
    b = 2000 if card.nodes > 2000 else 0
    return dict(D=width_for(card, 512), features=features_for(card), b=b, epochs=200, health_every=10)


MVGRL_METHOD = register(
    Method(
        "mvgrl",
        "MVGRL",
        "infomax",
        "Hassani, Khasahmadi: Contrastive Multi-View Representation Learning on Graphs (2020)",
        "Tells nodes of the links from false ones by a summary of the diffusion, and the other way round.",
        MVGRLSettings,
        {NODE: MVGRL},
        phases=(
            Phase("infomax", "MVGRL", "the discriminator learns to tell real nodes from false ones, across views"),
        ),
        curves=(
            Curves("MVGRL loss", ("infomax",)),
            Curves("What the discriminator believes", ("real_trust", "false_trust")),
            PROBE,
            HEALTH,
        ),
        arrays={"z": "MVGRL z"},
        metrics={
            **COMMON,
            "infomax": Metric(
                "MVGRL loss",
                "Cross-entropy of telling real nodes from false ones across views, in nats; 0.69 is guessing.",
            ),
            "real_trust": Metric("Real nodes", "Mean chance of being real that the discriminator gives to real nodes."),
            "false_trust": Metric(
                "False nodes", "Mean chance of being real that it gives to nodes with shuffled features."
            ),
        },
        presets={
            RECOMMENDED: {
                "karate": dict(D=32, b=0, epochs=100, lr=5e-3),
                "digits": dict(D=64, b=1000, epochs=100, lr=5e-3, health_every=10),
                "planted": dict(D=64, b=0, epochs=100, lr=5e-3, health_every=5),
                **{name: _OURS for name in ("cora", "citeseer", "photo")},
            },
            PAPER: {name: _OFFICIAL for name in ("cora", "citeseer")},
        },
        defaults=defaults,
        memory=memory,
        work=work,
        cannot=cannot,
    )
)
