"""Memory: shared among visitors so that something is left for the next, and refused in a sentence."""

import gc

import pytest

from app.session.fleet import Fleet
from app.session.live_run import LiveRun
from app.session.memory import Memory, give_back
from app.session.visit import Visit
from igcl_core import METHODS, load, preset
from tests.app.waiting import until


class Runs:
    """Runs that hold so many bytes."""

    def __init__(self, memory: Memory, held: int, needs: tuple[int, ...] = ()):
        self.held, self.needs = held, list(needs)
        memory.add(self)


def test_every_visitor_may_hold_half_of_what_the_others_leave():
    memory = Memory(limit=1000)
    anna, ben = Runs(memory, 400), Runs(memory, 0)
    assert memory.held == 400 and memory.allowance(anna) == 500 and memory.allowance(ben) == 300
    memory.check(anna, 100)
    memory.check(ben, 300)
    with pytest.raises(ValueError, match="no room for another run"):
        memory.check(ben, 301)


def test_runs_that_work_at_once_must_fit_beside_what_all_keep():
    memory = Memory(limit=1000, at_once=2)
    anna, ben = Runs(memory, 100, needs=(300, 200)), Runs(memory, 0, needs=(350,))
    assert memory.working == 650
    memory.check(ben)
    ben.needs.append(650)
    with pytest.raises(ValueError, match="no room for another run"):
        memory.check(ben, 1)
    del anna


def test_great_runs_do_not_all_get_in_at_once():
    great = preset("karate").changed(D=1024, vgae_hidden=1024, epochs=1, warmup=1)
    need = METHODS["igcl"].bytes_of_run(load("karate"), great)
    fleet, memory = Fleet(workers=1), Memory(limit=int(2.9 * need), at_once=3)
    visitors = [Visit(fleet, memory=memory) for _ in range(3)]
    runs = [visitor.start("karate", "igcl", great) for visitor in visitors]
    until(lambda: not any(live_run.busy for live_run in runs))
    fleet.stop()
    (refused,) = (live_run for live_run in runs if live_run.run is None)
    assert sorted(live_run.need for live_run in runs) == [0, need, need] and "GB to work" in refused.view.error


def test_who_has_gone_holds_nothing():
    memory = Memory(limit=1000)
    anna, ben = Runs(memory, 900), Runs(memory, 0)
    assert memory.allowance(ben) == 50
    del anna
    gc.collect()
    assert memory.allowance(ben) == 500


@pytest.fixture
def visit():
    fleet = Fleet(workers=1)
    yield Visit(fleet, memory=Memory(limit=10**9))
    fleet.stop()


def run(visit: Visit, seed: int) -> LiveRun:
    live_run = visit.start("karate", "igcl", preset("karate").changed(epochs=3, warmup=2, seed=seed))
    until(lambda: not live_run.busy)
    return live_run


def test_a_visit_without_room_lets_its_oldest_runs_go_and_then_says_so(visit):
    live_runs = [run(visit, seed) for seed in range(3)]
    assert visit.live_runs == live_runs and 0 < visit.held < 10**9
    visit.memory.limit = 1
    refused = run(visit, 3)
    assert visit.live_runs == [live_runs[2], refused] and "no room for another run" in refused.view.error


def test_a_run_that_will_take_too_much_is_refused_before_it_is_built(visit):
    visit.memory.limit = 2 * 10**7
    live_run = visit.start("karate", "igcl", preset("karate").changed(D=2048, vgae_hidden=2048))
    until(lambda: not live_run.busy)
    assert live_run.run is None and "no room for another run" in live_run.view.error


def test_a_branch_without_room_says_so_and_its_parent_stays(visit):
    parent = run(visit, 0)
    visit.memory.limit = 1
    branch = visit.branch(parent, tau=0.1)
    until(lambda: branch.view.status == "failed")
    assert "no room for another run" in branch.view.error and parent.view.error is None


def test_giving_back_is_harmless_anywhere():
    give_back()
