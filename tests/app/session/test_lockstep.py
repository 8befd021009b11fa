"""Runs side by side: none gets ahead by more than a step, the player acts on all, and all differ in tau only."""

from collections.abc import Iterator

import pytest

from app.session.choice import Choice
from app.session.fleet import Fleet
from app.session.link_extras import read_beside, read_mode, write_beside
from app.session.live_run import LiveRun
from app.session.lockstep import Lockstep
from app.session.plan import BEGIN, GO_ON
from app.session.together import place
from app.session.visit import Visit
from igcl_core import Run, preset
from tests.app.waiting import until

SHORT = {"epochs": 6, "warmup": 4, "D": 4, "vgae_hidden": 4, "snapshot_every": 5, "probe_every": 0}


@pytest.fixture(params=[1, 2])
def fleet(request) -> Iterator[Fleet]:
    fleet = Fleet(workers=request.param)
    yield fleet
    fleet.stop()


@pytest.fixture
def visit(fleet) -> Visit:
    visit = Visit(fleet)
    visit.steer(Choice("karate", changes=SHORT))
    visit.set_beside((0.1, 0.5))
    return visit


class Watched(Lockstep):
    """Remembers how far apart its runs ever were, once all were built."""

    apart = 0

    def wake(self) -> None:
        places = [place(view) for view in self.views()]
        if min(places) >= 0:
            self.apart = max(self.apart, max(places) - min(places))
        super().wake()


def members(fleet: Fleet, *taus: float, **changes) -> list[LiveRun]:
    runs = []
    for tau in taus:
        live_run = LiveRun(f"tau {tau}", fleet.wake)
        settings = preset("karate").changed(**{**SHORT, **changes}, tau=tau)
        live_run.give(lambda settings=settings: Run("karate", settings=settings))
        runs.append(live_run)
    return runs


def test_the_faster_waits_for_the_slower(fleet):
    runs = members(fleet, 1.0, 0.5, 0.1, epochs=20)
    group = Watched(runs)
    runs[1].set_pace(0.004)
    group.play()
    until(lambda: not group.busy)
    assert [each.view.status for each in runs] == ["done"] * 3 and group.apart == 1


def test_side_by_side_gives_the_same_numbers_as_alone(fleet):
    runs = members(fleet, 1.0, 0.1)
    group = Lockstep(runs)
    group.play()
    until(lambda: not group.busy)
    alone = Run("karate", settings=runs[1].run.settings)
    alone.advance(100)
    assert runs[1].view.step.metrics["loss"] == alone.steps[-1].metrics["loss"]


def test_a_run_that_fails_or_ends_early_holds_up_nobody(fleet):
    long, short = members(fleet, 1.0)[0], members(fleet, 0.5, epochs=2)[0]
    broken = LiveRun("broken", fleet.wake)
    broken.give(lambda: Run("no such graph"))
    group = Lockstep([long, short, broken])
    group.play()
    until(lambda: not group.busy)
    assert [each.view.status for each in group.runs] == ["done", "done", "failed"]
    assert long.view.step.index == 10 and short.view.step.index == 6


def test_play_begins_all_and_step_pause_and_reset_act_on_all(visit):
    visit.steer(Choice("karate", changes={**SHORT, "epochs": 100_000}))
    visit.play()
    group = visit.together
    assert [each.choice.settings.tau for each in group.runs] == [1.0, 0.1, 0.5] and visit.current is group.leader
    until(lambda: min(place(each.view) for each in group.runs) > 3)
    visit.rest()
    until(lambda: not group.busy)
    while len({place(each.view) for each in group.runs}) > 1:
        visit.step()
        until(lambda: not group.busy)
    at = place(group.leader.view)
    visit.step()
    until(lambda: not group.busy)
    assert {place(each.view) for each in group.runs} == {at + 1} and visit.plan.kind == GO_ON
    visit.reset()
    until(lambda: not visit.together.busy)
    assert visit.together is not group and [place(each.view) for each in visit.together.runs] == [0, 0, 0]


def test_one_that_comes_later_catches_up_and_one_that_goes_rests(visit):
    visit.set_beside(())
    visit.steer(Choice("karate", changes={**SHORT, "epochs": 100_000}))
    visit.play()
    assert visit.together is None
    until(lambda: place(visit.current.view) > 8)
    visit.rest()
    until(lambda: not visit.current.busy)
    leader, at = visit.current, place(visit.current.view)
    visit.set_beside((0.1,))
    visit.play()
    assert visit.current is leader and len(visit.together.runs) == 2
    until(lambda: place(visit.together.runs[1].view) > at)
    other = visit.together.runs[1]
    visit.set_beside(())
    assert visit.together is None and not other.playing and other in visit.live_runs
    at = place(leader.view)
    until(lambda: place(leader.view) > at + 5)
    leader.pause()


def test_runs_side_by_side_all_begin_at_step_0(visit):
    visit.play()
    until(lambda: not visit.together.busy)
    visit.steer(Choice("karate", changes={**SHORT, "tau": 0.3}))
    visit.look(5)
    assert visit.plan.kind == BEGIN
    visit.play()
    until(lambda: not visit.together.busy)
    assert [each.view.settings.tau for each in visit.together.runs] == [0.3, 0.1, 0.5]
    assert all(each.view.fork is None for each in visit.together.runs)


@pytest.mark.parametrize("text, taus, sentence", [
    ("0.1,0.5", (0.1, 0.5), None),
    (" 0.1 ,0.1,1", (0.1,), None),
    ("", (), None),
    ("warm", (), "beside=warm cannot be used"),
    ("-1,0.2", (0.2,), "must be above 0"),
    ("0.1,0.2,0.3,0.4", (0.1, 0.2, 0.3), "At most 3"),
])  # fmt: skip
def test_a_link_asks_for_temperatures_and_gets_a_sentence_for_what_cannot_be(text, taus, sentence):
    found, problems = read_beside({"beside": text}, preset("karate"))
    assert found == taus and (problems == [] if sentence is None else sentence in problems[0])
    assert read_beside({"beside": write_beside(found)}, preset("karate")) == (found, [])


def test_a_method_without_a_temperature_stays_alone():
    found, problems = read_beside({"beside": "0.1"}, preset("karate", "dgi"))
    assert found == () and "method has none" in problems[0]


def test_a_link_asks_to_present():
    assert read_mode({"mode": "present"}) == ("present", []) and read_mode({}) == ("", [])
    assert "must be 'present'" in read_mode({"mode": "loud"})[1][0]
