"""Recording: a finished run in few megabytes, to look at: rounded snapshots with the graph, and no state but the seed.

It is a run file like any other, only smaller. Going another way from one of its steps trains up to there again.
"""

from __future__ import annotations

import zipfile
from collections.abc import Mapping
from os import PathLike
from typing import TYPE_CHECKING, BinaryIO

import numpy as np
from numpy.lib import format as npy

from igcl_core.files.whole_file import write_whole
from igcl_core.training.history import Arrays, History

if TYPE_CHECKING:
    from igcl_core.training.run import Run

SEEN = ("z", "h", "mu", "sigma")
PART = 0.5  # of the standard deviation of an array: places are told apart that are so far from each other
OCTAVES = 2  # widths are told apart that differ by the second root of two


def record(run: Run, path: str | PathLike) -> None:
    """Write a finished run as a recording."""
    from igcl_core.training.runfile import described

    if not run.finished or run.error:
        raise ValueError(f"Only a finished run can be recorded, but this one is at step {run.index} of {run.total}.")
    arrays = described(run, with_graph=True, recorded=True)
    arrays |= {f"snapshot/{step}/{name}": array for step, name, array in _changes(run.snapshots)}
    write_whole(path, lambda file: _write_small(file, arrays))


def _changes(snapshots: History) -> list[tuple[int, str, np.ndarray]]:
    """What is seen of every kept step, rounded, unless it is as it was at the kept step before."""
    found, before = [], {}
    for step in snapshots.steps:
        seen = {name: array for name, array in snapshots[step].items() if name in SEEN}
        for name, array in seen.items():
            if name not in before or not np.array_equal(before[name], array):
                found.append((step, name, rounded(name, array)))
        before = seen
    return found


def rounded(name: str, array: np.ndarray) -> np.ndarray:
    """Still float32, but of few different values, so that it takes little room: widths by ratio, places by distance."""
    if name == "sigma":
        return np.exp2(np.round(np.log2(array) * OCTAVES) / OCTAVES).astype(np.float32)
    spread = float(array.std())
    grid = 2.0 ** np.round(np.log2(PART * spread)) if spread > 0 else 1.0
    return (np.round(array / grid) * grid).astype(np.float32)


def filled(snapshots: Mapping[int, Arrays]) -> dict[int, Arrays]:
    """Every kept step with all its arrays: one that is left out is that of the step before."""
    whole: dict[int, Arrays] = {}
    before: Arrays = {}
    for step in sorted(snapshots):
        before = whole[step] = {**before, **snapshots[step]}
    return whole


def _write_small(file: BinaryIO, arrays: Mapping[str, np.ndarray]) -> None:
    with zipfile.ZipFile(file, "w", zipfile.ZIP_LZMA) as archive:
        for name, array in arrays.items():
            member = zipfile.ZipInfo(f"{name}.npy")  # without the time of day: the same run gives the same bytes
            member.compress_type = zipfile.ZIP_LZMA
            with archive.open(member, "w") as part:
                npy.write_array(part, np.ascontiguousarray(array), allow_pickle=False)
