"""A method with nothing but z, a phase and a setting of its own: what any newcomer to the registry may be."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import numpy as np
import torch
from torch import nn

from igcl_core import METHODS, Graphs, Method, Settings
from igcl_core.nn.adam import Adam
from igcl_core.nn.gcn import GCN
from igcl_core.sparse.structure import Structure
from igcl_core.training.method import Curves, Phase
from igcl_core.training.metrics import COMMON, Metric, health
from igcl_core.training.registry import register
from igcl_core.training.settings import NETWORK, knob
from igcl_core.training.trainer import Trainer


@dataclass(frozen=True)
class OnlyZSettings(Settings):
    width: int = knob(8, "Numbers in an embedding.", label="Width", group=NETWORK, low=1, high=64)
    target: float = knob(1.0, "The length to learn.", label="Target", group=NETWORK, low=0, high=9, live=True)


class OnlyZ(Trainer):
    """Learns embeddings of one length: useless, and a whole method."""

    def __init__(self, graphs: Graphs, settings: OnlyZSettings):
        super().__init__(graphs, settings)
        self.structure = Structure.of(graphs, settings.features)
        self.network = GCN(self.structure.x.shape[1], settings.width, 1, "prelu", self.generator)
        self.adams = {"network": Adam(nn.ModuleList([self.network]))}

    @property
    def planned(self) -> int:
        return self.settings.epochs

    @property
    def widths(self) -> dict[str, int]:
        return {"z": self.settings.width}

    def look(self) -> dict[str, float]:
        with torch.no_grad():
            return {"epoch": 0.0, **health(self.network(self.structure))}

    def step(self) -> tuple[str, dict[str, float]]:
        adam = self.adams["network"]
        adam.set(lr=self.settings.lr)
        z = self.network(self.structure, 0.1, self.generator)
        loss = ((z.norm(dim=1) - self.settings.target) ** 2).mean()
        self.descend(loss, adam, "length")
        return "stretch", {"epoch": self.index + 1.0, "stretching": loss.item(), **health(z.detach())}

    def arrays(self) -> dict[str, np.ndarray]:
        with torch.no_grad():
            return {"z": self.network(self.structure).numpy().copy()}


ONLY_Z = Method(
    "only-z",
    "Only z",
    "stub",
    "nobody's",
    "Learns embeddings of one length.",
    OnlyZSettings,
    {"node": OnlyZ},
    phases=(Phase("stretch", "stretching", "every embedding is stretched to one length"),),
    curves=(Curves("Stretching loss", ("stretching",)), Curves("Probe accuracy", ("probe_test",), "probe")),
    arrays={"z": "stretched z"},
    metrics={**COMMON, "stretching": Metric("Stretching loss", "How far lengths are from the target.")},
    presets={"recommended": {"karate": {"epochs": 12, "lr": 0.01}}},
)


@contextmanager
def only_z_registered() -> Iterator[Method]:
    """The method among the others, for as long as a test lasts."""
    try:
        yield register(ONLY_Z)
    finally:
        METHODS.pop(ONLY_Z.name, None)
