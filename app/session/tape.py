"""Tape: where a visitor looks in a run: at its newest step, at an earlier one, or at one after the other by itself."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

SLOW, NORMAL, FAST = "Slow motion", "1×", "Full speed"
FRAMES_PER_SECOND = {SLOW: 0.6, NORMAL: 2.0, FAST: 8.0}
SECONDS_A_STEP = {SLOW: 0.5, NORMAL: 0.125, FAST: 0.0}  # of training, at least


class Tape:
    """Looking changes nothing: the kept steps are those of the run, and this is a place among them."""

    def __init__(self, clock: Callable[[], float] = time.monotonic):
        self._clock = clock
        self._step: int | None = None
        self._since: float | None = None
        self._tempo = NORMAL

    @property
    def tempo(self) -> str:
        return self._tempo

    def set_tempo(self, tempo: str, kept: Sequence[int]) -> None:
        """Go on from here with another tempo."""
        self._step = self.at(kept)
        self._since = None if self._since is None else self._clock()
        self._tempo = tempo if tempo in FRAMES_PER_SECOND else NORMAL

    def look(self, step: int | None) -> None:
        """Look at a step, or with None at whatever is newest."""
        self._step, self._since = step, None

    def replay(self, kept: Sequence[int]) -> None:
        """Move through the kept steps, from the one looked at or from the first."""
        at = self.at(kept)
        self._step, self._since = (kept[0] if at is None and kept else at), self._clock()

    def hold(self, kept: Sequence[int]) -> None:
        """Stay at the step that is shown now."""
        self.look(self.at(kept))

    def at(self, kept: Sequence[int]) -> int | None:
        """The step looked at; None where that is the newest, or where it is not kept any more."""
        if self._step not in kept:
            return None
        place = kept.index(self._step) + self._moved
        return kept[place] if place < len(kept) - 1 else None

    def moving(self, kept: Sequence[int]) -> bool:
        return self._since is not None and self.at(kept) is not None

    @property
    def _moved(self) -> int:
        """How many steps the tape has moved since it was started."""
        return 0 if self._since is None else int((self._clock() - self._since) * FRAMES_PER_SECOND[self._tempo])
