"""JOAO: GraphCL that learns how to spoil, by spoiling more often in the ways that are hardest."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch import Generator

from igcl_core.budget.share import Share, largest_first
from igcl_core.data.cards import DatasetCard
from igcl_core.data.graphs import GRAPH, Graphs
from igcl_core.methods.shared import knobs
from igcl_core.methods.shared.graph_cost import LOWER, GraphNetwork
from igcl_core.methods.two_views.graph_views import KINDS, random_of
from igcl_core.methods.two_views.graphcl import (
    CURVES,
    METRICS,
    ContrastedGraphsSettings,
    GraphCL,
    fitted,
    memory,
    official,
    refused,
)
from igcl_core.methods.two_views.graphcl import work as graphcl_work
from igcl_core.training.method import Curves, Method, Phase
from igcl_core.training.metrics import Metric
from igcl_core.training.registry import register
from igcl_core.training.settings import knob

WORDS = {
    "same": "is left as it is",
    "nodes": "loses nodes",
    "edges": "loses edges",
    "piece": "loses all but a piece",
    "mask": "loses features of some nodes",
}


@dataclass(frozen=True)
class JOAOSettings(ContrastedGraphsSettings):
    """What a run of JOAO computes."""

    gamma: float = knob(
        0.1,
        "How strongly the chances are held together: large keeps all ways of spoiling alike.",
        label="Hold chances together",
        group=knobs.VIEWS,
        symbol="γ",
        low=0,
        high=1000,
        live=True,
    )


def nearest_chances(values: np.ndarray) -> np.ndarray:
    """The point nearest to these numbers among all chances: none below 0, together 1."""
    falling = np.sort(values)[::-1]
    excess = (np.cumsum(falling) - 1.0) / np.arange(1, len(values) + 1)
    return np.maximum(values - excess[np.flatnonzero(falling > excess)[-1]], 0.0)


class JOAO(GraphCL):
    """As GraphCL; after every pass the chances move towards the ways of spoiling whose loss is largest."""

    loss_name = "JOAO"

    def __init__(self, graphs: Graphs, settings: JOAOSettings):
        self.chances = np.full(len(KINDS), 1.0 / len(KINDS))
        super().__init__(graphs, settings)

    def kinds(self, count: int, random: np.random.Generator) -> np.ndarray:
        return random.choice(len(KINDS), count, p=self.chances)

    def look(self) -> dict[str, float]:
        return {**super().look(), **self.told()}

    def step(self) -> tuple[str, dict[str, float]]:
        phase, numbers = super().step()
        if (self.index + 1) % self.steps_per_pass == 0:
            self.chances = self.moved(self.losses(self.generator))
        return phase, {**numbers, **self.told()}

    def losses(self, generator: Generator) -> np.ndarray:
        """The loss of some graphs in every way of spoiling, nothing trained."""
        epoch, part = divmod(self.index, self.steps_per_pass)
        members = self.batches(epoch, part)[0]
        batch, random = self.mini.batch(members), random_of(generator)
        with torch.no_grad():
            ways = (np.full(len(members), way) for way in range(len(KINDS)))
            return np.array([self.contrast(batch, way, random, None)[0].item() for way in ways])

    def moved(self, losses: np.ndarray) -> np.ndarray:
        """p + loss - gamma (p - 1/5), brought back to chances; as they are where a loss cannot be told."""
        if not np.isfinite(losses).all():
            return self.chances
        held = self.settings.gamma * (self.chances - 1.0 / len(KINDS))
        return nearest_chances(self.chances + losses - held)

    def told(self) -> dict[str, float]:
        return {f"chance_{kind}": float(chance) for kind, chance in zip(KINDS, self.chances, strict=True)}

    def more_state(self) -> dict[str, np.ndarray]:
        return {"chances": self.chances.copy()}

    def restore_more(self, state: Mapping[str, np.ndarray]) -> None:
        self.chances = np.array(state["chances"])


def work(graphs: Graphs, s: JOAOSettings) -> list[Share]:
    net = GraphNetwork.of(graphs, s)
    tried = 2 * len(KINDS) * net.forward * net.batch / net.items
    return largest_first([*graphcl_work(graphs, s), Share("trying every way of spoiling", tried, LOWER)])


def cannot(card: DatasetCard) -> str | None:
    return refused("JOAO", card)


# The official settings of its first version, one for all datasets; of its three gammas the middle one.
_OFFICIAL = dict(D=32, layers=3, b=128, lr=0.01, tau=0.2, epochs=20, gamma=0.1)


def defaults(card: DatasetCard) -> dict[str, Any]:
    return fitted(card, **_OFFICIAL)


JOAO_METHOD = register(
    Method(
        "joao",
        "JOAO",
        "two views",
        "You, Chen, Shen, Wang: Graph Contrastive Learning Automated (2021)",
        "Is GraphCL that learns how to spoil: the ways that make graphs hardest to recognise are drawn more often.",
        JOAOSettings,
        {GRAPH: JOAO},
        phases=(
            Phase("two views", "JOAO", "each graph learns to find its spoiled self, and the spoiling learns, too"),
        ),
        curves=(*CURVES[:1], Curves("How graphs are spoiled", tuple(f"chance_{kind}" for kind in KINDS)), *CURVES[1:]),
        arrays={"z": "JOAO z"},
        metrics={
            **METRICS,
            **{f"chance_{kind}": Metric(kind.capitalize(), f"Chance that a graph {WORDS[kind]}.") for kind in KINDS},
        },
        presets=official(_OFFICIAL),
        defaults=defaults,
        memory=memory,
        work=work,
        cannot=cannot,
    )
)
