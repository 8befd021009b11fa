"""The fleet: fair slices, one owner at a time, commands, failures, and a clean stop."""

import threading
import time

import pytest

from app.session import fleet as fleet_module
from app.session import live_run as live_run_module
from app.session.fleet import Fleet
from app.session.live_run import LiveRun, View
from app.session.visit import Visit
from app.session.visits import Visits
from igcl_core import Run, preset
from tests.app.waiting import LIMIT, until

SHORT = dict(epochs=10, warmup=5, icl_every=0, probe_every=0, snapshot_every=5)


@pytest.fixture
def fleet():
    fleet = Fleet(workers=1)
    yield fleet
    fleet.stop()


def karate(**changes):
    return preset("karate").changed(**{**SHORT, **changes})


def seated(fleet, **changes):
    live_run = LiveRun("karate", fleet.wake)
    live_run.give(lambda: Run("karate", settings=karate(**changes)))
    until(lambda: live_run.view.status == "ready")
    return live_run


def test_play_runs_to_the_end_and_the_view_tells(fleet):
    live_run = seated(fleet)
    assert len(live_run.view.steps) == 1 and live_run.view.plane is not None
    live_run.play()
    until(lambda: live_run.view.status == "done")
    assert live_run.view.step.index == 15 and not live_run.busy
    assert live_run.view.kept[-1] == 15 == live_run.view.plane_step


def test_step_pause_and_rewind(fleet):
    live_run = seated(fleet, epochs=100_000)
    live_run.step()
    until(lambda: live_run.view.step.index == 1)
    live_run.play()
    until(lambda: live_run.view.step.index > 12)
    live_run.pause()
    until(lambda: live_run.view.status == "paused")
    at = live_run.view.step.index
    time.sleep(0.2)
    assert live_run.view.step.index == at
    live_run.rewind(7)
    until(lambda: live_run.view.step.index == 7)


def test_a_run_brought_to_rest_shows_where_it_stopped(fleet):
    live_run = seated(fleet, epochs=100_000)
    live_run.play()
    until(lambda: live_run.view.step.index > 3)
    live_run.rest(timeout=LIMIT)
    assert live_run.view.status == "paused" and not live_run.busy


def test_many_runs_take_turns_with_one_worker(fleet, monkeypatch):
    """Fleets of other tests may still be at work in this process: their turns are not these runs'."""
    live_runs = [seated(fleet, epochs=100_000, seed=k) for k in range(3)]
    turns, serve = [], fleet_module.serve
    monkeypatch.setattr(fleet_module, "serve", lambda live_run: turns.append(live_run) or serve(live_run))
    for live_run in live_runs:
        live_run.play()
    until(lambda: sum(turn in live_runs for turn in [*turns]) >= 30)
    served = [turn for turn in turns if turn in live_runs][:30]
    assert all(served.count(live_run) >= 8 for live_run in live_runs)
    for live_run in live_runs:
        live_run.pause()
    until(lambda: all(live_run.view.status == "paused" and live_run.view.step.index > 0 for live_run in live_runs))


def test_somebody_who_waits_for_an_answer_is_served_before_those_who_play(fleet):
    held, go_on = seated(fleet), threading.Event()
    held.tell(lambda run: go_on.wait(LIMIT))
    until(lambda: fleet.waiting == 0)
    players = [LiveRun(f"player {k}", fleet.wake) for k in range(3)]
    for live_run in players:
        live_run.play()
    assert [fleet.position(live_run) for live_run in players] == [0, 1, 2]
    players[2].pause()
    assert [fleet.position(live_run) for live_run in players] == [1, 2, 0]
    players[1].play()
    asking = LiveRun("asking", fleet.wake)
    asking.step()
    assert [fleet.position(live_run) for live_run in (asking, *players)] == [0, 2, 3, 1] and fleet.waiting == 4
    go_on.set()


def test_training_in_a_fleet_gives_the_same_numbers(fleet):
    live_runs = [seated(fleet, seed=1), seated(fleet, seed=2)]
    for live_run in live_runs:
        live_run.play()
    until(lambda: all(live_run.view.status == "done" for live_run in live_runs))
    alone = Run("karate", settings=karate(seed=2))
    alone.advance(100)
    assert live_runs[1].view.step.metrics["loss"] == alone.steps[-1].metrics["loss"]


def test_a_run_that_cannot_be_made_says_why(fleet):
    live_run = LiveRun("nothing", fleet.wake)
    live_run.give(lambda: Run("coar"))
    until(lambda: live_run.view.status == "failed")
    assert "Did you mean 'cora'" in live_run.view.error and not live_run.busy
    other = seated(fleet)
    assert other.view.error is None


def test_a_command_that_fails_leaves_the_run_usable(fleet):
    live_run = seated(fleet)
    live_run.rewind(99)
    until(lambda: live_run.view.error is not None)
    assert "reached step 0" in live_run.view.error
    live_run.play()
    until(lambda: live_run.view.status == "done")


def test_a_seat_is_busy_until_the_result_of_a_command_is_shown(fleet):
    live_run = seated(fleet)
    started, go_on = threading.Event(), threading.Event()
    version = live_run.view.version
    live_run.tell(lambda run: (started.set(), go_on.wait(LIMIT)))
    assert started.wait(LIMIT) and live_run.busy and live_run.view.version == version
    go_on.set()
    until(lambda: not live_run.busy)
    assert live_run.view.version == version + 1


def test_a_seat_is_busy_until_a_run_that_has_been_built_is_shown(monkeypatch):
    said, publish = [], LiveRun._publish
    monkeypatch.setattr(LiveRun, "_publish", lambda self, redraw: said.append(self.busy) or publish(self, redraw))
    live_run = LiveRun("karate", lambda live_run: None)
    live_run.give(lambda: Run("karate", settings=karate()))
    live_run.work()
    assert said == [True] and not live_run.busy


def test_a_branch_that_waits_for_its_parent_keeps_no_worker_busy(fleet):
    waiting = LiveRun("branch", fleet.wake)
    waiting.play()
    until(lambda: fleet.waiting == 0 and not waiting.in_line)
    assert waiting.busy and not waiting.has_work


def test_the_view_holds_all_kept_embeddings(fleet):
    live_run = seated(fleet)
    live_run.play()
    until(lambda: live_run.view.status == "done")
    assert live_run.view.kept == (0, 5, 10, 15)
    assert (live_run.view.snapshots[15]["z"] == live_run.run.arrays(15)["z"]).all()
    held = live_run.view.snapshots
    live_run.rewind(5)
    until(lambda: live_run.view.kept == (0, 5))
    assert tuple(held) == (0, 5, 10, 15)


def test_a_branch_plays_on_while_its_parent_stays(fleet):
    visit = Visit(fleet)
    parent = visit.start("karate", "igcl", karate(epochs=100_000))
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
    visits = Visits(fleet, grace=LIMIT)
    visit = visits.begin()
    live_run = visit.start("karate", "igcl", karate(epochs=100_000))
    live_run.play()
    until(lambda: live_run.view.steps and live_run.view.step.index > 3)
    visits.release(visit)
    assert visits.enter(visit.id) is visit and live_run.view.status == "playing"
    visits.grace = 0.1
    visits.release(visit)
    until(lambda: visits.waiting == 0)
    until(lambda: not live_run.busy)
    assert visit.live_runs == [] and visits.enter(visit.id) is None


def test_stopping_joins_every_worker():
    fleet = Fleet(workers=2)
    live_run = seated(fleet, epochs=100_000)
    live_run.play()
    fleet.stop()
    assert not any(thread.is_alive() for thread in fleet._threads)


class LongRun:
    """A run whose step takes until somebody stops it: what a run and a fleet need to know of one."""

    long_steps, finished, error, index = True, False, None, 0

    def __init__(self):
        self.asked = threading.Event()

    def advance(self, steps: int = 1, stop=None) -> None:
        self.asked.set()
        until(stop)


def long_seat(fleet: Fleet) -> LiveRun:
    """A run at a long step; it says nothing of it, as that has never ended."""
    live_run = LiveRun("long", fleet.wake)
    live_run.run, live_run._publish = LongRun(), lambda redraw: setattr(live_run, "view", View("paused"))
    live_run.play()
    return live_run


def test_a_pause_and_a_left_visitor_end_a_long_step():
    fleet = Fleet(workers=1)
    for end in (LiveRun.pause, LiveRun.leave):
        live_run = long_seat(fleet)
        assert live_run.run.asked.wait(LIMIT) and live_run.busy
        end(live_run)
        until(lambda live_run=live_run: not live_run.busy)
    fleet.stop()


def test_a_run_is_slow_as_measured_whatever_was_foretold(fleet, monkeypatch):
    monkeypatch.setattr(live_run_module, "SLOW_SECONDS", LIMIT)
    live_run = seated(fleet)
    assert not live_run.slow
    live_run.run.long_steps = True
    assert live_run.slow
    live_run.play()
    until(lambda: live_run.view.status == "done")
    assert not live_run.slow


def test_long_steps_never_hold_the_last_worker(monkeypatch):
    monkeypatch.setattr(live_run_module, "SLOW_SECONDS", LIMIT)
    fleet = Fleet(workers=2)
    first, second = long_seat(fleet), long_seat(fleet)
    assert first.run.asked.wait(LIMIT)
    short = seated(fleet)
    short.play()
    until(lambda: short.view.status == "done")
    assert not second.run.asked.is_set()
    first.pause()
    assert second.run.asked.wait(LIMIT)
    fleet.stop()


def test_stopping_ends_a_long_step():
    fleet = Fleet(workers=1)
    live_run = long_seat(fleet)
    assert live_run.run.asked.wait(LIMIT)
    fleet.stop()
    assert not any(thread.is_alive() for thread in fleet._threads)


def test_a_run_with_a_pace_takes_a_step_and_rests_until_it_is_told_otherwise(fleet):
    live_run = seated(fleet, epochs=100_000)
    live_run.set_pace(100_000.0)
    live_run.play()
    until(lambda: live_run.view.steps and live_run.view.step.index == 1 and not live_run.in_line)
    assert live_run.playing and live_run.busy and not live_run.has_work
    live_run.set_pace(0.0)
    until(lambda: live_run.view.step.index > 5)
    live_run.set_pace(100_000.0)
    live_run.pause()
    until(lambda: live_run.view.status == "paused")


def test_a_paced_run_goes_on_by_itself(fleet):
    live_run = seated(fleet, epochs=100_000)
    live_run.set_pace(0.01)
    live_run.play()
    until(lambda: live_run.view.steps and live_run.view.step.index > 5)
    live_run.pause()
