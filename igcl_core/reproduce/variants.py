"""Variants: the rows we run ourselves, each the preset of a method for a dataset with some settings changed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from igcl_core.data.graphs import GRAPH, NODE, Graphs
from igcl_core.methods import METHODS
from igcl_core.reproduce.not_learned import raw, spectral
from igcl_core.reproduce.settled import settled
from igcl_core.reproduce.smoothed import smoothed
from igcl_core.training.settings import Settings
from igcl_core.training.step import Step

BOTH = (NODE, GRAPH)
IGCL = "igcl"
# The other systems of the paper's tables, as it prints their names. Its VGAE is iGCL's own, a row above.
OTHERS = {
    "gcn": "GCN",
    "sage": "GraphSAGE",
    "gat": "GAT",
    "gin": "GIN",
    "gae": "GAE",
    "arga": "ARGA",
    "arvga": "ARVGA",
    "gala": "GALA",
    "dgi": "DGI",
    "gmi": "GMI",
    "mvgrl": "MVGRL",
    "infograph": "InfoGraph",
    "grace": "GRACE",
    "gca": "GCA",
    "graphcl": "GraphCL",
    "joao": "JOAO",
    "autogcl": "AutoGCL",
    "deepwalk": "DeepWalk",
    "node2vec": "node2vec",
    "sub2vec": "sub2vec",
    "graph2vec": "graph2vec",
}


@dataclass(frozen=True)
class Variant:
    """A row: what is changed in the preset of which method, on which tasks that makes sense, and what else than
    training makes z."""

    name: str
    title: str
    about: str
    changes: dict[str, Any] = field(default_factory=dict)
    tasks: tuple[str, ...] = BOTH
    make: Callable[[Graphs, Settings], Step] | None = None
    method: str = IGCL

    @property
    def is_other(self) -> bool:
        """Whether it is another system than iGCL and what belongs to it."""
        return self.method != IGCL

    @property
    def uses_labels(self) -> bool:
        return METHODS[self.method].supervised


STOPS = (10, 20, 30, 40, 50, 60)
STOP_WITHIN = 500


def _stopped(percent: int) -> Variant:
    changes = {"vgae_stop": percent / 100, "warmup": STOP_WITHIN, "K": 0}
    about = f"iGCL against a VGAE that stopped learning at {percent} % adjacency accuracy"
    return Variant(f"stop-{percent}", f"stopped at {percent} %", about, changes)


def _other(name: str, title: str) -> Variant:
    method = METHODS[name]
    return Variant(name, title, method.about, tasks=method.tasks, method=name)


VARIANTS: dict[str, Variant] = {
    variant.name: variant
    for variant in (
        Variant("igcl", "iGCL", "contrast with the VGAE's Gaussians"),
        Variant("noise", "w/ noise", "contrast with N(0, I) for every item", {"augmentation": "noise"}),
        Variant("vgae", "w/o CL", "the VGAE's mean, no contrast", {"augmentation": "none"}),
        Variant("explicit", "w/ CL", "contrast with a view of the graph, randomly cut", {"augmentation": "explicit"}),
        Variant("untrained", "untrained", "the same first weights, nothing trained", {"epochs": 0, "warmup": 0}),
        Variant(
            "batch-norm",
            "batch norm only",
            "the same first weights and batches at learning rate 0: only batch-norm statistics move",
            {"lr": 0.0},
            (GRAPH,),
            settled,
        ),
        Variant(
            "smoothed",
            "smoothed features, not trained",
            "features averaged twice over neighbours, no network and no learning; of a graph the sum over its nodes",
            {"epochs": 0, "warmup": 0},
            make=smoothed,
        ),
        Variant(
            "raw",
            "raw features",
            "the features as they are: their clusters are K-means on features; of a graph the sum over its nodes",
            {"epochs": 0, "warmup": 0},
            make=raw,
        ),
        Variant(
            "spectral",
            "spectral",
            "eigenvectors of the graph's Laplacian, no features: their clusters are spectral clustering",
            {"epochs": 0, "warmup": 0},
            (NODE,),
            spectral,
        ),
        *map(_stopped, STOPS),
        *(_other(name, title) for name, title in OTHERS.items()),
    )
}
