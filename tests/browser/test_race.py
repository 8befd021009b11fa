"""A race in a real browser: from a button to the table, by a link, on a phone."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.visitor import LONG, MAIN, PLOTS, arrived, eventually, opened, press, visit_page

pytestmark = pytest.mark.browser
MAPS = f"{PLOTS}.filter(p => p.ariaLabel?.includes('principal components') && p._fullData?.some(t => t.customdata))"
BEYOND = f"Math.max(document.documentElement.scrollWidth - innerWidth, {MAIN}.scrollWidth - {MAIN}.clientWidth)"
TOPS = f"{PLOTS}.map(p => Math.round(p.getBoundingClientRect().top + {MAIN}.scrollTop))"
CELL = "table tbody tr td:nth-child({})"


def race_page(page: Page) -> Page:
    """Come as everybody does, by the links on top."""
    opened(page, "dataset=karate")
    visit_page(page, "Race")
    expect(page).to_have_title("Race · iGCL Lab", timeout=LONG)
    return page


def finish(page: Page, methods: int) -> None:
    """Wait until all are done and measured."""
    expect(page.get_by_text(f"{methods} of {methods} methods done")).to_be_visible(timeout=LONG)
    for column in (3, 4):
        expect(page.locator(CELL.format(column)).first).to_have_text(re.compile("±"), timeout=LONG)


def test_a_race_from_its_button_to_the_table_and_nothing_jumps(page: Page):
    race_page(page)
    press(page, "Karate club in ten seconds")
    eventually(page, lambda: page.evaluate(f"{MAPS}.length") == 4)
    before = page.evaluate(TOPS)
    press(page, "Reset")
    press(page, "Play")
    finish(page, 4)
    assert page.evaluate(TOPS) == before
    rows = page.locator("table tbody th").all_inner_texts()
    assert rows == ["iGCL", "GAE", "DGI", "GCN (supervised), uses labels"]
    expect(page.get_by_text("One run each: differences of a point or two are chance.")).to_be_visible(timeout=LONG)
    page.get_by_role("radio", name="steps").click()
    eventually(page, lambda: page.evaluate(f"{PLOTS}.some(p => p.ariaLabel?.endsWith('over steps'))"))
    visit_page(page, "Compare")
    expect(page).to_have_title("Compare · iGCL Lab", timeout=LONG)
    visit_page(page, "Race")
    finish(page, 4)


def test_a_link_opened_elsewhere_is_ready_to_play(browser: Browser, address: str):
    page = race_page(arrived(browser, address))
    press(page, "The paper in one minute")
    expect(page.get_by_role("button", name="Pause", exact=True)).to_be_visible(timeout=LONG)
    press(page, "Karate club in ten seconds")  # also while another race plays
    page.wait_for_function("location.search.includes('dataset=karate')", timeout=LONG)
    other = arrived(browser, address)
    other.goto(page.url.replace("seed=0", "seed=3").replace("gae", "nobody"))
    page.context.close()
    expect(other.get_by_text(re.compile("no method 'nobody'"))).to_be_visible(timeout=LONG)
    eventually(other, lambda: other.evaluate(f"{PLOTS}.length") == 4)
    expect(other.get_by_role("spinbutton", name="Seed")).to_have_value("3", timeout=LONG)
    press(other, "Play")
    finish(other, 3)
    other.context.close()


def test_a_phone_shows_player_and_maps_under_each_other_and_nothing_beyond_its_edge(browser: Browser, address: str):
    page = arrived(browser, address, viewport={"width": 390, "height": 844}, has_touch=True)
    page.goto("/race?race=gae,dgi,gcn&dataset=karate")
    press(page, "Play")
    finish(page, 3)
    eventually(page, lambda: page.evaluate(f"{MAPS}.length") == 3)
    assert page.evaluate(BEYOND) <= 0
    lefts = page.evaluate(f"{MAPS}.map(p => Math.round(p.getBoundingClientRect().left))")
    tops = page.evaluate(f"{MAPS}.map(p => p.getBoundingClientRect().top)")
    again = page.get_by_role("button", name="Race again").bounding_box()["y"]
    assert len({*lefts}) == 1 and tops == sorted(tops) and again < tops[0]
    assert again < page.get_by_role("combobox", name="Graph").bounding_box()["y"]
    page.context.close()
