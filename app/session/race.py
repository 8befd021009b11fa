"""Race: methods that train on one graph from one seed, all for the same time: the faster makes more steps."""

from __future__ import annotations

from collections.abc import Callable

from app.session.background import Background
from app.session.choice import Choice
from app.session.fleet import SLICE_SECONDS
from app.session.live_run import LiveRun
from app.session.race_choice import RaceChoice
from app.session.together import Together, ended


class Race(Together):
    """The race of a visit, if there is one: another takes its place, and its runs are let go.

    No method has more of the workers' time than the others: a step may be long, so whoever has had more than a slice
    too much waits for those behind, unless there are workers left. `start` makes the run of a choice. `studies`
    computes what is measured once all have ended.
    """

    def __init__(self, start: Callable[[Choice], LiveRun], workers: int = 1):
        super().__init__()
        self._start, self._workers = start, workers
        self.choice: RaceChoice | None = None
        self.studies = Background()
        self._begun = 0

    def begin(self, choice: RaceChoice) -> None:
        """A new race, at its start."""
        self.leave()
        self.choice, self._begun = choice, self._begun + 1
        self.runs = [self._start(each) for each in choice.choices]
        for live_run in self.runs:
            live_run.company = self

    def may_step(self, live_run: LiveRun) -> bool:
        """Whether fewer others have had less time than there are workers."""
        less = live_run.worked - SLICE_SECONDS
        return sum(each.playing and each.worked < less for each in [*self.runs]) < self._workers

    def step(self) -> None:
        """One step of every method that has not ended."""
        for live_run in self.runs:
            if not ended(live_run.view):
                live_run.step()

    def leave(self) -> None:
        """Stop, and let go of everything."""
        for live_run in self.runs:
            live_run.leave()
        self.studies.want(())
        self.runs, self.choice, self.studies = [], None, Background()

    @property
    def over(self) -> bool:
        """Whether there was a race and all have ended."""
        return bool(self.runs) and all(ended(live_run.view) for live_run in self.runs)

    @property
    def busy(self) -> bool:
        """Whether what is shown of it will still change by itself."""
        return super().busy or self.studies.busy

    @property
    def moment(self) -> tuple:
        """Differs from what it was whenever there is something else to show."""
        return (self._begun, self.studies.finished, *(live_run.view.version for live_run in self.runs))

    @property
    def held(self) -> int:
        """Bytes that its runs hold."""
        return sum(live_run.held for live_run in [*self.runs])

    @property
    def needs(self) -> list[int]:
        """Bytes that each of its runs may need for a moment while it works."""
        return [live_run.need for live_run in [*self.runs]]
