"""The race of a visit: same seed, data and time for all, and its runs are counted and let go."""

import numpy as np
import pytest

from app.session.fleet import SLICE_SECONDS, Fleet
from app.session.live_run import LiveRun
from app.session.memory import Memory
from app.session.race import Race
from app.session.race_choice import RaceChoice
from app.session.together import place
from app.session.visit import Visit
from igcl_core import Run, preset
from tests.app.waiting import until

KARATE = RaceChoice("karate", ("igcl", "dgi", "gcn"), 3)


@pytest.fixture
def here(fleet_of_one) -> Visit:
    return Visit(fleet_of_one)


def raced(here: Visit, choice: RaceChoice = KARATE) -> list:
    here.race.begin(choice)
    here.race.play()
    until(lambda: here.race.over and not here.race.busy)
    return [live_run.view for live_run in here.race.runs]


def test_every_method_ends_as_it_would_alone(here):
    views = raced(here)
    assert [view.status for view in views] == ["done"] * 3
    for name, view in zip(KARATE.methods, views, strict=True):
        alone = Run("karate", name, preset("karate", name).changed(seed=3))
        alone.advance(alone.total)
        np.testing.assert_array_equal(view.snapshots[view.kept[-1]]["z"], alone.arrays()["z"])
        assert (
            view.best_probe().metrics["probe_test"]
            == view.method.best_probe(alone.steps, alone.settings).metrics["probe_test"]
        )


def test_all_share_the_split(here):
    first, *others = [view.graphs.split for view in raced(here)]
    assert all(np.array_equal(first.test, other.test) and np.array_equal(first.val, other.val) for other in others)


def test_one_that_is_held_up_holds_up_nobody_while_there_are_workers():
    fleet = Fleet(workers=2)
    here = Visit(fleet)
    here.race.begin(KARATE)
    slow, quick, other = here.race.runs
    slow.set_pace(3600.0)
    here.race.play()
    until(lambda: not quick.busy and not other.busy)
    assert place(quick.view) == quick.view.step.total and place(slow.view) <= 1 and not here.race.over
    fleet.stop()


@pytest.mark.parametrize("workers, may", [
    (1, [True, True, False, False]),
    (2, [True, True, False, False]),
    (3, [True, True, True, False]),
    (4, [True, True, True, True]),
])  # fmt: skip
def test_whoever_has_had_more_time_waits_for_those_behind_unless_workers_are_free(workers, may):
    race = Race(lambda choice: LiveRun(), workers)
    race.begin(RaceChoice("karate", ("igcl", "vgae", "dgi", "gae")))
    race.play()
    for live_run, worked in zip(race.runs, (5.0, 5.0 + SLICE_SECONDS / 2, 6.0, 9.0), strict=True):
        live_run.worked = worked
    assert [race.may_step(live_run) for live_run in race.runs] == may
    for live_run in race.runs[:2]:
        live_run.pause()  # as one does that has ended
    assert [race.may_step(live_run) for live_run in race.runs[2:]] == [True, workers > 1]


def test_pause_and_step_act_on_all(here):
    here.race.begin(RaceChoice("karate", ("igcl", "dgi")))
    until(lambda: not here.race.busy)
    assert [place(live_run.view) for live_run in here.race.runs] == [0, 0]
    here.race.step()
    until(lambda: not here.race.busy)
    assert [place(live_run.view) for live_run in here.race.runs] == [1, 1]
    here.race.play()
    until(lambda: min(place(live_run.view) for live_run in here.race.runs) > 3)
    here.race.rest()
    until(lambda: not here.race.busy)
    at = [place(live_run.view) for live_run in here.race.runs]
    here.race.step()
    until(lambda: not here.race.busy)
    now = [place(live_run.view) for live_run in here.race.runs]
    totals = [live_run.view.step.total for live_run in here.race.runs]
    assert now == [min(step + 1, total) for step, total in zip(at, totals, strict=True)]


def test_a_method_that_fails_says_so_and_the_others_race(here, monkeypatch):
    monkeypatch.setenv("IGCL_OFFLINE", "1")
    real = here._build

    def build(live_run, dataset, method, *about):
        return real(live_run, "no such graph" if method == "dgi" else dataset, method, *about)

    monkeypatch.setattr(here, "_build", build)
    igcl, dgi, gcn = raced(here)
    assert dgi.status == "failed" and dgi.error and (igcl.status, gcn.status) == ("done", "done")


def test_its_runs_are_beside_those_of_the_other_pages(here):
    raced(here)
    assert here.live_runs == [] and here.current is None


def test_its_runs_count_in_the_memory_of_the_visit(here):
    raced(here)
    assert here.race.held > 0 and here.held == here.race.held == here.memory.held
    assert len(here.needs) == 3 and min(here.needs) > 0


def test_there_is_a_sentence_where_there_is_no_room(fleet_of_one):
    here = Visit(fleet_of_one, memory=Memory(limit=1000))
    views = raced(here)
    assert all("There is no room" in view.error for view in views)


def test_a_race_that_is_replaced_lets_its_runs_go(here):
    raced(here)
    before = [*here.race.runs]
    raced(here, RaceChoice("karate", ("gae",)))
    until(lambda: all(live_run.run is None for live_run in before))
    assert [live_run.view.status for live_run in before] == ["gone"] * 3
    assert [live_run.held for live_run in before] == [0, 0, 0] and len(here.race.runs) == 1


def test_it_goes_with_the_visit(here):
    here.race.begin(KARATE)
    here.race.play()
    runs = [*here.race.runs]
    here.leave()
    until(lambda: all(live_run.view.status == "gone" for live_run in runs))
    assert here.race.runs == [] and here.race.choice is None and here.held == 0 and not here.race.busy


def test_the_moment_tells_a_new_race_from_the_one_before(here):
    moments = {here.race.moment}
    for _ in range(2):
        raced(here, RaceChoice("karate", ("gae",)))
        moments.add(here.race.moment)
    assert len(moments) == 3
