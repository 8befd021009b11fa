"""The fleet: fair slices, one owner at a time, commands, failures, and a clean stop."""

import threading
import time

import pytest

from app.fleet import Fleet
from app.seat import Seat
from app.visit import Visit, Visits
from igcl_core import Run, preset

SHORT = dict(epochs=10, warmup=5, icl_every=0, probe_every=0, snapshot_every=5)


@pytest.fixture
def fleet():
    fleet = Fleet(workers=1)
    yield fleet
    fleet.stop()


def until(condition, timeout=30):
    end = time.monotonic() + timeout
    while not condition():
        assert time.monotonic() < end, "it never happened"
        time.sleep(0.01)


def karate(**changes):
    return preset("karate").changed(**{**SHORT, **changes})


def seated(fleet, **changes):
    seat = Seat("karate", fleet.wake)
    seat.give(lambda: Run("karate", settings=karate(**changes)))
    until(lambda: seat.view.status == "ready")
    return seat


def test_play_runs_to_the_end_and_the_view_tells(fleet):
    seat = seated(fleet)
    assert len(seat.view.steps) == 1 and seat.view.plane is not None
    seat.play()
    until(lambda: seat.view.status == "done")
    assert seat.view.step.index == 15 and not seat.busy
    assert seat.view.kept[-1] == 15 == seat.view.plane_step


def test_step_pause_and_rewind(fleet):
    seat = seated(fleet, epochs=1000)
    seat.step()
    until(lambda: seat.view.step.index == 1)
    seat.play()
    until(lambda: seat.view.step.index > 12)
    seat.pause()
    until(lambda: seat.view.status == "paused")
    at = seat.view.step.index
    time.sleep(0.2)
    assert seat.view.step.index == at
    seat.rewind(7)
    until(lambda: seat.view.step.index == 7)


def test_a_run_brought_to_rest_shows_where_it_stopped(fleet):
    seat = seated(fleet, epochs=100_000)
    seat.play()
    until(lambda: seat.view.step.index > 3)
    seat.rest(timeout=30)
    assert seat.view.status == "paused" and not seat.busy


def test_many_runs_share_one_worker_fairly(fleet):
    seats = [seated(fleet, epochs=4000, seed=k) for k in range(3)]
    for seat in seats:
        seat.play()
    until(lambda: all(seat.view.step.index > 100 for seat in seats))
    for seat in seats:
        seat.pause()
    until(lambda: all(seat.view.status == "paused" for seat in seats))
    reached = sorted(seat.view.step.index for seat in seats)
    assert reached[-1] < 10 * reached[0]


def test_training_in_a_fleet_gives_the_same_numbers(fleet):
    seats = [seated(fleet, seed=1), seated(fleet, seed=2)]
    for seat in seats:
        seat.play()
    until(lambda: all(seat.view.status == "done" for seat in seats))
    alone = Run("karate", settings=karate(seed=2))
    alone.advance(100)
    assert seats[1].view.step.metrics["loss"] == alone.steps[-1].metrics["loss"]


def test_a_run_that_cannot_be_made_says_why(fleet):
    seat = Seat("nothing", fleet.wake)
    seat.give(lambda: Run("coar"))
    until(lambda: seat.view.status == "failed")
    assert "Did you mean 'cora'" in seat.view.error and not seat.busy
    other = seated(fleet)
    assert other.view.error is None


def test_a_command_that_fails_leaves_the_run_usable(fleet):
    seat = seated(fleet)
    seat.rewind(99)
    until(lambda: seat.view.error is not None)
    assert "reached step 0" in seat.view.error
    seat.play()
    until(lambda: seat.view.status == "done")


def test_a_seat_is_busy_until_the_result_of_a_command_is_shown(fleet):
    seat = seated(fleet)
    started, go_on = threading.Event(), threading.Event()
    version = seat.view.version
    seat.tell(lambda run: (started.set(), go_on.wait(30)))
    assert started.wait(30) and seat.busy and seat.view.version == version
    go_on.set()
    until(lambda: not seat.busy)
    assert seat.view.version == version + 1


def test_a_seat_is_busy_until_a_run_that_has_been_built_is_shown(monkeypatch):
    said, publish = [], Seat._publish
    monkeypatch.setattr(Seat, "_publish", lambda self, redraw: said.append(self.busy) or publish(self, redraw))
    seat = Seat("karate", lambda seat: None)
    seat.give(lambda: Run("karate", settings=karate()))
    seat.work()
    assert said == [True] and not seat.busy


def test_a_branch_that_waits_for_its_parent_keeps_no_worker_busy(fleet):
    waiting = Seat("branch", fleet.wake)
    waiting.play()
    until(lambda: fleet.waiting == 0 and not waiting.in_line)
    assert waiting.busy and not waiting.has_work


def test_the_view_holds_all_kept_embeddings(fleet):
    seat = seated(fleet)
    seat.play()
    until(lambda: seat.view.status == "done")
    assert seat.view.kept == (0, 5, 10, 15)
    assert (seat.view.snapshots[15]["z"] == seat.run.arrays(15)["z"]).all()
    held = seat.view.snapshots
    seat.rewind(5)
    until(lambda: seat.view.kept == (0, 5))
    assert tuple(held) == (0, 5, 10, 15)


def test_a_branch_plays_on_while_its_parent_stays(fleet):
    visit = Visit(fleet)
    parent = visit.start("karate", "igcl", karate(epochs=3000))
    until(lambda: parent.view.status == "ready")
    parent.play()
    until(lambda: parent.view.step.index > 10)
    child = visit.branch(parent, tau=0.1)
    until(lambda: child.view.steps and child.view.step.index > (child.view.fork or 0) + 3)
    assert child.view.settings.tau == 0.1 and visit.current is child and parent.view.status == "paused"
    refused = visit.branch(parent, D=99)
    until(lambda: refused.view.status == "failed")
    assert "needs a new run" in refused.view.error
    visit.leave()


def test_a_closed_tab_is_waited_for_then_let_go(fleet):
    visits = Visits(fleet, grace=0.3)
    visit = visits.enter(None)
    seat = visit.start("karate", "igcl", karate(epochs=100_000))
    seat.play()
    until(lambda: seat.view.steps and seat.view.step.index > 3)
    visits.release(visit)
    assert visits.enter(visit.id) is visit and seat.view.status == "playing"
    visits.release(visit)
    until(lambda: visits.waiting == 0)
    until(lambda: not seat.busy)
    assert visit.seats == [] and visits.enter(visit.id) is not visit


def test_stopping_joins_every_worker():
    fleet = Fleet(workers=2)
    seat = seated(fleet, epochs=100_000)
    seat.play()
    fleet.stop()
    assert not any(thread.is_alive() for thread in fleet._threads)
