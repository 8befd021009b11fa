"""MiniBatches: many graphs, some at a time: in shuffles that a seed gives again, or in their order."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
import torch

from igcl_core.sparse.merged_batches import MergedBatch, MergingStructure
from igcl_core.sparse.structure import Structure
from igcl_core.stopping import stop_if_asked

NODES_AT_ONCE = 20_000


class MiniBatches:
    """`size` graphs at a time of all, or of `items` alone; fewer than `least` that are left over join those before.

    With a `depth`, nodes that look alike from so many hops are merged where that saves work.
    """

    def __init__(
        self,
        structure: Structure,
        size: int,
        depth: int | None = None,
        items: np.ndarray | None = None,
        least: int = 1,
    ):
        self.structure = structure
        self.items = np.arange(structure.num_graphs) if items is None else items
        starts = np.arange(size, len(self.items), size)
        self.starts = starts[: len(starts) - (len(starts) > 0 and len(self.items) - starts[-1] < least)]
        self.merging = _merging(structure, depth)

    @property
    def count(self) -> int:
        """Mini-batches in a pass."""
        return len(self.starts) + 1

    def batch(self, graphs: np.ndarray) -> Structure | MergedBatch:
        """The disjoint union of these graphs."""
        return (self.merging or self.structure).batch(graphs)

    def part_of_pass(self, stream: tuple[int, ...], part: int, parts: int) -> list[np.ndarray]:
        """The graphs of each mini-batch of this part of a pass: a seeded shuffle that needs no stored order."""
        order = np.random.default_rng(stream).permutation(self.items)
        batches = np.split(order, self.starts)
        first, last = (len(batches) * k // parts for k in (part, part + 1))
        return batches[first:last]

    def consecutive(self) -> Iterator[Structure | MergedBatch]:
        """All graphs in order, as many at a time as NODES_AT_ONCE allows."""
        group = self.structure.ptr[1:] // NODES_AT_ONCE
        for graphs in np.split(np.arange(len(group)), np.flatnonzero(np.diff(group)) + 1):
            stop_if_asked()
            yield self.batch(graphs)

    def over_all(self, function: Callable[[Structure | MergedBatch], object]) -> list:
        """What the function gives for all graphs in order, without gradients."""
        with torch.no_grad():
            return [function(batch) for batch in self.consecutive()]


def _merging(structure: Structure, depth: int | None) -> MergingStructure | None:
    if depth is None:
        return None
    merging = MergingStructure(structure, depth)
    return merging if merging.pays else None
