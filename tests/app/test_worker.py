"""The worker advances a run only while it plays, and keeps errors for the page."""

import time

import pytest

from app.worker import Worker
from igcl_core import Run


@pytest.fixture
def worker():
    worker = Worker(Run("karate", epochs=3, warmup=3, snapshot_every=1), seconds_per_step=0)
    yield worker
    worker.stop()


def wait(worker: Worker) -> None:
    deadline = time.monotonic() + 30
    while worker.playing and time.monotonic() < deadline:
        time.sleep(0.01)


def test_nothing_happens_before_play(worker):
    time.sleep(0.1)
    assert (worker.view.status, len(worker.view.steps)) == ("ready", 1)


def test_play_goes_to_the_end(worker):
    worker.play()
    assert worker.playing
    wait(worker)
    assert (worker.view.status, worker.view.steps[-1].phase, worker.view.now_step) == ("done", "done", 6)


def test_a_view_never_changes(worker):
    first = worker.view
    worker.play()
    wait(worker)
    assert len(first.steps) == 1 and first.now is first.before


def test_stop_ends_the_thread(worker):
    worker.stop()
    assert not worker._thread.is_alive()


@pytest.mark.parametrize("problem", [ValueError("no luck"), RuntimeError("no memory")])
def test_an_error_is_kept_with_the_last_good_view(worker, problem, monkeypatch):
    def fail() -> None:
        raise problem

    monkeypatch.setattr(worker.run, "advance", fail)
    worker.play()
    wait(worker)
    assert str(problem) in worker.view.error and len(worker.view.steps) == 1


def test_a_diverging_run_is_reported():
    worker = Worker(Run("karate", epochs=3, warmup=0, tau=1e-30), seconds_per_step=0)
    worker.play()
    wait(worker)
    worker.stop()
    assert (worker.view.status, "training stopped" in worker.view.error) == ("diverged", True)
