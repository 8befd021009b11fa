"""Nothing is lost: runs are saved by themselves, for one visitor's eyes only, and come back bit for bit."""

import json
import os
import stat
import threading
import time
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest

from app.session import saver as saver_module
from app.session.choice import Choice
from app.session.fleet import Fleet
from app.session.kept_runs import open_file, remove, reopen, stored
from app.session.runs_folder import LIST, RunsFolder, runs_folder
from app.session.saver import Saver
from app.session.shelf import Shelf
from app.session.tape import SLOW
from app.session.visit import KEPT_RUNS
from app.session.visits import Visits
from igcl_core import Graphs, Run
from igcl_core.training import file_bytes
from tests.app.waiting import LIMIT, until

SHORT = dict(warmup=5, D=4, vgae_hidden=4, icl_every=0, probe_every=0, snapshot_every=5)


def choice(**changes) -> Choice:
    return Choice("karate", changes={**SHORT, "epochs": 100_000, **changes})


@pytest.fixture
def folder(tmp_path) -> RunsFolder:
    return RunsFolder(tmp_path / "runs")


@pytest.fixture
def labs(folder, monkeypatch):
    """Labs that are started one after the other on the same folder; all of them end with the test."""
    monkeypatch.setattr(saver_module, "EVERY_SECONDS", 0.05)
    started = []

    def start(**about) -> Visits:
        fleet = Fleet(workers=1)
        started.append(Visits(fleet, saver=Saver(folder), **about))
        return started[-1]

    yield start
    for visits in started:
        visits.saver.stop()
        visits.fleet.stop()


def killed(visits: Visits) -> None:
    """As kill -9 ends a lab: nothing is saved any more, whatever its threads still do."""
    visits.saver._jobs.put(None)
    visits.saver._thread.join()
    visits.saver._visits.clear()


def trained(visit, steps: int, **changes):
    """A run of the visit at rest, which has trained so many steps."""
    live_run = visit.begin(choice(**changes))
    live_run.play(until=steps)
    until(lambda: live_run.rests and live_run.view.step.index == steps)
    return live_run


def saved_step(visit, live_run) -> int:
    kept = visit.shelf.runs.get(live_run.number)
    return -1 if kept is None else kept.step


def numbers(run: Run) -> list[dict]:
    return [{**row, "seconds": 0.0} for row in run.history]


def test_a_lab_that_was_killed_while_it_trained_finds_the_run_again_bit_for_bit(labs, monkeypatch):
    visits = labs()
    visit = visits.begin()
    visit.choice = choice()
    live_run = visit.begin()
    visit.set_tempo(SLOW)
    live_run.play()
    until(lambda: saved_step(visit, live_run) > 2)
    killed(visits)
    at = visit.shelf.runs[live_run.number].step
    again = labs().revive(visit.id)
    assert again.id == visit.id and "were last saved, the one shown at step" in again.back
    until(lambda: again.current.rests)
    found = again.current
    assert (found.number, found.name, found.view.status) == (live_run.number, live_run.name, "paused")
    assert found.view.step.index == at and found.choice == choice() and found.recipe.same(live_run.recipe)
    again.choice = choice()
    assert again.plan.kind == "go on"
    found.play(until=at + 12)
    until(lambda: found.rests and found.view.step.index == at + 12)
    alone = Run("karate", settings=choice().settings)
    alone.advance(at + 12)
    assert numbers(found.run) == numbers(alone)
    assert all(np.array_equal(found.run.arrays()[name], array) for name, array in alone.training.arrays().items())


def test_a_branch_comes_back_with_its_past(labs):
    visits = labs()
    visit = visits.begin()
    visit.steer(choice())
    first = trained(visit, 12)
    visit.steer(choice(tau=0.3))
    visit.step()
    until(lambda: visit.current is not first and visit.current.rests and visit.current.view.step.index == 13)
    branch = visit.current
    branch.rename("sharper")
    until(lambda: saved_step(visit, branch) == 13 and saved_step(visit, first) == 12)
    until(lambda: "sharper" in [run["name"] for run in json.loads((visit.shelf.place / LIST).read_text())["runs"]])
    killed(visits)
    again = labs().revive(visit.id)
    until(lambda: len(again.live_runs) == 2 and all(each.rests for each in again.live_runs))
    assert [each.name for each in again.live_runs] == [first.name, "2 · sharper"]
    assert again.current.recipe.same(branch.recipe) and again.current.choice == branch.choice
    assert again.begin(choice()).number == 3


def test_a_run_at_rest_is_saved_whole_though_less_of_it_while_it_trains(labs, monkeypatch):
    monkeypatch.setattr(saver_module, "MOMENTS", 3)
    visits = labs()
    visit = visits.begin()
    live_run = trained(visit, 40)
    until(lambda: saved_step(visit, live_run) == 40)
    until(lambda: len(Run.open(visit.shelf.path(live_run.number)).snapshots) == len(live_run.view.kept) > 5)


def test_an_orderly_stop_saves_everything_first(labs, monkeypatch):
    monkeypatch.setattr(saver_module, "EVERY_SECONDS", 1e9)
    visits = labs()
    visit = visits.begin()
    live_run = visit.begin(choice())
    live_run.play()
    until(lambda: live_run.view.step is not None and live_run.view.step.index > 20)
    visits.saver.stop()
    assert Run.open(visit.shelf.path(live_run.number)).index == live_run.view.step.index > 20


def test_a_closed_tab_leaves_the_memory_after_the_grace_period_and_finds_its_runs_on_disk(labs):
    visits = labs(grace=0.1)
    visit = visits.begin()
    live_run = visit.begin(choice())
    live_run.play()
    until(lambda: live_run.view.step is not None and live_run.view.step.index > 3)
    visits.release(visit)
    until(lambda: visit.live_runs == [] and live_run.run is None)
    again = visits.revive(visit.id)
    until(lambda: again.current.rests)
    assert again.current.view.step.index > 3 and visits.open_elsewhere(visit.id)
    assert visits.revive(visit.id) is None  # somebody is at it


def test_nobody_else_finds_or_reads_them(labs, folder):
    visits = labs()
    visit = visits.begin()
    live_run = trained(visit, 3)
    until(lambda: saved_step(visit, live_run) == 3)
    killed(visits)
    assert visit.id not in str(visit.shelf.place) and len(visit.shelf.place.name) == 64
    modes = {path: stat.S_IMODE(path.stat().st_mode) for path in folder.path.rglob("*")}
    assert (
        {mode for path, mode in modes.items() if path.is_dir()} == {0o700} == {stat.S_IMODE(folder.path.stat().st_mode)}
    )
    assert {mode for path, mode in modes.items() if path.is_file()} == {0o600} and len(modes) == 3
    after = labs()
    for key in ("", "..", visit.id[:-1], visit.id.upper(), visit.shelf.place.name, "\ud800", "x" * 10_000):
        assert after.revive(key) is None
    assert after.revive(visit.id).id == visit.id


def test_data_of_the_visitor_s_own_is_in_the_file(labs, small_graph):
    visits = labs()
    visit = visits.begin()
    mine = visit.bring(small_graph)
    live_run = visit.begin(Choice(mine.dataset, changes={**SHORT, "epochs": 30}, own=mine.own))
    live_run.play(until=8)
    until(lambda: saved_step(visit, live_run) == 8)
    killed(visits)
    again = labs().revive(visit.id)
    until(lambda: again.current.rests)
    assert again.current.choice == live_run.choice and list(again.own) == [mine.dataset]
    assert again.current.view.graphs.fingerprint == small_graph.fingerprint
    again.choice = again.current.choice
    again.step()
    until(lambda: again.current.rests and again.current.view.step.index == 9)


def test_beyond_the_kept_number_the_oldest_moves_to_disk_and_can_be_opened_again(labs):
    visits = labs()
    visit = visits.begin()
    first = trained(visit, 7)
    for _ in range(KEPT_RUNS):
        visit.begin(choice())
    assert visit.let_go == f"{first.name} moved to disk: open it again from the list."
    until(lambda: first.run is None)
    assert [each.number for each in stored(visit)] == [1] and first not in visit.live_runs
    again = reopen(visit, 1)
    until(lambda: again.rests)
    assert (again.name, again.view.step.index) == (first.name, 7) and visit.current is again
    assert stored(visit) == [] and reopen(visit, 99) is None


@pytest.mark.parametrize("place", ["taken", "/proc/runs"])
def test_where_nothing_can_be_saved_it_is_said_training_goes_on_and_the_oldest_is_let_go(labs, folder, tmp_path, place):
    (tmp_path / "taken").write_text("a file where the folder should be")
    folder.path = tmp_path / place  # and where nobody may write, be it root
    visits = labs()
    visit = visits.begin()
    first = trained(visit, 5)
    until(lambda: visit.shelf.problem)
    assert visit.shelf.problem.startswith("Runs cannot be saved now: ") and "Training goes on" in visit.shelf.problem
    assert str(folder.path) not in visit.shelf.problem and first.view.error is None
    for _ in range(KEPT_RUNS):
        visit.begin(choice())
    assert "was let go" in visit.let_go and stored(visit) == []


def test_a_run_that_is_deleted_is_gone_in_memory_and_on_disk(labs):
    visits = labs()
    visit = visits.begin()
    first, second = trained(visit, 5), trained(visit, 6)
    until(lambda: saved_step(visit, second) == 6 and saved_step(visit, first) == 5)
    remove(visit, second.number)
    assert visit.live_runs == [first] and visit.current is first and not visit.shelf.path(second.number).exists()
    until(lambda: second.run is None)
    assert [*Shelf.found(visits.saver.folder, visit.id).runs] == [first.number]
    remove(visit, first.number)
    assert visit.current is None and Shelf.found(visits.saver.folder, visit.id) is None


def saved_files(folder: RunsFolder, key: str, count: int, age: float = 0.0) -> list[Path]:
    """A visit with small files, the first of them the oldest."""
    place, then = folder.of(key), time.time() - age
    folder.make(place)
    paths = [place / f"{number}.igcl" for number in range(1, count + 1)]
    for number, path in enumerate(paths):
        path.write_bytes(bytes(1000))
        os.utime(path, (then - 100 + number,) * 2)
    (place / LIST).write_text("{}")
    os.utime(place / LIST, (then,) * 2)
    return paths


def test_the_oldest_that_nobody_has_open_go_first(folder):
    folder.limit = 6_500
    gone, here = saved_files(folder, "gone", 3, age=1_000), saved_files(folder, "here", 3)
    assert folder.sweep() and all(path.exists() for path in gone + here)
    assert folder.sweep(1_000) and [path.exists() for path in gone] == [False, True, True]
    assert not folder.sweep(4_000) and all(path.exists() for path in here)
    with pytest.raises(OSError, match="IGCL_RUNS_LIMIT"):
        folder.check_room(folder.of("here"), here[0], 2_000)
    folder.check_room(folder.of("here"), here[0], 1_100)


def test_what_nobody_comes_back_for_goes_after_a_day_and_nothing_else_that_lies_there(folder):
    old = saved_files(folder, "old", 1, age=90_000)
    (folder.path / "thesis").mkdir()
    (folder.path / "thesis" / "visit.json").write_text("{}")
    os.utime(folder.path / "thesis" / "visit.json", (1, 1))
    assert folder.sweep() and not old[0].parent.exists() and (folder.path / "thesis" / "visit.json").exists()


def test_what_a_killed_lab_left_half_written_goes(folder):
    (path,) = saved_files(folder, "here", 1)
    parts = [path.with_name(f".{name}.part") for name in ("old", "new")]
    for part in parts:
        part.write_bytes(b"half")
    os.utime(parts[0], (1, 1))
    folder.sweep()
    assert [part.exists() for part in parts] == [False, True]


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"runs": 3}', '{"runs": [{}], "shown": 1}', "\x00", "[" * 10_000])
def test_a_list_that_is_damaged_is_as_if_nothing_was_saved(folder, text):
    (path,) = saved_files(folder, "here", 1)
    (path.parent / LIST).write_text(text)
    assert Shelf.found(folder, "here") is None


def test_a_file_that_is_damaged_is_said_and_the_visit_goes_on(labs):
    visits = labs()
    visit = visits.begin()
    live_run = trained(visit, 5)
    until(lambda: saved_step(visit, live_run) == 5)
    killed(visits)
    visit.shelf.path(live_run.number).write_bytes(b"PK")
    again = labs().revive(visit.id)
    until(lambda: again.current.view.status == "failed")
    assert "is not a saved run, or is damaged" in again.current.view.error
    assert again.plan.kind == "begin"


@pytest.mark.parametrize("named, expected", [("off", None), (" OFF ", None), ("/somewhere", "/somewhere")])
def test_an_operator_says_where(monkeypatch, named, expected):
    monkeypatch.setenv("IGCL_RUNS", named)
    found = runs_folder()
    assert (found and str(found.path)) == expected


def test_by_default_it_is_below_the_cache_and_a_limit_that_is_none_is_spoken_of(monkeypatch, cache_of_session, caplog):
    monkeypatch.setenv("IGCL_RUNS", "")
    monkeypatch.setenv("IGCL_RUNS_LIMIT", "500M")
    assert (runs_folder().path, runs_folder().limit) == (cache_of_session / "runs", 500_000_000)
    monkeypatch.setenv("IGCL_RUNS_LIMIT", "much")
    assert runs_folder().limit == 2_000_000_000 and "IGCL_RUNS_LIMIT must be" in caplog.text


def test_a_file_from_elsewhere_is_opened_and_goes_on_or_is_refused_in_a_sentence(labs, small_graph: Graphs):
    visit = labs().begin()
    run = Run(small_graph, **SHORT, epochs=20).branch(tau=0.5)
    run.advance(9)
    live_run = open_file(visit, BytesIO(file_bytes(run)), "from a friend")
    until(lambda: live_run.rests)
    assert live_run.view.step.index == 9 and live_run.recipe is None and live_run.choice.own is not None
    visit.choice = live_run.choice
    visit.step()
    until(lambda: live_run.rests and live_run.view.step.index == 10)
    visit.look(5)
    visit.step()  # a branch of a run whose past is not known
    until(lambda: visit.current is not live_run and visit.current.rests and visit.current.view.step.index == 6)
    broken = open_file(visit, BytesIO(b"no run"), "broken")
    until(lambda: broken.view.status == "failed")
    assert "is not a saved run" in broken.view.error


def test_memory_is_asked_before_a_file_is_read(labs, monkeypatch):
    visit = labs().begin()
    run = Run("karate", **SHORT, epochs=20)
    visit.memory.limit = 1000
    monkeypatch.setattr(Run, "open", lambda *_: pytest.fail("it was read"))
    live_run = open_file(visit, BytesIO(file_bytes(run)), "large")
    assert live_run.wait(LIMIT) and "There is no room for another run" in live_run.view.error


def test_a_recording_that_is_dropped_replays_and_is_kept(labs, tmp_path):
    visits = labs()
    visit = visits.begin()
    run = Run("karate", **SHORT, epochs=5)
    run.advance(10)
    run.record(tmp_path / "recorded.igcl")
    live_run = open_file(visit, BytesIO((tmp_path / "recorded.igcl").read_bytes()), "recorded")
    until(lambda: live_run.rests and saved_step(visit, live_run) == 10)
    assert live_run.view.recorded and live_run.choice is None
    killed(visits)
    again = labs().revive(visit.id)
    until(lambda: again.current.rests)
    assert again.current.view.recorded


def test_a_run_that_lies_in_a_file_as_it_is_is_not_written_again_until_it_has_gone_on(labs, tmp_path):
    visits = labs()
    visit = visits.begin()
    run = Run("karate", **SHORT, epochs=20)
    run.advance(6)
    run.save(tmp_path / "run.igcl")
    live_run = open_file(visit, tmp_path / "run.igcl", "run")
    other = trained(visit, 3)
    until(lambda: live_run.rests and saved_step(visit, other) == 3)
    assert saved_step(visit, live_run) == -1
    live_run.step()
    until(lambda: saved_step(visit, live_run) == 7)


def test_a_run_at_rest_that_is_saved_is_not_busy_and_looks_the_same(labs):
    visit = labs().begin()
    live_run, gate, looked = trained(visit, 3), threading.Event(), []
    until(lambda: saved_step(visit, live_run) == 3)
    before = live_run.view
    live_run.look_on(lambda run: (gate.wait(LIMIT), looked.append(run.index)))
    until(lambda: not live_run._questions)
    assert live_run.rests and not visit.busy and live_run.view is before
    gate.set()
    until(lambda: looked == [3])
    assert live_run.rests and live_run.view is before
