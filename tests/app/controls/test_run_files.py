"""Runs as files on the Train page: dropped, taken away, deleted, and those on disk in the list."""

import io

import pytest
from streamlit.testing.v1 import AppTest

from app.controls.run_files import MB, file_name
from app.session import server
from app.session.choice import Choice
from app.session.fleet import Fleet
from app.session.live_run import LiveRun
from app.session.run_download import bytes_of, download_of
from app.session.runs_folder import RunsFolder
from app.session.saver import Saver
from app.session.visit import KEPT_RUNS, Visit
from app.session.visits import Visits
from igcl_core import Run
from igcl_core.training import file_bytes
from tests.app.waiting import LIMIT, refreshed, until

SHORT = dict(warmup=5, D=4, vgae_hidden=4, icl_every=0, probe_every=0, snapshot_every=1)


@pytest.fixture
def lab(tmp_path, monkeypatch):
    """A lab of its own that saves."""
    fleet = Fleet(workers=1)
    visits = Visits(fleet, saver=Saver(RunsFolder(tmp_path / "runs")))
    monkeypatch.setattr(server, "OPENED", [visits])
    yield visits
    visits.saver.stop()
    fleet.stop()


def _page() -> None:
    from app.controls.player import player
    from app.controls.run_files import run_files
    from app.controls.run_list import runs_list
    from app.controls.settings_form import choose
    from app.controls.which_run import which_run
    from app.session.server import visit

    here = visit()
    choice, _ = choose(here)
    here.steer(choice)
    runs_list(here)
    run_files(here)
    player(here)
    if here.current is not None:
        which_run(here, choosable=False)


@pytest.fixture
def page(lab) -> AppTest:
    return AppTest.from_function(_page, default_timeout=LIMIT).run()


@pytest.fixture
def here(lab, page) -> Visit:
    (visit,) = lab.saver._all()
    return visit


def file_of(**changes) -> bytes:
    run = Run("karate", **{**SHORT, "epochs": 30, **changes})
    run.advance(9)
    return file_bytes(run)


def drop(page: AppTest, name: str, content: bytes) -> AppTest:
    page.file_uploader[0].set_value((name, content, "application/octet-stream")).run()
    assert not page.exception
    return page


def button(page: AppTest, label: str):
    return next(each for each in page.button if each.label == label)


def test_a_run_that_is_dropped_is_shown_chosen_and_goes_on(page, here):
    drop(page, "<b>mine</b>.igcl", file_of(seed=5, tau=0.37))
    until(lambda: here.current.rests)
    page.run()
    assert here.current.view.step.index == 9 and here.current.name.startswith("2 · ") and here.plan.kind == "go on"
    assert next(each for each in page.number_input if each.label == "Seed").value == 5
    assert page.select_slider[0].value == 0.37
    button(page, "Step").click().run()
    refreshed(page, lambda _: here.current.rests and here.current.view.step.index == 10)
    assert len(here.live_runs) == 2


@pytest.mark.parametrize("content", [b"", b"a photograph", b"PK\x05\x06" + bytes(18)])
def test_what_is_no_run_gets_a_sentence_and_nothing_of_it_stays(page, here, content):
    drop(page, "![](x).igcl", content)
    (said,) = [each.value for each in page.error]
    assert "is not a saved run, or is damaged" in said and "![](x)" not in said
    assert len(here.live_runs) == 1 and here.current is here.live_runs[0]
    drop(page, "mine.igcl", file_of())
    assert not page.error


def test_a_run_is_deleted_only_when_asked_and_named(page, here):
    drop(page, "mine.igcl", file_of())
    until(lambda: here.current.rests)
    page.run()
    assert any("Delete 2 · mine for good, with all that it has learnt?" in each.value for each in page.markdown)
    button(page, "Delete it").click().run()
    assert [each.number for each in here.live_runs] == [1] and not page.exception
    button(page, "Delete it").click().run()
    assert here.current is None and not page.exception


def test_a_run_that_was_moved_to_disk_is_in_the_list_and_opened_from_there(page, here):
    drop(page, "mine.igcl", file_of())
    for _ in range(KEPT_RUNS):
        here.begin(Choice("karate", changes=SHORT))
    page.run()
    listed = next(each for each in page.selectbox if each.label == "Run shown")
    assert "2 · mine (on disk)" in listed.options
    assert any("2 · mine moved to disk: open it again from the list." in each.value for each in page.caption)
    listed.set_value(2).run()
    assert not page.exception
    until(lambda: here.current.rests)
    assert (here.current.name, here.current.view.step.index) == ("2 · mine", 9)


@pytest.fixture
def trained(here) -> LiveRun:
    live_run = here.begin(Choice("karate", changes={**SHORT, "epochs": 100}))
    live_run.play(until=60)
    until(lambda: live_run.rests and live_run.view.step.index == 60)
    return live_run


def test_a_file_that_would_be_too_large_to_be_dropped_again_holds_fewer_kept_steps_unless_told(here, trained):
    whole = download_of(trained)
    assert not whole.thinned and whole == download_of(trained, limit=100 * MB)
    opened = Run.open(io.BytesIO(bytes_of(here, trained)))
    assert opened.index == 60 and len(opened.snapshots) == 61
    limit = whole.size // 6
    data = bytes_of(here, trained, limit)
    opened = Run.open(io.BytesIO(data))
    assert opened.index == 60 and 2 < len(opened.snapshots) < 61 and len(data) <= limit
    assert not download_of(trained, limit=1000).thinned  # not even its first and newest step would fit


def test_no_file_is_made_for_which_there_is_no_room(here, trained):
    here.memory.limit = 1000
    with pytest.raises(ValueError, match="There is no room"):
        bytes_of(here, trained)


def test_a_file_is_called_by_what_is_in_it(trained):
    assert file_name(trained) == "karate-tau-1-seed-0.igcl"
    trained.rename("../../<b>é</b>")
    assert file_name(trained) == "b-b.igcl"
    trained.rename("..")
    assert file_name(trained) == "run.igcl"


def test_it_is_said_what_will_be_in_the_file_and_where_it_opens(page, here, trained):
    page.run()
    assert any("Above 20 MB, which is what can be dropped here" in each.value for each in page.caption)
    page.checkbox[0].check().run()
    assert any("`python -m igcl_core open FILE` opens it" in each.value for each in page.caption)


def test_where_runs_cannot_be_saved_every_page_says_so(lab, page, here):
    here.shelf.problem = "Runs cannot be saved now: the disk is full. Training goes on; download what you want to keep."
    app = AppTest.from_file("../../../streamlit_app.py", default_timeout=LIMIT)
    app.session_state[server.VISIT] = here.id
    lab.release(here)
    assert [each.value for each in app.run().warning] == [here.shelf.problem]
