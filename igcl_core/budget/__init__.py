"""Budget: what a run may cost in time and memory, asked of its method before it starts, and refused where too much."""

from igcl_core.budget.check import LONG_SECONDS, RATE, check_memory, check_work, seconds_of, total
from igcl_core.budget.limits import memory_limit, size_named, step_limit
from igcl_core.budget.share import Share, largest_first

__all__ = [
    "LONG_SECONDS",
    "RATE",
    "Share",
    "check_memory",
    "check_work",
    "largest_first",
    "memory_limit",
    "seconds_of",
    "size_named",
    "step_limit",
    "total",
]
