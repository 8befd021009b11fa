"""A visitor of the Gaussians page: the slider and Replay move the embeddings in the browser."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.visitor import LONG, PLOTS, at_rest, eventually, opened, visit_page

pytestmark = pytest.mark.browser
PLOT = f"{PLOTS}.find(plot => plot.layout?.updatemenus)"
TAU = f"{PLOTS}.find(plot => plot.layout?.sliders && !plot.layout.updatemenus)"
LABELS = f"[...{PLOT}.querySelectorAll('.textpoint text')].filter(one => /^[0-9]+$/.test(one.textContent))"
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
    expect(page.get_by_text("Two nodes of one class overlap")).to_be_visible(timeout=LONG)
    return page


def test_the_slider_moves_the_embeddings_and_tells_the_step(page: Page):
    gaussians(page)
    newest, dots = at_rest(page, lambda: (page.evaluate(Z), page.evaluate(SAMPLES)))
    rail = page.locator(".slider-rail-touch-rect").first.bounding_box()
    page.mouse.click(rail["x"] + 0.25 * rail["width"], rail["y"] + rail["height"] / 2)
    page.wait_for_function(f"{SHOWN} == 4 && {Z} != '{newest}'", timeout=LONG)
    expect(page.get_by_text("after step 40 that is shown")).to_be_visible(timeout=LONG)
    moved = page.evaluate(Z)
    page.get_by_role("button", name="Redraw").click()
    expect(page.get_by_text("(seed 1)")).to_be_visible(timeout=LONG)
    eventually(page, lambda: [page.evaluate(each) for each in (Z, SHOWN, SAMPLES)] == [moved, 4, dots])


def test_replay_goes_through_the_steps_without_asking_the_server(page: Page):
    gaussians(page)
    newest = page.evaluate(Z)
    page.evaluate(COUNT_MESSAGES)
    sent = at_rest(page, lambda: page.evaluate("window.sent"))
    page.locator(".updatemenu-button").first.click()
    page.wait_for_function(f"{SHOWN} > 2 && {SHOWN} < 14 && {Z} != '{newest}'", timeout=LONG)
    assert page.evaluate("window.sent") == sent
    page.wait_for_function(f"{SHOWN} == 16 && {Z} == '{newest}'", timeout=LONG)


def test_replay_stands_at_the_top_of_the_picture_and_the_details_are_folded(page: Page):
    gaussians(page)
    button, pane = (
        page.locator(each).first.bounding_box() for each in (".updatemenu-button", ".subplot.xy .gridlayer")
    )
    assert button["y"] + button["height"] <= pane["y"] and button["y"] < 900
    expect(page.get_by_text("Before contrasting", exact=True)).to_be_hidden()
    page.get_by_text("How to read it, and all numbers in words").click()
    expect(page.get_by_text("Before contrasting", exact=True)).to_be_visible(timeout=LONG)


def test_what_two_classes_share_is_shaded_and_moves_with_the_slider(page: Page):
    gaussians(page)
    shade = f"[...{PLOT}.querySelectorAll('.subplot.x2y2 .js-fill')].map(path => path.getAttribute('d')).join()"
    newest = at_rest(page, lambda: page.evaluate(shade))
    assert "M" in newest
    rail = page.locator(".slider-rail-touch-rect").first.bounding_box()
    page.mouse.click(rail["x"] + 0.25 * rail["width"], rail["y"] + rail["height"] / 2)
    page.wait_for_function(f"{SHOWN} == 4 && {shade} != '{newest}'", timeout=LONG)


@pytest.mark.parametrize("width", [390, 1440, 1920])
def test_the_numbers_of_the_most_confused_lie_on_no_other(page: Page, width: int):
    page.set_viewport_size({"width": width, "height": 900})
    gaussians(page)
    page.get_by_text("Most confused", exact=True).click()
    expect(page.get_by_text("Largest overlaps before contrasting")).to_be_visible(timeout=LONG)
    boxes = f"{LABELS}.map(one => one.getBoundingClientRect()).map(b => [b.left, b.right, b.top, b.bottom])"
    found = at_rest(page, lambda: page.evaluate(boxes))
    assert len(found) >= 2
    for place, (left, right, top, bottom) in enumerate(found):
        for other in found[:place]:
            assert right <= other[0] or other[1] <= left or bottom <= other[2] or other[3] <= top


def test_tau_is_tried_on_one_node_without_asking_the_server(page: Page):
    gaussians(page)
    page.wait_for_function(f"{TAU}?.data[0].x.length == 9", timeout=LONG)
    bars = f"{TAU}.data[0].x.map(share => share.toFixed(3)).join()"
    own = at_rest(page, lambda: page.evaluate(bars))
    page.evaluate(COUNT_MESSAGES)
    rail = page.locator(".slider-rail-touch-rect").nth(1)
    rail.scroll_into_view_if_needed()
    box = rail.bounding_box()
    sent = page.evaluate("window.sent")
    page.mouse.click(box["x"] + 0.99 * box["width"], box["y"] + box["height"] / 2)
    page.wait_for_function(f"{bars} != '{own}'", timeout=LONG)
    assert page.evaluate("window.sent") == sent
    flat = page.evaluate(f"[{TAU}.data[0].x[0], {TAU}.data[0].type, {TAU}.layout.annotations[0].text]")
    assert abs(flat[0] - 100 / 34) < 0.5 and flat[1] == "bar" and flat[2].endswith("of 34 nodes counted")
    page.get_by_role("button", name="Redraw").click()
    expect(page.get_by_text("(seed 1)")).to_be_visible(timeout=LONG)
    assert at_rest(page, lambda: page.evaluate(f"{TAU}.data[0].x[0]")) == flat[0]
