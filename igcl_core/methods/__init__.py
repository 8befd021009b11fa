"""METHODS: everything that can be trained, by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np

from igcl_core.data.graphs import GRAPH, NODE, Graphs
from igcl_core.errors import UnknownName
from igcl_core.methods.graph_level import GraphIGCL
from igcl_core.methods.node_level import NodeIGCL
from igcl_core.settings import Settings


class Trainer(Protocol):
    """What train and Run ask of a method: one explicit state that advances a step at a time."""

    index: int
    seconds: float
    total: int

    def first(self) -> dict[str, float]: ...
    def advance(self) -> tuple[str, dict[str, float]]: ...
    def arrays(self) -> dict[str, np.ndarray]: ...
    def state(self) -> dict[str, np.ndarray]: ...
    def restore(self, state: dict[str, np.ndarray]) -> None: ...


@dataclass(frozen=True)
class Method:
    """A way to learn embeddings. `fixed` are the settings that make it this method and no other."""

    name: str
    title: str
    family: str
    paper: str
    about: str
    trainers: Mapping[str, Callable[[Graphs, Settings], Trainer]]
    supervised: bool = False
    fixed: Mapping[str, Any] = field(default_factory=dict)

    def adopt(self, settings: Settings) -> Settings:
        """Check that the settings are this method's."""
        for name, value in self.fixed.items():
            if getattr(settings, name) != value:
                raise ValueError(f"{self.title} always has {name}={value!r}, but {getattr(settings, name)!r} came.")
        return settings

    @property
    def tasks(self) -> tuple[str, ...]:
        return tuple(self.trainers)

    def start(self, graphs: Graphs, settings: Settings) -> Trainer:
        """A fresh trainer. An unsupervised method is handed the graphs without their labels."""
        if graphs.task not in self.trainers:
            raise ValueError(
                f"{self.title} learns {' and '.join(self.tasks)} embeddings, "
                f"but {graphs.name!r} is a {graphs.task}-level dataset."
            )
        return self.trainers[graphs.task](graphs if self.supervised else graphs.unlabelled(), settings)


_BOTH = {NODE: NodeIGCL, GRAPH: GraphIGCL}

METHODS: dict[str, Method] = {
    method.name: method
    for method in (
        Method(
            "igcl",
            "iGCL",
            "contrastive",
            "Liang, Du, Zhu, Ma, Chen, Gao: Graph Contrastive Learning with Implicit Augmentations",
            "Contrasts a graph network's embeddings with all samples of a VGAE's Gaussians at once.",
            _BOTH,
        ),
        Method(
            "vgae",
            "VGAE",
            "auto-encoder",
            "Kipf, Welling: Variational Graph Auto-Encoders (2016)",
            "Rebuilds the graph from one Gaussian per node; the embedding is its mean.",
            _BOTH,
            fixed={"augmentation": "none"},
        ),
    )
}


def find_method(name: str) -> Method:
    """The method of this name in any case."""
    method = METHODS.get(str(name).strip().lower())
    if method is None:
        raise UnknownName("method", name, METHODS)
    return method
