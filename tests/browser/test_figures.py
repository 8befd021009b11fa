"""What figures look like in a real browser: read from afar, never on each other, and still while a run plays."""

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.visitor import (
    DRAWN,
    LONG,
    MAIN,
    PLOTS,
    arrived,
    at_rest,
    eventually,
    opened,
    press,
    visit_page,
    wait_for_step,
)

pytestmark = pytest.mark.browser
WIDE, USUAL = {"width": 1920, "height": 1080}, {"width": 1440, "height": 900}
TEXTS = f"{PLOTS}.flatMap(plot => [...plot.querySelectorAll('.main-svg text')])"
TEXT = f"Math.min(...{TEXTS}.map(text => parseFloat(getComputedStyle(text).fontSize)))"
LOWEST = f"Math.max(...{PLOTS}.map(p => p.getBoundingClientRect().bottom))"
TICKS = f"""{PLOTS}.map(plot => [...plot.querySelectorAll('.ytick text, .y2tick text, .y3tick text')].map(tick => {{
    const box = tick.getBoundingClientRect();
    return [box.y + box.height / 2, parseFloat(getComputedStyle(tick).fontSize)];
}}))"""
CURVES = f"{PLOTS}.filter(plot => String(plot._fullLayout.hovermode).includes('unified'))"
COVERED = f"""{CURVES}.flatMap(plot => [...plot.querySelectorAll('.legend')].flatMap(legend => {{
    const [over, lines] = [legend, plot.querySelector('.plot')].map(each => each.getBoundingClientRect());
    const beside = over.right <= lines.left || over.left >= lines.right;
    return beside || over.bottom <= lines.top || over.top >= lines.bottom ? [] : [plot.ariaLabel];
}}))"""
CUT = f"""{PLOTS}.filter(plot => {{
    const place = plot.closest('[data-testid=stElementContainer]');
    return plot.getBoundingClientRect().height > place.getBoundingClientRect().height + 1;
}}).length"""
WATCH_SHIFTS = """() => {
    window.shift = { most: 0, moved: [] };
    const name = node => (node?.nodeType === 1 ? node : node?.parentElement)?.closest("[class*=st-key], [data-testid]");
    new PerformanceObserver(list => list.getEntries().filter(entry => !entry.hadRecentInput).forEach(entry => {
        window.shift.most = Math.max(window.shift.most, entry.value);
        entry.sources.forEach(({ node, previousRect: from, currentRect: to }) => window.shift.moved.push(
            [entry.value, name(node)?.className, node?.textContent?.slice(0, 60), from.toJSON(), to.toJSON()]));
    })).observe({ type: "layout-shift", buffered: false });
}"""
SHIFT = 0.02  # of the window, at once: a sum would grow with the time that a machine takes


def on_train(browser: Browser, address: str, **look) -> Page:
    page = opened(arrived(browser, address, **look), "")
    page.wait_for_function(DRAWN, timeout=LONG)
    at_rest(page, lambda: page.evaluate(f"[{LOWEST}, {TEXT}]"))
    return page


def test_a_wide_window_gets_larger_text_and_no_empty_quarter(browser: Browser, address: str):
    usual, wide = (on_train(browser, address, viewport=size) for size in (USUAL, WIDE))
    assert usual.evaluate(TEXT) >= 12 and wide.evaluate(TEXT) >= 1.15 * usual.evaluate(TEXT)
    for page, size in ((usual, USUAL), (wide, WIDE)):
        assert page.evaluate(LOWEST) > 0.85 * size["height"] and page.evaluate(f"{MAIN}.scrollHeight") <= size["height"]
        assert page.evaluate(CUT) == 0
        page.context.close()


@pytest.mark.parametrize("size", [USUAL, WIDE, {"width": 390, "height": 844}])
def test_ticks_and_legends_lie_on_nothing(browser: Browser, address: str, size: dict):
    page = on_train(browser, address, viewport=size)
    for places in page.evaluate(TICKS):
        near = sorted(places)
        assert all(low[0] + low[1] <= high[0] + 0.5 for low, high in zip(near, near[1:], strict=False)), places
    assert page.evaluate(COVERED) == []
    page.context.close()


def assert_still(page: Page) -> None:
    """Nothing has moved since shifts are watched; what did is named."""
    shift = page.evaluate("window.shift")
    assert shift["most"] <= SHIFT, shift["moved"]


def test_nothing_moves_while_a_run_plays(page: Page):
    opened(page, "dataset=karate&warmup=1500&epochs=100000")
    press(page, "Play")
    wait_for_step(page, "step > 20")
    page.wait_for_function(DRAWN, timeout=LONG)
    page.evaluate(WATCH_SHIFTS)
    wait_for_step(page, "step > 3000")
    assert_still(page)
    press(page, "Pause")


def test_nothing_moves_while_maps_settle(page: Page):
    opened(page, "")
    visit_page(page, "Embeddings")
    expect(maps(page).locator(".nsewdrag")).to_have_count(2, timeout=LONG)
    page.wait_for_timeout(600)  # what a reader has just clicked may move things for half a second
    page.evaluate(WATCH_SHIFTS)
    expect(page.get_by_text("All maps have settled.")).to_be_visible(timeout=LONG)
    expect(page.get_by_role("slider", name="Step shown")).to_be_visible(timeout=LONG)
    assert_still(page)


def maps(page: Page) -> Locator:
    return page.get_by_role("img", name="Two maps of the embedding")


def test_maps_say_which_step_they_show_while_the_film_moves(page: Page):
    opened(page, "")
    visit_page(page, "Embeddings")
    expect(page.get_by_text("All maps have settled.")).to_be_visible(timeout=LONG)
    titles = "plot => plot.layout.annotations.map(note => note.text)"
    eventually(page, lambda: maps(page).evaluate(titles) == ["VGAE μ · step 160", "iGCL z · step 160"])
    bar = page.get_by_role("slider", name="Step shown")
    bar.focus()
    bar.press("Home")
    eventually(page, lambda: maps(page).evaluate(titles) == ["VGAE μ · step 0", "iGCL z · step 0"])
    expect(page.get_by_text("numbers below: step 160")).to_be_visible(timeout=LONG)
    bar.press("End")
    expect(page.get_by_text("numbers below: step 160")).to_have_count(0, timeout=LONG)
