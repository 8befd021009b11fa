"""Step: the only thing a method yields."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

START, VGAE, JOINT, CONTRAST, DONE = "start", "vgae", "joint", "contrast", "done"


@dataclass(frozen=True, eq=False)
class Step:
    """One step of a run. Step 0 is the untrained model; the last has phase "done" and carries arrays.

    phase is "start", "vgae" (the VGAE alone), "joint" (VGAE and contrast), "contrast", or "done".
    arrays, on snapshot steps: z (backbone), h (head output), mu, sigma: float32, one row per item.
    """

    index: int
    total: int
    phase: str
    metrics: Mapping[str, float]
    arrays: Mapping[str, np.ndarray] = field(default_factory=dict, repr=False)
