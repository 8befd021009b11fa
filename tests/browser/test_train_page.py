"""A visitor trains the karate club, and reads what there is to train on."""

import re

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser
DONE, SETTLED = 240_000, 1_500
STEP = "document.querySelector('[data-testid=stMetricValue]')?.innerText"


def metric(page: Page, label: str) -> str:
    return page.get_by_test_id("stMetric").filter(has_text=label).get_by_test_id("stMetricValue").inner_text()


def step(page: Page) -> int:
    return int(metric(page, "Step of"))


def test_play_trains_to_the_end_while_the_picture_grows(page: Page):
    page.goto("/")
    page.get_by_role("button", name="Play").click()
    page.wait_for_function(f"Number({STEP}) > 0")
    early, total = step(page), int(page.get_by_text(re.compile(r"Step of \d+")).inner_text().split()[-1])
    assert 0 < early < total
    page.wait_for_function(f"Number({STEP}) == {total}", timeout=DONE)
    assert re.fullmatch(r"\d+%", metric(page, "Probe before"))
    assert re.fullmatch(r"\d+%", metric(page, "Probe now"))
    expect(page.locator(".js-plotly-plot")).to_have_count(2)
    expect(page.get_by_role("button", name="Play")).to_be_disabled()


def test_pause_holds_and_start_over_goes_back(page: Page):
    page.goto("/?tau=0.1")
    page.get_by_role("button", name="Play").click()
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("button", name="Play")).to_be_enabled()
    page.wait_for_timeout(SETTLED)
    held = step(page)
    page.wait_for_timeout(SETTLED)
    assert step(page) == held
    page.get_by_role("button", name="Start over").click()
    page.wait_for_function(f"Number({STEP}) == 0")


def test_the_data_page_lists_every_dataset(page: Page):
    page.goto("/")
    page.get_by_role("link", name="Data").click()
    expect(page.get_by_text(re.compile("^16 datasets"))).to_be_visible()
    expect(page.locator("table[role=grid]")).to_have_attribute("aria-rowcount", "17")


def test_the_pages_fit_a_phone(page: Page):
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto("/")
    for title in ("Train", "Data"):
        if title == "Data":
            page.get_by_test_id("stExpandSidebarButton").click()
            page.get_by_role("link", name=title).click()
        expect(page.get_by_role("heading", name=title, level=1)).to_be_visible()
        page.wait_for_timeout(500)
        assert page.evaluate("document.querySelector('[data-testid=stMain]').scrollWidth") <= 390
