"""History: arrays of some steps of a run, thinned so that they stay within a budget of bytes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np

SNAPSHOT_BYTES = 150_000_000
CHECKPOINT_BYTES = 130_000_000
CHECKPOINT_EVERY = 10
BYTES_OF_NAME = 400  # what an array takes in a file beside its numbers

Arrays = Mapping[str, np.ndarray]


class History:
    """Arrays by step. The first and the newest stay; between them the most crowded give way."""

    def __init__(self, budget: int):
        self.budget = budget
        self._by_step: dict[int, Arrays] = {}

    def put(self, index: int, arrays: Arrays) -> None:
        self._by_step[index] = arrays
        while self.nbytes > self.budget and len(self._by_step) > 2:
            del self._by_step[self._most_crowded()]

    def _most_crowded(self) -> int:
        """The inner step whose neighbours are closest together: its loss leaves the smallest hole."""
        steps = self.steps
        return min(zip(steps, steps[1:], steps[2:], strict=False), key=lambda three: (three[2] - three[0], three[1]))[1]

    def drop_after(self, index: int) -> None:
        self._by_step = {step: arrays for step, arrays in self._by_step.items() if step <= index}

    def up_to(self, index: int) -> History:
        """A copy that shares the arrays of the steps until `index`."""
        copy = History(self.budget)
        copy._by_step = {step: arrays for step, arrays in self._by_step.items() if step <= index}
        return copy

    def thinned(self, most: int | None = None, size: int | None = None) -> History:
        """A copy that shares the arrays of at most so many steps in even distances, or of as many as fit into a file of
        a size: the first and the newest are always among them."""
        steps = self.steps
        count = len(steps) if most is None else min(len(steps), most)
        if size is not None and steps:
            each = sum(array.nbytes + BYTES_OF_NAME for array in self._by_step[steps[-1]].values())
            count = min(count, size // each)
        places = np.linspace(0, len(steps) - 1, min(len(steps), max(2, count))).round().astype(int)
        copy = History(self.budget)
        copy._by_step = {steps[place]: self._by_step[steps[place]] for place in places}
        return copy

    def before(self, index: int) -> int:
        """The last kept step that is not after `index`."""
        return max(step for step in self._by_step if step <= index)

    @property
    def steps(self) -> list[int]:
        return sorted(self._by_step)

    @property
    def nbytes(self) -> int:
        return sum(array.nbytes for arrays in self._by_step.values() for array in arrays.values())

    def __getitem__(self, index: int) -> Arrays:
        return self._by_step[index]

    def __contains__(self, index: int) -> bool:
        return index in self._by_step

    def __iter__(self) -> Iterator[int]:
        return iter(self.steps)

    def __len__(self) -> int:
        return len(self._by_step)
