"""Whether the page is still and quick to the hand while a run plays: a part of `python -m app.bench`."""

from __future__ import annotations

import math
from collections.abc import Sequence

from playwright.sync_api import Page

from igcl_core.bench.timing import Timing

WATCH = """() => {
  window.seen = { shifts: [], tasks: [] };
  const watch = (type, take) => new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type });
  watch("layout-shift", ({ value }) => seen.shifts.push(value));
  watch("longtask", ({ duration }) => seen.tasks.push(duration / 1000));
}"""
MOST_SHIFT, MOST_TASK = 0.02, 0.1


def stillness(page: Page, seconds: float = 15) -> list[Timing]:
    """The largest shift of the layout and the 95th percentile of long tasks, while what is on the page plays."""
    page.evaluate(WATCH)
    page.wait_for_timeout(1000 * seconds)
    seen = page.evaluate("seen")
    shift, task = max(seen["shifts"], default=0.0), percentile(seen["tasks"], 0.95)
    note = f"{len(seen['tasks'])} tasks of 50 ms or more in {seconds:g} s"
    return [
        Timing("shift", "Largest shift of the layout while playing", shift, MOST_SHIFT, "", shift / MOST_SHIFT,
               f"under {MOST_SHIFT:g}", shift < MOST_SHIFT),
        Timing("long-tasks", "Long tasks while playing, 95th percentile", task, MOST_TASK, "s", task / MOST_TASK,
               f"under {MOST_TASK:g} s", task < MOST_TASK, note),
    ]  # fmt: skip


def percentile(values: Sequence[float], share: float) -> float:
    """The least value that so large a share of them does not exceed; 0 where there are none."""
    ordered = sorted(values)
    return ordered[max(math.ceil(share * len(ordered)) - 1, 0)] if ordered else 0.0
