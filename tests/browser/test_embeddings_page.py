"""The Embeddings page in a real browser: linked panes, the inspector, the bar through time, files that open."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from igcl_core import export
from tests.browser.visitor import LONG, at_rest, eventually, opened, press, visit_page, wait_for_step

pytestmark = pytest.mark.browser
HAND = 500
PICKED = """(plot, pane) => plot._fullData.filter(t => t.mode == 'markers' && t.meta?.pane == pane)
    .flatMap(t => [...(t.selectedpoints ?? [])].map(i => t.customdata[i]))"""
PLACES = "plot => plot._fullData.filter(t => t.mode == 'markers' && t.meta).map(t => [t.meta.pane, ...t.x])"
COUNT = """() => {
    const send = WebSocket.prototype.send;
    window.sent = 0;
    WebSocket.prototype.send = function (data) { window.sent += 1; return send.call(this, data); };
}"""
CENTRE = """(plot, id) => {
    const trace = plot._fullData.find(t => t.mode == 'markers' && t.meta?.pane == 0 && [...t.customdata].includes(id));
    const at = [...trace.customdata].indexOf(id), box = plot.getBoundingClientRect();
    const [x, y] = [plot._fullLayout.xaxis, plot._fullLayout.yaxis];
    return [box.x + x._offset + x.c2p(trace.x[at]), box.y + y._offset + y.c2p(trace.y[at])];
}"""


@pytest.fixture
def maps(page: Page) -> Locator:
    """The page with all maps of the sample run laid out."""
    opened(page, "")
    visit_page(page, "Embeddings")
    expect(page.get_by_text("trustworthiness")).to_have_count(2, timeout=LONG)
    expect(page.get_by_role("button", name="Hold")).to_have_count(0, timeout=LONG)
    plot = page.get_by_role("img", name="Two maps of the embedding")
    expect(page.get_by_role("slider", name="Step shown")).to_be_visible(timeout=LONG)
    expect(plot.locator(".nsewdrag")).to_have_count(2, timeout=LONG)
    at_rest(page, lambda: (plot.bounding_box(), plot.evaluate(PLACES)))
    return plot


def click(page: Page, plot: Locator, item: int) -> None:
    """Click like a hand, not as fast as Plotly's double click."""
    place = plot.evaluate(CENTRE, item)
    page.mouse.move(*place, steps=3)
    page.wait_for_timeout(HAND)
    page.mouse.click(*place)


def lasso(page: Page, plot: Locator, pane: int) -> None:
    """Around the left half of a pane."""
    box = plot.locator(".nsewdrag").nth(pane).bounding_box()
    corners = [(0.02, 0.02), (0.5, 0.02), (0.5, 0.98), (0.02, 0.98), (0.02, 0.02)]
    spots = [(box["x"] + across * box["width"], box["y"] + down * box["height"]) for across, down in corners]
    page.mouse.move(*spots[0])
    page.mouse.down()
    for spot in spots[1:]:
        page.mouse.move(*spot, steps=4)
    page.mouse.up()


def test_a_lasso_in_one_pane_picks_in_the_other_and_clearing_restores_all(page: Page, maps: Locator):
    lasso(page, maps, 0)
    told = page.get_by_text(re.compile(r"^\d+ of 34 nodes picked"))
    expect(told).to_be_visible(timeout=LONG)
    count = int(told.inner_text().split()[0])
    left, right = at_rest(page, lambda: [{*maps.evaluate(PICKED, pane)} for pane in (0, 1)])
    assert 0 < count < 34 and left == right and len(left) == count
    with page.expect_download() as download:
        page.get_by_role("button", name="Download as CSV", exact=True).click()
    assert {*export.read_csv(Path(download.value.path()).read_bytes()).ids.tolist()} == left
    page.get_by_role("button", name="Clear").click()
    expect(told).to_have_count(0, timeout=LONG)
    eventually(page, lambda: maps.evaluate(PICKED, 0) == maps.evaluate(PICKED, 1) == [])


def test_a_click_inspects_and_hover_rings_the_twin(page: Page, maps: Locator):
    click(page, maps, 33)
    expect(page.get_by_text(re.compile(r"^Node 33 · class Officer, degree 17"))).to_be_visible(timeout=LONG)
    expect(page.get_by_text(re.compile(r"The probe on iGCL z says"))).to_be_visible(timeout=LONG)
    expect(page.get_by_role("img", name="The surroundings of node 33")).to_be_visible(timeout=LONG)
    place = maps.evaluate(CENTRE, 0)
    page.mouse.move(*place, steps=3)
    expect(page.locator(".echo")).to_have_count(1)
    page.get_by_label("Find a node").fill("5")
    page.keyboard.press("Enter")
    expect(page.get_by_text(re.compile(r"^Node 5 · class"))).to_be_visible(timeout=LONG)


def test_the_bar_moves_through_the_steps_without_a_request_and_picked_nodes_leave_trails(page: Page, maps: Locator):
    click(page, maps, 0)
    expect(page.get_by_text(re.compile(r"^Node 0 · class"))).to_be_visible(timeout=LONG)
    asked: list[str] = []
    page.evaluate(COUNT)
    page.on("request", lambda request: asked.append(request.url))
    before = at_rest(page, lambda: (len(asked), page.evaluate("window.sent")))
    bar, end = page.get_by_role("slider", name="Step shown"), maps.evaluate(PLACES)
    bar.focus()
    bar.press("Home")
    expect(page.get_by_text("step 0", exact=True)).to_be_visible(timeout=LONG)
    eventually(page, lambda: maps.evaluate(PLACES) != end)
    bar.press("End")
    eventually(page, lambda: maps.evaluate(PLACES) == end)
    assert maps.evaluate("plot => plot.data.filter(t => t.uid?.startsWith('trails')).length") == 2
    page.get_by_role("button", name="Play steps").click()
    eventually(page, lambda: maps.evaluate(PLACES) != end)
    assert (len(asked), page.evaluate("window.sent")) == before


def test_downloads_open(page: Page, maps: Locator):
    readers = {"CSV": "csv", "Parquet": "parquet", "NPZ": "npz", "Embedding Projector": "projector"}
    for name, kind in readers.items():
        chart = getattr(export, f"read_{kind}")(downloaded(page, name))
        assert chart.z.shape[0] == 34 and set(chart.columns["class"]) == {"Mr. Hi", "Officer"}
    chart, edges = export.read_graphml(downloaded(page, "GraphML"))
    assert len(chart.ids) == 34 and edges.shape == (2, 78)
    assert b"VGAE" in downloaded(page, "HTML") and maps.is_visible()


def test_downloads_come_while_a_run_trains(page: Page):
    opened(page, "dataset=karate&epochs=100000&snapshot_every=500")
    press(page, "Play")
    wait_for_step(page, "step > 200")
    visit_page(page, "Embeddings")
    for name in ["CSV", "HTML", "NPZ"] * 2:
        assert downloaded(page, name)
    press(page, "Pause")


def downloaded(page: Page, name: str) -> bytes:
    with page.expect_download() as download:
        page.get_by_role("button", name=name, exact=True).click()
    return Path(download.value.path()).read_bytes()


def test_what_is_picked_stays_on_every_page_in_another_run_and_after_a_reload(page: Page, maps: Locator):
    lasso(page, maps, 0)
    told = page.get_by_text(re.compile(r"^\d+ of 34 nodes picked"))
    expect(told).to_be_visible(timeout=LONG)
    count = int(told.inner_text().split()[0])
    ids = at_rest(page, lambda: sorted(maps.evaluate(PICKED, 0)))
    visit_page(page, "Gaussians")
    expect(page.get_by_text(f"The {count} nodes picked in the map.")).to_be_visible(timeout=LONG)
    small = page.get_by_role("img", name="The embedding, to pick items from with a lasso")
    marked = "plot => plot._fullData.flatMap(t => [...(t.selectedpoints ?? [])].map(i => t.customdata[i]))"
    eventually(page, lambda: small.locator(".nsewdrag").count() and sorted(small.evaluate(marked)) == ids)
    visit_page(page, "Train")
    press(page, "Play")
    expect(page.get_by_text("saved sample run")).to_have_count(0, timeout=LONG)
    page.reload()
    expect(page.get_by_role("combobox", name="Run shown")).to_have_value(re.compile("karate, τ"), timeout=LONG)
    visit_page(page, "Embeddings")
    expect(told).to_have_text(f"{count} of 34 nodes picked", timeout=LONG)
    eventually(page, lambda: maps.locator(".nsewdrag").count() and sorted(maps.evaluate(PICKED, 1)) == ids)
