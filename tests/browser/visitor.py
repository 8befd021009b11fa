"""What a visitor does in the browser: open, press, wait for a step, go to another page.

No test guesses how long something takes: it waits until it is so, and LONG only ends what hangs.
"""

import time
from collections.abc import Callable
from typing import TypeVar

from playwright.sync_api import Browser, Page, expect

LONG = 180_000
LOOK, STILL = 50, 1_500
T = TypeVar("T")
PROGRESS = "document.querySelector('[data-testid=stProgress]')?.innerText ?? ''"
PLOTS = "[...document.querySelectorAll('.js-plotly-plot')]"
REACHED = f"Math.max(0, ...{PLOTS}.flatMap(p => p.data.map(t => t.x?.length ? Number(t.x[t.x.length - 1]) : 0)))"
DRAWN = f"{PLOTS}.length == 6"
MAIN = "document.querySelector('[data-testid=stMain]')"
STEP = f"Number((({PROGRESS}).match(/step ([\\d,]+) of/) ?? [0, '-1'])[1].replace(',', ''))"


def arrived(browser: Browser, address: str, **look) -> Page:
    """The empty tab of somebody new, who waits as long as it takes."""
    context = browser.new_context(base_url=address, **look)
    context.set_default_timeout(LONG)
    return context.new_page()


def eventually(page: Page, condition: Callable[[], object]) -> None:
    """Look again and again until it is so."""
    end = time.monotonic() + LONG / 1000
    while not condition():
        assert time.monotonic() < end, "it never happened"
        page.wait_for_timeout(LOOK)


def at_rest(page: Page, read: Callable[[], T]) -> T:
    """What is read once it has not changed for a while."""
    seen = [read()]

    def still() -> bool:
        page.wait_for_timeout(STILL)
        seen.append(read())
        return seen[-1] == seen[-2]

    eventually(page, still)
    return seen[-1]


def step(page: Page) -> int:
    return int(page.evaluate(STEP))


def wait_for_step(page: Page, condition: str) -> None:
    page.wait_for_function(f"(step => {condition})({STEP})", timeout=LONG)


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click(timeout=LONG)


def look(page: Page, place: int) -> None:
    """Move the slider of the tape to a place among the kept steps."""
    slider = page.get_by_role("slider", name="Step looked at")
    slider.evaluate(
        f"s => {{ s.value = {place}; for (const e of ['input', 'change']) s.dispatchEvent(new Event(e)); }}"
    )


def opened(page: Page, query: str) -> Page:
    page.goto(f"/?{query}")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible(timeout=LONG)
    return page


def trained(page: Page, query: str, at_least: int) -> int:
    """A paused run of karate, and its step."""
    opened(page, f"dataset=karate&epochs=100000&{query}")
    press(page, "Play")
    wait_for_step(page, f"step > {at_least} && step != 160")
    press(page, "Pause")
    expect(page.get_by_text("paused")).to_be_visible(timeout=LONG)
    return at_rest(page, lambda: step(page))


def visit_page(page: Page, name: str) -> None:
    """By the links on top, which a phone keeps in a drawer that closes again."""
    drawer = page.get_by_test_id("stExpandSidebarButton")
    folded = drawer.is_visible()
    if folded:
        drawer.click()
    page.get_by_role("link", name=name, exact=True).click()
    if folded:
        expect(drawer).to_be_visible(timeout=LONG)
