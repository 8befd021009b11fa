"""Stages: the states of a run that its embeddings are compared with, each under the name of what it is.

Two comparisons answer two questions. Against the Gaussians that contrasting began with: what has changed since, the
VGAE's own learning included. Against the Gaussians of the same step: what contrasting makes of the VGAE as it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from igcl_core.methods.implicit.settings import IGCLSettings
from igcl_core.methods.without_graph.settings import VAESettings

MEANS, EMBEDDINGS = "mu", "z"
CODERS = (IGCLSettings.coder, VAESettings.coder)
UNTRAINED_Z = "untrained z"


@dataclass(frozen=True)
class Stage:
    """Items at their means ("mu") or at their embeddings ("z") in one step of a run."""

    name: str
    step: int
    place: str

    @property
    def title(self) -> str:
        """What it is: a VGAE has learned nothing at step 0, and is called so."""
        if self.name == UNTRAINED_Z:
            return self.name
        return (
            f"untrained {self.name}" if self.name in CODERS and self.step == 0 else f"{self.name} at step {self.step}"
        )

    def at(self, step: int) -> Stage:
        return replace(self, step=step)


def stages(
    before: int,
    now: int,
    snapshots: Mapping[int, Mapping[str, np.ndarray]],
    settings: IGCLSettings | VAESettings,
) -> tuple[Stage, ...]:
    """Means before contrasting, untrained z, the means of this step where they have moved since, and z now."""
    means = Stage("means" if settings.augmentation in ("noise", "explicit") else settings.coder, before, MEANS)
    later = () if unmoved(snapshots[before], snapshots[now]) else (means.at(now),)
    first = Stage(UNTRAINED_Z if settings.contrasts else "z", before, EMBEDDINGS)
    return (means, first, *later, Stage("z", now, EMBEDDINGS))


def unmoved(before: Mapping[str, np.ndarray], now: Mapping[str, np.ndarray]) -> bool:
    """Whether the Gaussians are still those that contrasting began with."""
    return all(np.array_equal(before[name], now[name]) for name in ("mu", "sigma"))
