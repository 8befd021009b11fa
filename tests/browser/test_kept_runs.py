"""Nothing is lost, in a real browser: a lab that is killed, ended or left, and files taken away and opened."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from igcl_core import Run
from tests.browser.conftest import Lab
from tests.browser.visitor import LONG, arrived, at_rest, eventually, opened, press, step, trained, wait_for_step

pytestmark = pytest.mark.browser
BACK = re.compile("Your runs are back from disk")
MORE = "Save, open or delete a run"


@pytest.fixture
def lab(tmp_path: Path) -> Iterator[Lab]:
    lab = Lab(tmp_path, grace=1)
    lab.start()
    yield lab
    lab.end()


@pytest.fixture
def visitor(lab: Lab, browser: Browser) -> Iterator[Page]:
    page = arrived(browser, lab.address)
    yield page
    page.context.close()


def saved(lab: Lab) -> int:
    """The step at which the one run lies on disk; -1 where it does not yet."""
    lists = [json.loads(path.read_text()) for path in lab.runs.glob("*/visit.json")]
    return max((run["step"] for about in lists for run in about["runs"]), default=-1)


def back_at(page: Page) -> int:
    """The step at which a page shows a run that has come back."""
    expect(page.get_by_text(BACK)).to_be_visible(timeout=LONG)
    expect(page.get_by_text("paused")).to_be_visible(timeout=LONG)
    return step(page)


def test_a_lab_that_is_killed_finds_the_runs_of_an_open_tab_again_and_nobody_else_s(
    lab: Lab, visitor: Page, browser: Browser
):
    opened(visitor, "dataset=karate&epochs=100000")
    press(visitor, "Play")
    wait_for_step(visitor, "step > 5 && step != 160")
    eventually(visitor, lambda: saved(lab) > 5)
    lab.kill()
    at = saved(lab)
    lab.start()
    assert back_at(visitor) == at
    somebody = opened(arrived(browser, lab.address), "dataset=karate&epochs=100000")
    expect(somebody.get_by_text("saved sample run")).to_be_visible(timeout=LONG)
    somebody.context.close()
    press(visitor, "Play")
    wait_for_step(visitor, f"step > {at} && step < 100060")
    expect(visitor.get_by_text(BACK)).to_have_count(0, timeout=LONG)


def test_a_lab_that_ends_in_good_order_loses_not_a_step(lab: Lab, visitor: Page):
    reached = trained(visitor, "", 20)
    press(visitor, "Step")
    wait_for_step(visitor, f"step == {reached + 1}")
    lab.end()
    assert saved(lab) == reached + 1
    lab.start()
    visitor.reload()
    assert back_at(visitor) == reached + 1


def test_a_tab_that_was_away_for_too_long_finds_its_runs_on_disk(lab: Lab, visitor: Page):
    reached = trained(visitor, "", 20)
    link = visitor.url
    visitor.goto("about:blank")
    eventually(visitor, lambda: saved(lab) == reached)
    visitor.wait_for_timeout(3_000)
    visitor.goto(link)
    expect(visitor.get_by_text(re.compile("step [0-9,]+ of 100,060")).first).to_be_visible(timeout=LONG)
    wait_for_step(visitor, f"step == {reached}")
    assert visitor.get_by_text("Your runs are gone").count() == 0


def test_a_run_is_taken_away_opened_again_goes_on_and_is_deleted(page: Page, tmp_path: Path):
    reached = trained(page, "", 20)
    page.get_by_text(MORE).click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Download this run").click()
    file = tmp_path / "mine.igcl"
    download.value.save_as(file)
    assert download.value.suggested_filename == "karate-tau-1-seed-0.igcl" and Run.open(file).index == reached
    page.get_by_test_id("stFileUploaderDropzoneInput").set_input_files(file)
    shown = page.get_by_role("combobox", name="Run shown")
    expect(shown).to_have_value("3 · mine", timeout=LONG)
    assert at_rest(page, lambda: step(page)) == reached
    press(page, "Step")
    wait_for_step(page, f"step == {reached + 1}")
    press(page, "Delete this run")
    expect(page.get_by_text("Delete 3 · mine for good, with all that it has learnt?")).to_be_visible()
    press(page, "Delete it")
    expect(shown).to_have_value(re.compile("^2 · karate"), timeout=LONG)
    wait_for_step(page, f"step == {reached}")


def test_a_file_that_is_no_run_gets_a_sentence_and_what_is_shown_stays(page: Page, tmp_path: Path):
    (tmp_path / "holiday.igcl").write_bytes(b"a photograph")
    opened(page, "")
    page.get_by_text(MORE).click()
    page.get_by_test_id("stFileUploaderDropzoneInput").set_input_files(tmp_path / "holiday.igcl")
    expect(page.get_by_text("holiday.igcl' is not a saved run, or is damaged")).to_be_visible(timeout=LONG)
    expect(page.get_by_text("step 160 of 160")).to_be_visible(timeout=LONG)
