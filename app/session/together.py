"""Together: several runs under one player."""

from __future__ import annotations

from collections.abc import Sequence

from app.session.live_run import LiveRun, View

ENDED = ("done", "diverged", "failed", "gone")


class Together:
    """Runs that are played and paused as one."""

    def __init__(self, runs: Sequence[LiveRun] = ()):
        self.runs = list(runs)

    @property
    def playing(self) -> bool:
        return any(live_run.busy and live_run.view.status == "playing" for live_run in self.runs)

    @property
    def busy(self) -> bool:
        return any(live_run.busy for live_run in self.runs)

    def play(self) -> None:
        for live_run in self.runs:
            live_run.play()

    def wake(self) -> None:
        """One has moved: the others may go on."""
        for live_run in [*self.runs]:
            if live_run.playing:
                live_run.go_on()

    def rest(self) -> None:
        """Pause all, then wait a moment for the steps under way."""
        for live_run in self.runs:
            live_run.pause()
        for live_run in self.runs:
            live_run.rest()


def place(view: View) -> int:
    """The step a view shows; before the first where nothing is built yet."""
    return -1 if view.step is None else view.step.index


def ended(view: View) -> bool:
    return view.status in ENDED
