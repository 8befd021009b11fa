"""Presets of iGCL. `PAPER`: the two tables of the paper; `RECOMMENDED`: ours (see RESULTS.md)."""

from __future__ import annotations

from typing import Any

from igcl_core.data.cards import DatasetCard
from igcl_core.data.graphs import GRAPH

# What the tables leave open is taken from the text (two-layer MLP head, plain inner products, at node level the printed
# ReLU heads of the VGAE) and, for K, the VGAE's learning rate, its half of the epochs and b of nodes, from the released
# code. At graph level the VGAE keeps the usual linear heads: there we depart from what is printed.
# The graph table prints the projections "Skip" and "Linear". "Linear" is the two-layer MLP here, not head="linear": the
# text gives every model a non-linear projection of two layers, and the released code means that MLP by the name.
_PAPER_NODE = dict(
    layers=2,
    activation="relu",
    dropout=0.5,
    head="mlp",
    normalise="none",
    warmup=0,
    K=1,
    vgae_until=0.5,
    vgae_heads="relu",
)
_PAPER_AMAZON = dict(
    _PAPER_NODE, backbone="gat", activation="leaky", D=256, epochs=600, weight_decay=5e-3, tau=1.0,
    lr_step=0.85, lr_every=100, lr_warmup=0.05, b=3000, K=5,
)  # fmt: skip
_PAPER_GRAPH = dict(
    backbone="gin", dropout=0.0, normalise="none", warmup=0, K=10, vgae_until=0.5, vgae_decoder="dense"
)  # fmt: skip

PAPER: dict[str, dict[str, Any]] = {
    "cora": dict(_PAPER_NODE, backbone="gcn", epochs=300, D=256, lr=1e-4, weight_decay=5e-3, tau=1.0, b=500),
    "citeseer": dict(
        _PAPER_NODE,
        backbone="gat",
        epochs=300,
        D=512,
        lr=5e-4,
        lr_step=0.85,
        lr_every=10,
        weight_decay=1e-2,
        tau=5.0,
        b=500,
    ),
    "pubmed": dict(_PAPER_NODE, backbone="gcn", epochs=1000, D=128, lr=1e-4, weight_decay=1e-4, tau=4.7, b=1000),
    "photo": dict(_PAPER_AMAZON, lr=5e-3, vgae_lr=1e-3),
    "computers": dict(_PAPER_AMAZON, lr=1e-3, vgae_lr=5e-3),
    "mutag": dict(_PAPER_GRAPH, head="skip", epochs=100, layers=5, D=256, b=16, lr=5e-4, weight_decay=5e-3, tau=0.01),
    "nci1": dict(_PAPER_GRAPH, head="mlp", epochs=100, layers=5, D=256, b=32, lr=1e-4, weight_decay=5e-3, tau=3.54),
    "proteins": dict(_PAPER_GRAPH, head="mlp", epochs=20, layers=2, D=256, b=64, lr=1e-4, weight_decay=1e-2, tau=5.0),
    "collab": dict(
        _PAPER_GRAPH,
        head="mlp",
        epochs=20,
        layers=8,
        D=256,
        b=128,
        lr=5e-4,
        weight_decay=1e-2,
        tau=1.98,
        features="degree",
    ),
    "imdb-b": dict(
        _PAPER_GRAPH,
        head="mlp",
        epochs=20,
        layers=2,
        D=512,
        b=16,
        lr=1e-4,
        weight_decay=5e-3,
        tau=5.0,
        features="degree",
    ),
    "imdb-m": dict(
        _PAPER_GRAPH,
        head="skip",
        epochs=100,
        layers=8,
        D=128,
        b=64,
        lr=5e-4,
        weight_decay=1e-2,
        tau=10.0,
        features="degree",
    ),
}

_GRAPH = dict(backbone="gin", dropout=0.0, vgae_decoder="dense", layers=3, D=64, b=64, epochs=30, vgae_hidden=64)

# The VGAE's Gaussians collapse to N(0, I) on small graphs unless the KL counts less, and on graphs without features
# unless it can tell degrees apart.
_SOCIAL = dict(features="onehot", beta=0.1)

_AMAZON = dict(layers=1, D=512, b=1000, dropout=0.3, epochs=100, warmup=80, vgae_lr=1e-3, health_every=5)

# The built-in graphs' were chosen for their gain over the VGAE on validation items, seeds 0 to 2 (motifs and
# digit-graphs among two that tied); what they gave with seeds 100 to 109 is on their cards.
RECOMMENDED: dict[str, dict[str, Any]] = {
    "karate": dict(D=16, vgae_hidden=32, b=0, epochs=100, warmup=60, tau=1.0, lr=5e-3, dropout=0.2),
    "digits": dict(D=64, vgae_hidden=128, b=512, layers=3, epochs=150, warmup=40, tau=0.5, lr=3e-3),
    "planted": dict(D=32, vgae_hidden=64, b=0, epochs=200, warmup=100, tau=1.0, lr=3e-3, vgae_lr=5e-3, dropout=0.8),
    "digit-graphs": dict(_GRAPH, warmup=3, tau=1.0),
    "motifs": dict(_GRAPH, features="degree", warmup=30),
    "cora": dict(
        tau=1.0, dropout=0.8, lr=3e-4, epochs=300, warmup=40, K=1, vgae_until=0.5, vgae_lr=2e-3, health_every=5
    ),
    "citeseer": dict(
        features="row",
        layers=1,
        D=512,
        head="none",
        dropout=0.8,
        epochs=120,
        warmup=60,
        vgae_hidden=1024,
        vgae_dropout=0.5,
        vgae_lr=2e-3,
        health_every=5,
    ),
    "pubmed": dict(b=1000, tau=0.2, lr=3e-3, epochs=150, warmup=100, health_every=5),
    "photo": dict(_AMAZON),
    "computers": dict(_AMAZON),
    "mutag": dict(PAPER["mutag"], beta=0.1),
    "nci1": dict(PAPER["nci1"], beta=0.1, epochs=20, b=256, K=1, lr=5e-4, tau=0.2, normalise="both"),
    "proteins": dict(PAPER["proteins"], layers=3, D=128, epochs=10, K=1, lr=1e-3, tau=0.2, normalise="both", beta=0.1),
    "collab": dict(PAPER["collab"] | _SOCIAL, layers=2, K=2, epochs=5, D=64, vgae_hidden=64, b=64),
    "imdb-b": dict(PAPER["imdb-b"] | _SOCIAL, D=128, vgae_hidden=128),
    "imdb-m": dict(PAPER["imdb-m"] | _SOCIAL, layers=2, epochs=20, vgae_hidden=128),
}


# A step of a large graph takes seconds, so that it is looked at more seldom.
SMALL, LARGE = 1_000, 50_000
LARGE_RHYTHM = dict(health_every=10, probe_every=20, snapshot_every=20)


def defaults(card: DatasetCard) -> dict[str, Any]:
    """Sensible settings for any other data, by its task and size."""
    if card.task == GRAPH:
        features = "raw" if card.features else "degree"
        return {**_GRAPH, "warmup": 5, "b": min(64, card.graphs), "features": features}
    features = "raw" if card.features else "onehot"
    rhythm = LARGE_RHYTHM if card.nodes >= LARGE else {}
    return dict(D=width(card.nodes), vgae_hidden=width(card.nodes), b=min(512, card.nodes), features=features, **rhythm)


def width(nodes: int) -> int:
    """Dimensions for so many nodes: few nodes do not fill many, and of many each costs time and memory."""
    return 64 if nodes < SMALL or nodes >= LARGE else 256
