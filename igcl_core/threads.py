"""How many threads one computation may use in this process: torch's own, and those of the BLAS under numpy."""

from __future__ import annotations

import torch
from threadpoolctl import threadpool_limits


def use_threads(count: int) -> None:
    """Set once at start by whoever runs several trainings side by side, so that they do not fight for cores."""
    if count < 1:
        raise ValueError(f"At least one thread is needed, but {count} came.")
    torch.set_num_threads(count)
    threadpool_limits(count)
