"""Presenting in a real browser: one key, one link, everything large and on one screen of any size."""

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.visitor import LONG, MAIN, PLOTS, arrived, at_rest, eventually, look, opened, wait_for_step

pytestmark = pytest.mark.browser
SIZES = [{"width": 1280, "height": 720}, {"width": 1920, "height": 1080}, {"width": 3840, "height": 2160}]
SMALLEST = """Math.min(...[...document.querySelectorAll('[data-testid=stMain] *, .main-svg text')].filter(element =>
    [...element.childNodes].some(node => node.nodeType === 3 && node.data.trim()) && element.checkVisibility({
        opacityProperty: true, visibilityProperty: true }) && element.getBoundingClientRect().width > 2
    && !element.closest('.modebar, style, script, [data-testid=stIconMaterial]'))
    .map(element => parseFloat(getComputedStyle(element).fontSize)))"""
DRAWN = f"{PLOTS}.filter(plot => plot._fullData?.length && plot.querySelector('.main-svg')).length"
BOXES = f"{PLOTS}.map(plot => plot.getBoundingClientRect()).map(box => [box.left, box.right, box.top, box.bottom])"


def presented(page: Page, query: str) -> Page:
    opened(page, query)
    eventually(page, lambda: page.evaluate(DRAWN) == 2)
    return page


@pytest.mark.parametrize("size", SIZES, ids=lambda size: str(size["width"]))
def test_it_fills_one_screen_with_letters_to_read_from_afar(browser: Browser, address: str, size: dict):
    page = presented(arrived(browser, address, viewport=size), "mode=present")
    boxes = at_rest(page, lambda: page.evaluate(BOXES))
    assert page.evaluate(SMALLEST) >= 20
    assert (
        page.evaluate(f"{MAIN}.scrollHeight") <= size["height"]
        and page.evaluate(f"{MAIN}.scrollWidth") <= size["width"]
    )
    for left, right, top, bottom in boxes:
        assert 0 <= left < right <= size["width"] and 0 < top < bottom < size["height"]
        assert bottom - top > 0.5 * size["height"]
    expect(page.get_by_text("PCA of z, step 160")).to_be_in_viewport(timeout=LONG)
    for part in (
        page.get_by_role("button", name="Play", exact=True),
        page.get_by_role("slider", name="Step looked at"),
    ):
        expect(part).to_be_in_viewport(ratio=1, timeout=LONG)
    page.context.close()


def test_a_key_begins_it_and_either_key_ends_it(page: Page):
    opened(page, "dataset=karate")
    link, leave = "location.search.includes('mode=present')", page.get_by_text("p or Esc: leave")
    for key in ("p", "Escape"):
        expect(page.get_by_role("button", name="Present", exact=True)).to_be_visible(timeout=LONG)
        page.wait_for_function(f"!{link}", timeout=LONG)
        page.keyboard.press("p")
        expect(leave).to_be_visible(timeout=LONG)
        page.wait_for_function(link, timeout=LONG)
        look(page, 0)
        wait_for_step(page, "step == 0")
        page.keyboard.press(key)
        expect(leave).to_have_count(0, timeout=LONG)
    expect(page.get_by_role("combobox", name="Graph")).to_have_value("Karate club", timeout=LONG)
