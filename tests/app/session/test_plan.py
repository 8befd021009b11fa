"""What Play and Step do with what is chosen and looked at; nothing trained is lost, and what is let go is said."""

from collections.abc import Iterator

import pytest

from app.controls.plan_words import plan_words, play_label
from app.session.choice import Choice
from app.session.fleet import Fleet
from app.session.plan import AGAIN, BEGIN, BRANCH, GO_ON
from app.session.server import RECORDED, SAMPLE
from app.session.visit import KEPT_RUNS, Visit
from tests.app.waiting import until

SHORT = {"epochs": 6, "warmup": 4, "D": 4, "vgae_hidden": 4, "snapshot_every": 5}


@pytest.fixture
def visit() -> Iterator[Visit]:
    fleet = Fleet(workers=1)
    yield Visit(fleet)
    fleet.stop()


def chosen(visit: Visit, **changes) -> None:
    visit.steer(Choice("karate", changes={**SHORT, **changes}))


def rests(visit: Visit) -> None:
    until(lambda: not visit.current.busy)


@pytest.fixture
def done(visit) -> Visit:
    """A visit with a run that has come to its end."""
    chosen(visit)
    visit.play()
    rests(visit)
    assert visit.current.view.status == "done"
    return visit


def test_a_changed_setting_makes_no_run_by_itself(done):
    for tau in (0.5, 0.3, 0.2, 0.1):
        chosen(done, tau=tau)
    assert len(done.live_runs) == 1 and done.plan.kind == AGAIN


def test_a_finished_run_is_trained_again_with_what_was_changed(done):
    chosen(done, tau=0.1)
    assert play_label(done.plan, done.looked) == "Train again with τ 0.1"
    done.play()
    rests(done)
    assert done.current.view.settings.tau == 0.1 and done.current.view.fork is None
    assert done.current.view.step.index == 10 and len(done.live_runs) == 2


def test_more_epochs_go_on_from_the_end(done):
    chosen(done, epochs=8)
    assert (done.plan.kind, done.plan.step) == (BRANCH, 10)
    done.play()
    rests(done)
    assert done.current.view.step.index == 12 and done.current.view.fork == 10


def test_a_look_changes_nothing_and_play_from_there_keeps_the_run(done):
    before = done.current.view
    done.look(5)
    assert done.looked == 5 and done.current.view is before and before.looked_at(5).plane_step == 5
    assert play_label(done.plan, done.looked) == "Play from here"
    assert plan_words(done) == "Play branches from step 5; this run is kept."
    done.play()
    rests(done)
    parent, child = done.live_runs
    assert parent.view.step.index == child.view.step.index == 10 and child.view.fork == 5
    assert done.current is child and done.looked is None
    assert child.view.step.metrics["loss"] == parent.view.step.metrics["loss"]


def test_a_paused_run_branches_where_it_is_and_says_so(visit):
    chosen(visit)
    visit.begin()
    visit.step()
    rests(visit)
    assert visit.plan.kind == GO_ON and plan_words(visit) == ""
    chosen(visit, tau=0.1)
    assert plan_words(visit) == "Play branches from step 1 with τ 0.1; this run is kept."
    visit.step()
    rests(visit)
    assert len(visit.live_runs) == 2 and visit.current.view.step.index == 2 and visit.current.view.settings.tau == 0.1


def test_a_step_can_be_seen(visit):
    chosen(visit, snapshot_every=1000)
    visit.begin()
    for _ in range(3):
        visit.step()
    rests(visit)
    assert visit.current.view.plane_step == 3 and visit.current.view.kept == (0, 1, 2, 3)


@pytest.mark.parametrize("choice", [Choice("planted"), Choice("karate", changes={**SHORT, "D": 8})])
def test_another_graph_or_model_is_another_run(done, choice):
    done.steer(choice)
    assert done.plan.kind == BEGIN and plan_words(done).startswith("This run is not what is chosen now. Play trains ")


def test_runs_that_are_let_go_are_named(visit):
    chosen(visit)
    for _ in range(KEPT_RUNS):
        visit.begin()
    assert visit.let_go == ""
    visit.begin()
    assert visit.let_go.startswith("1 · karate") and "was let go: a visit keeps 6 runs" in visit.let_go


@pytest.mark.parametrize("path", [RECORDED, SAMPLE])
def test_a_saved_run_is_shared_and_play_trains_the_visitor_s_own(visit, path):
    chosen(visit)
    other = Visit(visit.fleet)
    first, second = (each.open(str(path), "saved") for each in (visit, other))
    until(lambda: not first.busy and not second.busy)
    assert first.run is second.run and visit.held == 0 and visit.plan.kind == BEGIN
    assert "Play trains karate" in plan_words(visit)


def test_cora_can_be_trained_where_only_the_recording_has_it(visit, monkeypatch, tmp_path):
    monkeypatch.setenv("IGCL_OFFLINE", "1")
    monkeypatch.setenv("IGCL_CACHE", str(tmp_path))
    monkeypatch.delenv("IGCL_DATA", raising=False)
    visit.open(str(RECORDED), "recorded").wait(60)
    visit.steer(Choice("cora", changes={"D": 4, "vgae_hidden": 4}))
    visit.step()
    rests(visit)
    assert visit.current.view.error is None and visit.current.view.step.index == 1


def test_a_recording_opens_at_its_first_step_and_moves_when_the_page_is_there(visit):
    visit.open(str(RECORDED), "recorded").wait(60)
    until(lambda: not visit.current.busy)
    visit.open_tape()
    assert visit.opening and visit.looked == 0 and not visit.busy
    visit.replay()
    assert visit.replaying and visit.busy and not visit.opening
    chosen(visit)
    assert visit.replaying
    chosen(visit, tau=0.1)
    assert not visit.replaying
