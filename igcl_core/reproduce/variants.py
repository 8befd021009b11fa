"""Variants: the rows we run ourselves, each the preset of a dataset with some settings changed."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from igcl_core.data.graphs import GRAPH, NODE

BOTH = (NODE, GRAPH)


@dataclass(frozen=True)
class Variant:
    """A row: what is changed in the preset, and on which tasks that makes sense."""

    name: str
    title: str
    about: str
    changes: dict[str, Any] = field(default_factory=dict)
    tasks: tuple[str, ...] = BOTH


STOPS = (10, 20, 30, 40, 50, 60)
STOP_WITHIN = 500


def _stopped(percent: int) -> Variant:
    changes = {"vgae_stop": percent / 100, "warmup": STOP_WITHIN, "K": 0}
    about = f"iGCL against a VGAE that stopped learning at {percent} % adjacency accuracy"
    return Variant(f"stop-{percent}", f"stopped at {percent} %", about, changes)


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
        ),
        *map(_stopped, STOPS),
    )
}
