"""One link for all that is seen, in real browsers: what one sees, another sees, without anything of the other's."""

import re

import numpy as np
import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.visitor import (
    LONG,
    PLOTS,
    arrived,
    at_rest,
    eventually,
    look,
    opened,
    press,
    visit_page,
    wait_for_step,
)

pytestmark = pytest.mark.browser
SMALL = "dataset=karate&warmup=10&epochs=30&D=8&snapshot_every=10&seed=5"
MAPS = f"{PLOTS}.find(p => p.getAttribute('aria-label')?.includes('maps of the embedding'))"
PLACES = f"{MAPS}?._fullData?.filter(t => t.customdata && t.x.length).map(t => [Array.from(t.x), Array.from(t.y)])"


def in_address(page: Page, *parts: str) -> None:
    """Wait until the address says all this."""
    for part in parts:
        page.wait_for_function(f"location.search.includes({part!r})", timeout=LONG)


def distances(page: Page) -> list[np.ndarray]:
    """How far the points of every trace are from its first one: a map may be turned, but is the same."""
    return [np.hypot(x - x[0], y - y[0]) for x, y in map(np.array, page.evaluate(PLACES) or [])]


def alike(some: list[np.ndarray], others: list[np.ndarray]) -> bool:
    return len(some) == len(others) > 0 and all(
        a.shape == b.shape and np.allclose(a, b, rtol=1e-3, atol=1e-4, equal_nan=True)
        for a, b in zip(some, others, strict=True)
    )


def test_a_link_with_a_step_picks_and_a_map_opens_on_that_frame_elsewhere(page: Page, browser: Browser, address: str):
    opened(page, SMALL)
    press(page, "Play")
    wait_for_step(page, "step == 40")
    look(page, 2)
    wait_for_step(page, "step == 20")
    visit_page(page, "Embeddings")
    page.get_by_role("radio", name="PCA").click()
    page.get_by_role("textbox", name="Find a node").fill("3")
    page.get_by_role("textbox", name="Find a node").press("Enter")
    expect(page.get_by_text("Node 3", exact=True)).to_be_visible(timeout=LONG)
    in_address(page, "step=20", "picks=3", "map=pca", "seed=5")
    at_rest(page, lambda: page.evaluate(f"JSON.stringify({PLACES})"))
    mine = distances(page)
    somebody = arrived(browser, address, viewport={"width": 1440, "height": 900})
    somebody.goto(page.url)
    expect(somebody.get_by_text(re.compile("Shown: karate, iGCL, τ 1, seed 5, step 20"))).to_be_visible(timeout=LONG)
    expect(somebody.get_by_text("Node 3", exact=True)).to_be_visible(timeout=LONG)
    expect(somebody.get_by_role("radio", name="PCA")).to_be_checked(timeout=LONG)
    eventually(somebody, lambda: alike(distances(somebody), mine))
    in_address(somebody, "step=20", "picks=3", "map=pca")
    somebody.context.close()


def test_a_reload_and_another_link_in_the_same_tab(page: Page):
    opened(page, SMALL)
    press(page, "Play")
    wait_for_step(page, "step == 40")
    look(page, 1)
    in_address(page, "step=10")
    page.reload()
    wait_for_step(page, "step == 10")
    page.goto(f"/?{SMALL}&step=25")
    wait_for_step(page, "step == 25")
    expect(page.get_by_text(re.compile("PCA of z at step 25,"))).to_be_visible(timeout=LONG)
    expect(page.get_by_role("combobox", name="Run shown")).to_be_visible(
        timeout=LONG
    )  # those of before are still there


def test_the_recorded_run_is_opened_at_the_step_of_a_link(browser: Browser, recorded: str):
    page = arrived(browser, recorded, viewport={"width": 1440, "height": 900})
    opened(page, "")
    wait_for_step(page, "step == 340")
    look(page, 7)
    in_address(page, "step=144", "dataset=cora")
    somebody = arrived(browser, recorded, viewport={"width": 1440, "height": 900})
    somebody.goto(page.url)
    expect(somebody.get_by_text(re.compile("Shown: cora, iGCL, τ 1, seed 0, step 144"))).to_be_visible(timeout=LONG)
    assert somebody.get_by_text("it is trained to step").count() == 0
    for each in (page, somebody):
        each.context.close()
