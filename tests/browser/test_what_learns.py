"""The map follows what learns, in a real browser: means with ellipses while the VGAE trains, then z."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.visitor import LONG, PLOTS, arrived, eventually, look, opened, press, wait_for_step

pytestmark = pytest.mark.browser
MAP = f"{PLOTS}.find(p => p.getAttribute('aria-label')?.includes('principal components'))"
RINGS = f"{MAP}?._fullData?.filter(t => t.uid.startsWith('rings') && t.x.length > 30).length"


def test_the_means_grow_into_place_with_their_ellipses_and_then_z_travels(page: Page):
    opened(page, "dataset=karate&warmup=2&epochs=50&probe_every=1")
    press(page, "Reset")
    wait_for_step(page, "step == 0")
    for number in (1, 2):
        press(page, "Step")
        expect(page.get_by_text(re.compile(f"PCA of the VGAE's means μ at step {number},"))).to_be_visible(timeout=LONG)
        eventually(page, lambda: page.evaluate(RINGS) == 2)
        expect(page.get_by_text(re.compile("The VGAE learns to rebuild the graph"))).to_be_visible(timeout=LONG)
    press(page, "Step")
    expect(page.get_by_text(re.compile("PCA of z at step 3,"))).to_be_visible(timeout=LONG)
    eventually(page, lambda: page.evaluate(RINGS) == 0)
    expect(page.get_by_text(re.compile("VGAE's mean.*step 2[,)]"))).to_be_visible(timeout=LONG)


def test_the_recorded_run_shows_it_too(browser: Browser, recorded: str):
    page = arrived(browser, recorded, viewport={"width": 1440, "height": 900})
    page.goto("/")
    wait_for_step(page, "step > 0")
    look(page, 1)
    expect(page.get_by_text(re.compile("means μ at step 24,.*ellipses of 150 of 2,708"))).to_be_visible(timeout=LONG)
    eventually(page, lambda: page.evaluate(RINGS) == 7)
    look(page, 10_000)
    expect(page.get_by_text(re.compile("PCA of z at step 340,"))).to_be_visible(timeout=LONG)
    expect(page.get_by_text(re.compile(r"78.8% \(VGAE's mean, step 40"))).to_be_visible(timeout=LONG)
    page.context.close()
