"""A visitor of the Gaussians page: the slider and Replay move the embeddings in the browser."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.visitor import LONG, PLOTS, opened, visit_page

pytestmark = pytest.mark.browser
PLOT = f"{PLOTS}.find(plot => plot.layout?.sliders)"
Z = f"{PLOT}.data.find(trace => trace.uid == 'z-x2-0').x.join()"
SHOWN = f"{PLOT}._fullLayout.sliders[0].active"
SAMPLES = f"{PLOT}.querySelectorAll('.subplot.xy .point').length"

COUNT_MESSAGES = """() => {
    window.sent = 0;
    const send = WebSocket.prototype.send;
    WebSocket.prototype.send = function (...all) { window.sent += 1; return send.apply(this, all); };
}"""


def gaussians(page: Page) -> Page:
    opened(page, "")
    visit_page(page, "Gaussians")
    page.wait_for_function(f"{PLOT} && {SAMPLES} > 100", timeout=LONG)
    expect(page.get_by_text("Before contrasting")).to_be_visible(timeout=LONG)
    return page


def test_the_slider_moves_the_embeddings_and_tells_the_step(page: Page):
    gaussians(page)
    newest, dots = page.evaluate(Z), page.evaluate(SAMPLES)
    rail = page.locator(".slider-rail-touch-rect").bounding_box()
    page.mouse.click(rail["x"] + 0.25 * rail["width"], rail["y"] + rail["height"] / 2)
    page.wait_for_function(f"{SHOWN} == 4 && {Z} != '{newest}'", timeout=LONG)
    expect(page.get_by_text("At step 40", exact=True)).to_be_visible(timeout=LONG)
    moved = page.evaluate(Z)
    page.get_by_role("button", name="Redraw").click()
    expect(page.get_by_text("seed 1;")).to_be_visible(timeout=LONG)
    assert (page.evaluate(Z), page.evaluate(SHOWN), page.evaluate(SAMPLES)) == (moved, 4, dots)


def test_replay_goes_through_the_steps_without_asking_the_server(page: Page):
    gaussians(page)
    newest = page.evaluate(Z)
    page.wait_for_timeout(500)
    page.evaluate(COUNT_MESSAGES)
    page.locator(".updatemenu-button").first.click()
    page.wait_for_function(f"{SHOWN} > 2 && {SHOWN} < 14 && {Z} != '{newest}'", timeout=LONG)
    assert page.evaluate("window.sent") == 0
    page.wait_for_function(f"{SHOWN} == 16 && {Z} == '{newest}'", timeout=LONG)
