"""Lockstep: runs that train side by side; none takes a step before all others have come as far as it has."""

from __future__ import annotations

from collections.abc import Sequence

from app.session.live_run import LiveRun, View
from app.session.together import Together, ended, place

LOOKS = 1000


class Lockstep(Together):
    """The first run leads. One that has ended, or could not be built, holds up nobody."""

    def __init__(self, runs: Sequence[LiveRun]):
        super().__init__(runs)
        for live_run in self.runs:
            live_run.company = self

    @property
    def leader(self) -> LiveRun:
        return self.runs[0]

    def may_step(self, live_run: LiveRun) -> bool:
        """Whether all others have come as far."""
        others = (each.view for each in [*self.runs] if each is not live_run)
        return all(ended(view) or place(view) >= place(live_run.view) for view in others)

    def step(self) -> None:
        """One step, of those that are behind where not all are equally far."""
        behind = min((place(each.view) for each in self.runs if not ended(each.view)), default=0)
        for live_run in self.runs:
            if place(live_run.view) == behind and not ended(live_run.view):
                live_run.step()

    def drop(self, live_run: LiveRun) -> None:
        """Go on without this one."""
        self.runs.remove(live_run)
        live_run.company = None
        live_run.pause()
        self.wake()

    def part(self) -> None:
        """Let every run go its own way, and rest."""
        for live_run in self.runs:
            live_run.company = None
            live_run.pause()

    def views(self) -> list[View]:
        """How all look at one moment: read again where some have gone on in between."""
        for _ in range(LOOKS):
            views = [live_run.view for live_run in self.runs]
            if views[0] is self.leader.view:
                break
        return views
