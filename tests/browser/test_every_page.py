"""What is on every page: which run is shown and a way to another, keys that need no click first, titles, tempo."""

import re
import time

import pytest
from playwright.sync_api import Page, expect

from tests.browser.visitor import LONG, at_rest, opened, step, trained, visit_page, wait_for_step

pytestmark = pytest.mark.browser
SLOW_SECONDS = 0.5  # that a step of training takes at least in slow motion


def data_page(page: Page) -> None:
    """Go to the Data page, and wait until all of it is there and at rest, the tape with its keys, too."""
    visit_page(page, "Data")
    expect(page.get_by_text(re.compile("^17 datasets"))).to_be_visible(timeout=LONG)
    at_rest(page, lambda: page.locator(".tape output").all_inner_texts())


def test_every_page_says_which_run_it_shows_and_shows_another(page: Page):
    trained(page, "tau=0.3", 20)
    mine = re.compile(r"Shown: karate, iGCL, τ 0\.3, seed 0, step \d+")
    for name in ("Embeddings", "Gaussians", "Compare", "Data"):
        visit_page(page, name)
        expect(page).to_have_title(f"{name} · iGCL Lab", timeout=LONG)
        expect(page.get_by_text(mine)).to_be_visible(timeout=LONG)
    for option, shown in (("Sample run", re.compile("Shown: karate, iGCL, τ 1, seed 0, step 160")), ("τ 0.3", mine)):
        page.get_by_role("combobox", name="Run shown").click()
        page.get_by_role("option", name=re.compile(option)).click()
        expect(page.get_by_text(shown)).to_be_visible(timeout=LONG)
    visit_page(page, "Train")
    expect(page).to_have_title("Train · iGCL Lab", timeout=LONG)
    expect(page.get_by_text(mine)).to_be_visible(timeout=LONG)


def test_space_plays_and_pauses_and_arrows_step_on_another_page_without_a_click_into_it(page: Page):
    opened(page, "dataset=karate&epochs=100000&snapshot_every=10")
    data_page(page)
    page.keyboard.press(" ")
    wait_for_step(page, "step > 20 && step != 160")
    page.keyboard.press(" ")
    expect(page.get_by_text("paused")).to_be_visible(timeout=LONG)
    reached, tape = at_rest(page, lambda: step(page)), page.locator(".tape output")
    expect(tape).to_have_text(f"at {reached}", timeout=LONG)
    page.keyboard.press("ArrowRight")
    expect(tape).to_have_text(f"at {reached + 1}", timeout=LONG)
    page.keyboard.press("ArrowLeft")
    expect(tape).to_have_text(f"at {reached}", timeout=LONG)  # where it had rested, which is kept
    page.keyboard.press("ArrowLeft")
    expect(tape).to_have_text(f"at {(reached - 1) // 10 * 10}", timeout=LONG)
    wait_for_step(page, f"step == {(reached - 1) // 10 * 10}")


def test_slow_motion_lets_every_step_be_seen_and_stays_on_the_next_page(page: Page):
    reached = trained(page, "", 20)
    page.get_by_role("combobox", name="Tempo").select_option("Slow motion")
    page.wait_for_function("location.search.includes('tempo=slow')", timeout=LONG)
    data_page(page)
    expect(page.get_by_role("combobox", name="Tempo")).to_have_value("Slow motion", timeout=LONG)
    start = time.monotonic()
    page.keyboard.press(" ")
    wait_for_step(page, f"step >= {reached + 9}")
    assert time.monotonic() - start > 8 * SLOW_SECONDS
    page.keyboard.press(" ")
    expect(page.get_by_text("paused")).to_be_visible(timeout=LONG)
