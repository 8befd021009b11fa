"""What supervised methods share: settings, what they report, and what they declare."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from igcl_core.data.cards import DatasetCard
from igcl_core.data.graphs import Graphs, Split
from igcl_core.methods.shared import knobs
from igcl_core.methods.shared.declared import HEALTH, PROBE
from igcl_core.training.method import Curves, Method, Phase
from igcl_core.training.metrics import COMMON, Metric
from igcl_core.training.settings import TRAINING, Settings, knob

SUPERVISED = "supervised"


@dataclass(frozen=True)
class ClassifierSettings(Settings):
    """What a run of a supervised network computes."""

    D: int = knobs.width(16, "Width of a hidden layer; z is the last one's output.", "Hidden size")
    layers: int = knobs.depth(1, "Hidden layers, before the one that gives the classes.")
    dropout: float = knobs.dropout(0.5, "Share of every layer's input set to 0 in training.")
    weight_decay: float = knobs.weight_decay(5e-4)

    def check_for(self, graphs: Graphs) -> None:
        if graphs.y is None or graphs.split is None or len(graphs.split.train) == 0:
            missing = "labels" if graphs.y is None else "training items" if graphs.split else "split"
            raise ValueError(
                f"A supervised method learns from the labels of training items, but {graphs.name!r} has no {missing}. "
                "Add what is missing, or choose a method that needs none."
            )


@dataclass(frozen=True)
class GraphClassifierSettings(ClassifierSettings):
    """The same for methods that classify whole graphs, too, which come in mini-batches."""

    b: int = knobs.batch(
        0, "Graphs in an update, 0 for all of them. Of one graph, all nodes always are.", group=TRAINING, symbol="b"
    )
    halve_every: int = knob(
        0,
        "Epochs after which the learning rate is halved, again and again, when graphs are classified; 0 means never.",
        label="Halve the learning rate every",
        group=TRAINING,
        low=0,
        high=100_000,
        live=True,
    )


METRICS = {
    **COMMON,
    "cross_entropy": Metric("Cross-entropy", "How unlikely the labels of the training items are held, in nats."),
    "right_val": Metric("Right, validation", "Share of validation items that the network itself classifies right."),
    "right_test": Metric("Right, test", "The same of test items, whose labels no training has seen."),
}
CURVES = (
    Curves("Classification loss", ("cross_entropy",)),
    Curves("Classified right", ("right_val", "right_test")),
    PROBE,
    HEALTH,
)


def counted(chances: np.ndarray, y: np.ndarray, split: Split) -> dict[str, float]:
    """The share of validation and of test items whose likeliest class is theirs."""
    right = chances.argmax(1) == y
    parts = {"right_val": split.val, "right_test": split.test}
    return {name: float(right[part].mean()) for name, part in parts.items() if len(part)}


def declared(name: str, title: str, paper: str, settings: type[Settings], trainers: Mapping, **more: Any) -> Method:
    """A supervised method, marked as such in its title and in the sentence about it."""

    def cannot(card: DatasetCard) -> str | None:
        if card.classes < 2:
            return f"A supervised {title} learns to tell classes apart, but {card.called!r} has fewer than two."
        return None

    return Method(
        name,
        f"{title} (supervised)",
        SUPERVISED,
        paper,
        f"Uses labels in training: {more.pop('about')}",
        settings,
        trainers,
        phases=(Phase(SUPERVISED, title, "the network learns the classes of the training items from their labels"),),
        curves=CURVES,
        arrays={"z": f"{title} hidden layer", "p": f"{title} class probabilities"},
        metrics=METRICS,
        supervised=True,
        cannot=cannot,
        **more,
    )
