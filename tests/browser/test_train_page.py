"""Visitors of the Train page in a real browser: play, steer, share, and find their run again."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.visitor import (
    DRAWN,
    LONG,
    MAIN,
    PLOTS,
    REACHED,
    arrived,
    at_rest,
    opened,
    press,
    step,
    wait_for_step,
)

pytestmark = pytest.mark.browser
TOGETHER = """
let react, open = false;
window.together = 0;
Object.defineProperty(window, "Plotly", { configurable: true, get: () => react, set: (plotly) => {
  const draw = plotly.react;
  plotly.react = (...about) => {
    if (open) window.together += 1;
    open = true;
    setTimeout(() => (open = false));
    return draw(...about);
  };
  react = plotly;
}});
"""


def test_a_first_visit_is_never_empty(page: Page):
    opened(page, "")
    wait_for_step(page, "step == 160")
    expect(page.get_by_text("saved sample run")).to_be_visible()
    expect(page.locator(".js-plotly-plot")).to_have_count(6, timeout=LONG)


def test_each_chart_is_shown_before_the_next_is_drawn(page: Page):
    page.add_init_script(TOGETHER)
    opened(page, "")
    page.wait_for_function(DRAWN, timeout=LONG)
    assert page.evaluate("together") == 0


def test_play_makes_the_curves_grow(page: Page):
    opened(page, "dataset=karate&epochs=100000")
    press(page, "Play")
    wait_for_step(page, "step > 5")
    page.wait_for_function(DRAWN, timeout=LONG)
    early, at = page.evaluate(REACHED), step(page)
    wait_for_step(page, f"step > {at + 50}")
    page.wait_for_function(f"{REACHED} > {early}", timeout=LONG)
    press(page, "Pause")


def test_a_run_comes_to_its_end(page: Page):
    opened(page, "dataset=karate&epochs=60")
    press(page, "Play")
    wait_for_step(page, "step == 120")
    expect(page.get_by_text("done").first).to_be_visible(timeout=LONG)


def test_pause_holds_step_takes_one_and_reset_starts_over(page: Page):
    opened(page, "dataset=karate&epochs=100000")
    press(page, "Play")
    wait_for_step(page, "step > 3")
    press(page, "Pause")
    expect(page.get_by_role("button", name="Step", exact=True)).to_be_enabled(timeout=LONG)
    held = at_rest(page, lambda: step(page))
    press(page, "Step")
    wait_for_step(page, f"step == {held + 1}")
    press(page, "Reset")
    wait_for_step(page, "step == 0")


def test_zoom_outlives_refreshes(page: Page):
    opened(page, "dataset=karate&epochs=100000")
    press(page, "Play")
    wait_for_step(page, "step > 10")
    plot = f"{PLOTS}.find(p => p.data?.some(t => t.uid == 'reconstruction'))"
    page.wait_for_function(f"{plot}?.querySelector('.nsewdrag')", timeout=LONG)
    box = page.evaluate(
        f"(r => [r.x, r.y, r.width, r.height])({plot}.querySelector('.nsewdrag').getBoundingClientRect())"
    )
    page.mouse.move(box[0] + 0.2 * box[2], box[1] + 0.5 * box[3])
    page.mouse.down()
    page.mouse.move(box[0] + 0.6 * box[2], box[1] + 0.52 * box[3], steps=5)
    page.mouse.up()
    window = at_rest(page, lambda: page.evaluate(f"{plot}.layout.xaxis.range.map(Number)"))
    before = step(page)
    wait_for_step(page, f"step > {before + 30}")
    assert page.evaluate(f"{plot}.layout.xaxis.range.map(Number)") == window
    press(page, "Pause")


def test_a_copied_link_opens_the_same_choice_elsewhere(page: Page, browser: Browser, address: str):
    opened(page, "dataset=digits&tau=0.2&seed=7&lr=0.002")
    page.wait_for_function("location.search.includes('preset=')", timeout=LONG)
    link = page.url
    other = arrived(browser, address)
    other.goto(link)
    expect(other.get_by_role("combobox", name="Graph")).to_have_value("Digits", timeout=LONG)
    other.wait_for_function("location.search.includes('preset=')", timeout=LONG)
    assert other.url == link and "lr=0.002" in link and "seed=7" in link
    other.context.close()


def test_two_visitors_train_at_once(page: Page, browser: Browser, address: str):
    other = arrived(browser, address)
    pages = [opened(page, "dataset=karate&epochs=100000"), opened(other, "dataset=planted&epochs=100000")]
    for each in pages:
        press(each, "Play")
    for each in pages:
        wait_for_step(each, "step > 5")
    for each in pages:
        press(each, "Pause")
    other.context.close()


def test_the_train_page_is_one_screen(page: Page):
    opened(page, "")
    page.wait_for_function(DRAWN, timeout=LONG)
    assert at_rest(page, lambda: page.evaluate(f"{MAIN}.scrollHeight")) <= 900


def test_the_data_page_lists_every_dataset(page: Page):
    opened(page, "")
    page.get_by_role("link", name="Data").click()
    expect(page.get_by_text(re.compile("^17 datasets"))).to_be_visible()
    expect(page.locator("table[role=grid]")).to_have_attribute("aria-rowcount", "18")  # and the line of titles


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_page_fits_a_phone(browser: Browser, address: str, scheme: str):
    phone = {"viewport": {"width": 390, "height": 844}, "color_scheme": scheme}
    page = opened(arrived(browser, address, **phone), "")
    page.wait_for_function(DRAWN, timeout=LONG)
    assert at_rest(page, lambda: page.evaluate(f"{MAIN}.scrollWidth")) <= 390
    tempo = page.get_by_role("combobox", name="Tempo").bounding_box()  # the last of the tape, all of which is seen
    assert tempo["x"] + tempo["width"] <= 390
    page.context.close()
