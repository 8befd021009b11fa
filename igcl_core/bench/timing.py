"""Two ways of doing the same thing, timed side by side."""

from __future__ import annotations

import resource
import statistics
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path


@dataclass(frozen=True)
class Timing:
    """One line of the benchmark's table; ratio is what the target speaks of."""

    name: str
    what: str
    ours: float
    plain: float
    unit: str
    ratio: float
    target: str
    met: bool
    note: str = ""

    def as_dict(self) -> dict:
        return asdict(self)


def peak_mebibytes() -> float:
    """The most memory this process has held so far."""
    status = Path("/proc/self/status")
    if status.exists():
        return int(status.read_text().split("VmHWM:")[1].split()[0]) / 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def side_by_side(
    ours: Callable[[], object],
    plain: Callable[[], object],
    repeats: int,
    clock: Callable[[], float] = time.perf_counter,
) -> tuple[float, float]:
    """Median milliseconds of each, taken in turns so that a busy machine slows both alike."""
    ours(), plain()
    times: tuple[list[float], list[float]] = ([], [])
    for _ in range(repeats):
        for record, function in zip(times, (ours, plain), strict=True):
            start = clock()
            function()
            record.append((clock() - start) * 1000)
    return statistics.median(times[0]), statistics.median(times[1])


def faster(name: str, what: str, times: tuple[float, float], factor: float, note: str = "") -> Timing:
    """A row whose target is: at least `factor` times faster than the plain way."""
    ours, plain = times
    return Timing(
        name, what, ours, plain, "ms", plain / ours, f"at least {factor:g} x faster", plain / ours >= factor, note
    )
