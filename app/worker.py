"""Worker: the one thread that advances a run while it plays, and publishes what it looks like."""

from __future__ import annotations

import atexit
import threading
from dataclasses import dataclass

from app.projection import Plane, plane
from igcl_core import Run, Step
from igcl_core.threads import use_threads

SECONDS_PER_STEP = 0.02


@dataclass(frozen=True)
class View:
    """An unchanging picture of a run; the page reads this and never the run while it trains."""

    steps: tuple[Step, ...]
    status: str
    error: str | None
    before: Plane
    now: Plane
    now_step: int


class Worker:
    """Owns a run. The page calls play, pause and stop, and reads `view`; nothing here touches Streamlit."""

    def __init__(self, run: Run, seconds_per_step: float = SECONDS_PER_STEP):
        use_threads(1)
        self.run, self.pace = run, seconds_per_step
        first = plane(run.arrays(0)["z"])
        self.view = View(tuple(run.steps), run.status, None, first, first, 0)
        self._awake, self._stopped = threading.Event(), threading.Event()
        self._thread = threading.Thread(target=self._work, name="igcl worker", daemon=True)
        self._thread.start()
        atexit.register(self.stop)

    @property
    def playing(self) -> bool:
        """Whether `view` will still change."""
        return self.run.playing or self.view.status == "playing"

    def play(self) -> None:
        self.run.play()
        self._awake.set()

    def pause(self) -> None:
        self.run.pause()

    def stop(self) -> None:
        """End the thread, at the latest when the program ends; the run keeps what it has."""
        atexit.unregister(self.stop)
        self._stopped.set()
        self._awake.set()
        self._thread.join(timeout=5)

    def _work(self) -> None:
        while not self._stopped.is_set():
            self._awake.wait()
            self._awake.clear()
            while self.run.playing and not self._stopped.wait(self.pace):
                self._advance()
            self._publish()

    def _advance(self) -> None:
        try:
            self.run.advance()
        except Exception as problem:
            self.run.pause()
            self.run.error = f"The training stopped: {problem}"
        self._publish()

    def _publish(self) -> None:
        run, old = self.run, self.view
        step = run.snapshots.steps[-1]
        now = old.now if step == old.now_step else plane(run.arrays(step)["z"], like=old.now)
        self.view = View(tuple(run.steps), run.status, run.error, old.before, now, step)
