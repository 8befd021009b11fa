"""GAE: two graph convolutions give every node a vector, and products of vectors rebuild the edges."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import torch
from torch import Generator, Tensor, nn

from igcl_core.budget.share import Share
from igcl_core.data.cards import DatasetCard
from igcl_core.data.graphs import NODE, Graphs
from igcl_core.methods.implicit.cost.memory import FLOAT, NODE_PAIR
from igcl_core.methods.implicit.cost.work import ELEMENT, TRAINED
from igcl_core.methods.shared import knobs
from igcl_core.methods.shared.cost import Network, memory_of, trained, work_of
from igcl_core.methods.shared.declared import HEALTH, PROBE, features_for, needs_edges
from igcl_core.methods.shared.node_trainer import NodeTrainer
from igcl_core.nn.decoder import BLOCK, NodeDecoder
from igcl_core.nn.gcn import GCNLayer
from igcl_core.sparse.products import SPARSE_COST
from igcl_core.sparse.structure import Structure
from igcl_core.training.method import PAPER, RECOMMENDED, Curves, Method, Phase
from igcl_core.training.metrics import COMMON, Metric
from igcl_core.training.registry import register
from igcl_core.training.settings import Settings

LOGISTIC = 10  # elementwise passes that a pair's loss and slope take as long as


@dataclass(frozen=True)
class GAESettings(Settings):
    """What a run of GAE computes."""

    D: int = knobs.width(16)
    hidden: int = knobs.width(32, "Width of the first layer.", "Hidden size")
    decoder: str = knobs.pairs()


class GAENetwork(nn.Module):
    """Two graph convolutions with ReLU between."""

    def __init__(self, inputs: int, hidden: int, size: int, generator: Generator):
        super().__init__()
        self.first, self.second = GCNLayer(inputs, hidden, generator), GCNLayer(hidden, size, generator)

    def forward(self, structure: Structure) -> Tensor:
        return self.second(structure, self.first(structure, structure.x, 1).relu(), 2)


class GAE(NodeTrainer):
    """One step rebuilds the whole graph once."""

    phase, loss_name = "rebuild", "GAE"

    def __init__(self, graphs: Graphs, settings: GAESettings):
        super().__init__(graphs, settings)
        self.decoder = NodeDecoder(self.structure, settings.decoder == "dense", settings.seed)

    def build(self, inputs: int) -> nn.Module:
        return GAENetwork(inputs, self.settings.hidden, self.settings.D, self.generator)

    def embed(self) -> Tensor:
        return self.network(self.structure)

    def encode(self, generator: Generator) -> Tensor:
        """z as training sees it."""
        return self.embed()

    def lose(self, generator: Generator) -> tuple[Tensor, dict[str, float]]:
        z = self.encode(generator)
        loss = self.decoder.loss(z, generator)
        with torch.no_grad():
            ranked = self.decoder.measure(z.detach())
        return loss, {"rebuilding": loss.item(), "edge_auc": ranked["edge_auc"], "edge_ap": ranked["edge_ap"]}


def network_of(graphs: Graphs, s: GAESettings) -> Network:
    return Network.of(graphs, s, s.hidden, s.D)


def pairs_bytes(graphs: Graphs, s: GAESettings) -> float:
    """A few blocks of all pairs, or what lies behind every sampled one; edges are ranked in any case."""
    block = 4 * FLOAT * min(BLOCK, graphs.num_nodes) ** 2 if s.decoder == "dense" else 0
    return block + 2 * NODE_PAIR * graphs.num_edges


def pairs_work(graphs: Graphs, s: GAESettings) -> float:
    edges = 4 * graphs.num_edges * (TRAINED * SPARSE_COST * s.D + LOGISTIC * ELEMENT)
    return edges + (graphs.num_nodes**2 / 2 * (TRAINED * s.D + LOGISTIC * ELEMENT) if s.decoder == "dense" else 0)


def memory(graphs: Graphs, s: GAESettings) -> list[Share]:
    net = network_of(graphs, s)
    update = Share("an update", net.layers + pairs_bytes(graphs, s), "D or hidden")
    return memory_of(graphs, s, net, update, net.weights, s.D)


def work(graphs: Graphs, s: GAESettings) -> list[Share]:
    net = network_of(graphs, s)
    updates = [
        Share("the two layers", trained(net), "D or hidden"),
        Share("rebuilding all pairs" if s.decoder == "dense" else "rebuilding the edges", pairs_work(graphs, s), "D"),
    ]
    return work_of(graphs, net, updates, net.weights)


def cannot(card: DatasetCard) -> str | None:
    return needs_edges("GAE", "learns by rebuilding edges", card)


# The official settings, the same for all datasets: trained here on all edges, for none is held out to be predicted, and
# a node's own pair is left out of the loss. Photo and Computers are not in GAE's paper: they borrow them, with sampled
# pairs, as does our PubMed.
_OFFICIAL = dict(hidden=32, D=16, lr=0.01, epochs=200, features="row")
_SAMPLED = dict(_OFFICIAL, decoder="sampled")


def defaults(card: DatasetCard) -> dict[str, Any]:
    decoder = "dense" if card.nodes <= 5000 else "sampled"
    return dict(lr=0.01, features=features_for(card), decoder=decoder, health_every=5)


METRICS = {
    **COMMON,
    "rebuilding": Metric("Rebuilding loss", "How badly products of embeddings rebuild the graph, in nats per pair."),
    "edge_auc": Metric("Edge AUC", "Chance that an edge scores above a non-edge; 0.5 is guessing."),
    "edge_ap": Metric(
        "Edge average precision", "How pure the highest-scored pairs are, of edges and about as many non-edges."
    ),
}
REBUILDING = (Curves("Rebuilding loss", ("rebuilding",)), Curves("Edges found", ("edge_auc", "edge_ap")))

GAE_METHOD = register(
    Method(
        "gae",
        "GAE",
        "auto-encoder",
        "Kipf, Welling: Variational Graph Auto-Encoders (2016)",
        "Rebuilds the graph from one vector per node: linked nodes get vectors with a large product.",
        GAESettings,
        {NODE: GAE},
        phases=(Phase("rebuild", "GAE", "the network learns to rebuild the graph"),),
        curves=(*REBUILDING, PROBE, HEALTH),
        arrays={"z": "GAE z"},
        metrics=METRICS,
        presets={
            RECOMMENDED: {
                "karate": dict(epochs=100, lr=0.01),
                "digits": dict(D=32, hidden=64, epochs=100, lr=0.01, decoder="sampled"),
                "planted": dict(epochs=100, lr=0.01),
                "cora": _OFFICIAL,
                "citeseer": _OFFICIAL,
                **{name: _SAMPLED for name in ("pubmed", "photo", "computers")},
            },
            PAPER: {name: _OFFICIAL for name in ("cora", "citeseer", "pubmed")},
        },
        defaults=defaults,
        memory=memory,
        work=work,
        cannot=cannot,
    )
)
