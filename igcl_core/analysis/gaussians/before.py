"""Before: the last kept step at which nothing has been contrasted yet."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from igcl_core.methods.implicit.phases import CONTRAST, JOINT
from igcl_core.training.step import DONE, Step


def step_before_contrast(steps: Sequence[Step], kept: Iterable[int]) -> int:
    """The kept step whose Gaussians contrasting began with: the end of the warm-up, or step 0 without one."""
    last = max((step.index for step in steps if step.phase not in (JOINT, CONTRAST, DONE)), default=0)
    return max((index for index in kept if index <= last), default=0)
