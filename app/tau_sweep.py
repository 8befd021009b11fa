"""Tau sweep: runs that differ in nothing but the temperature, trained beside the visitor's own."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from app.fleet import Fleet
from app.seat import Seat, View
from igcl_core import Run, Settings, Step
from igcl_core.contrasted import contrasted
from igcl_core.gaussians.between import overlap_between
from igcl_core.step import CONTRAST, JOINT, START, VGAE

DRAWS = 64


@dataclass(frozen=True)
class SweepPoint:
    """What one temperature led to; None where it was not measured."""

    tau: float
    accuracy: float | None = None
    gap: float | None = None
    overlap: float | None = None
    error: str | None = None


class TauSweep:
    """One run for each tau, as many at a time as there are workers. A run that has ended leaves its point behind and
    frees its memory."""

    def __init__(self, fleet: Fleet, dataset: str, settings: Settings, taus: Sequence[float]):
        self.dataset, self.settings, self.fleet = dataset, settings, fleet
        self.taus = sorted(set(taus))
        self.untrained: float | None = None
        self._points: dict[float, SweepPoint] = {}
        self._overlap: dict[float, float | None] = {}
        self._waiting, self._seats = deque(self.taus), {}
        self._fill()

    def _fill(self) -> None:
        """Start the next runs where workers are free of earlier ones."""
        while self._waiting and len(self._seats) < self.fleet.size:
            tau = self._waiting.popleft()
            self._seats[tau] = self._seat(tau)

    def _seat(self, tau: float) -> Seat:
        wanted = self.settings.changed(tau=tau, snapshot_every=0, icl_samples=DRAWS)
        seat = Seat(f"τ {tau:g}", self.fleet.wake)
        seat.give(lambda: Run(self.dataset, "igcl", wanted))
        seat.play()
        return seat

    @property
    def busy(self) -> bool:
        return bool(self._seats or self._waiting)

    @property
    def done(self) -> float:
        """Share of all steps that have been trained."""
        shares = [_share(seat.view) for seat in self._seats.values()]
        return (len(self._points) + sum(shares)) / len(self.taus)

    def points(self) -> list[SweepPoint]:
        """The points of the runs that have ended and been measured, by tau."""
        for tau, seat in list(self._seats.items()):
            if seat.busy:
                continue
            if seat.run is not None and tau not in self._overlap:
                self._overlap[tau] = None
                seat.tell(partial(self._measure, tau))
                continue
            self._points[tau] = sweep_point(tau, seat.view, self._overlap.get(tau))
            self.untrained = untrained(seat.view) if self.untrained is None else self.untrained
            del self._seats[tau]
        self._fill()
        return [self._points[tau] for tau in self.taus if tau in self._points]

    def _measure(self, tau: float, run: Run) -> None:
        """The overlap of a run that has ended, on its worker."""
        if run.graphs.y is not None and not run.error:
            self._overlap[tau] = overlap_between(contrasted(run.arrays(), run.settings), run.graphs.y)

    def stop(self) -> None:
        """End the runs that still train; the points there are stay."""
        for seat in self._seats.values():
            seat.pause()
        self._seats.clear()
        self._waiting.clear()


def sweep_point(tau: float, view: View, overlap: float | None = None) -> SweepPoint:
    """Accuracy at the step best on validation, the last gap that was measured, and the overlap at the end."""
    best = best_probe(view.steps)
    gaps = [step.metrics["gap"] for step in view.steps if "gap" in step.metrics]
    accuracy = None if best is None or view.error else best.metrics["probe_test"]
    return SweepPoint(tau, accuracy, gaps[-1] if gaps and not view.error else None, overlap, view.error)


def best_probe(steps: Sequence[Step]) -> Step | None:
    """The step whose probe is best on the validation items, the earliest among equals; none before z was trained."""
    probed = [step for step in steps if "probe_val" in step.metrics]
    contrasts = any(step.phase in (JOINT, CONTRAST) for step in probed)
    trained = [step for step in probed if step.phase not in ((START, VGAE) if contrasts else (START,))]
    return max(trained or probed, key=lambda step: step.metrics["probe_val"], default=None)


def untrained(view: View) -> float | None:
    return view.steps[0].metrics.get("probe_test") if view.steps else None


def _share(view: View) -> float:
    return view.step.index / max(view.step.total, 1) if view.step else 0.0
