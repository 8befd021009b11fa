"""Tau sweep: runs that differ in nothing but the temperature, trained beside the visitor's own."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from app.session.fleet import Fleet
from app.session.live_run import LiveRun, View
from igcl_core import Run, Settings
from igcl_core.analysis.gaussians import overlap_between
from igcl_core.methods.implicit import contrasted

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

    def __init__(self, fleet: Fleet, dataset: str, settings: Settings, taus: Sequence[float], method: str = "igcl"):
        self.dataset, self.settings, self.fleet, self.method = dataset, settings, fleet, method
        self.taus = sorted(set(taus))
        self.untrained: float | None = None
        self._points: dict[float, SweepPoint] = {}
        self._overlap: dict[float, float | None] = {}
        self._waiting, self._running = deque(self.taus), {}
        self._fill()

    def _fill(self) -> None:
        """Start the next runs where workers are free of earlier ones."""
        while self._waiting and len(self._running) < self.fleet.size:
            tau = self._waiting.popleft()
            self._running[tau] = self._started(tau)

    def _started(self, tau: float) -> LiveRun:
        wanted = self.settings.changed(tau=tau, snapshot_every=0, icl_samples=DRAWS)
        live_run = LiveRun(f"τ {tau:g}", self.fleet.wake)
        live_run.give(lambda: Run(self.dataset, self.method, wanted))
        live_run.play()
        return live_run

    @property
    def busy(self) -> bool:
        return bool(self._running or self._waiting)

    @property
    def done(self) -> float:
        """Share of all steps that have been trained."""
        shares = [_share(live_run.view) for live_run in self._running.values()]
        return (len(self._points) + sum(shares)) / len(self.taus)

    def points(self) -> list[SweepPoint]:
        """The points of the runs that have ended and been measured, by tau."""
        for tau, live_run in list(self._running.items()):
            if live_run.busy:
                continue
            if live_run.run is not None and tau not in self._overlap:
                self._overlap[tau] = None
                live_run.tell(partial(self._measure, tau))
                continue
            self._points[tau] = sweep_point(tau, live_run.view, self._overlap.get(tau))
            self.untrained = untrained(live_run.view) if self.untrained is None else self.untrained
            del self._running[tau]
        self._fill()
        return [self._points[tau] for tau in self.taus if tau in self._points]

    def _measure(self, tau: float, run: Run) -> None:
        """The overlap of a run that has ended, on its worker."""
        if run.graphs.y is not None and not run.error:
            self._overlap[tau] = overlap_between(contrasted(run.arrays(), run.settings), run.graphs.y)

    def stop(self) -> None:
        """End the runs that still train; the points there are stay."""
        for live_run in self._running.values():
            live_run.pause()
        self._running.clear()
        self._waiting.clear()


def sweep_point(tau: float, view: View, overlap: float | None = None) -> SweepPoint:
    """Accuracy at the step best on validation, the last gap that was measured, and the overlap at the end."""
    best = view.best_probe()
    gaps = [step.metrics["gap"] for step in view.steps if "gap" in step.metrics]
    accuracy = None if best is None or view.error else best.metrics["probe_test"]
    return SweepPoint(tau, accuracy, gaps[-1] if gaps and not view.error else None, overlap, view.error)


def untrained(view: View) -> float | None:
    return view.steps[0].metrics.get("probe_test") if view.steps else None


def _share(view: View) -> float:
    return view.step.index / max(view.step.total, 1) if view.step else 0.0
