"""A reader zooms, hides and picks in charts that are redrawn every half second."""

import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Locator, Page, WebSocket, expect

from tests.browser.visitor import LONG, at_rest, eventually

pytestmark = pytest.mark.browser
ROOT = Path(__file__).resolve().parents[2]
REFRESHES, HAND = 5, 500
AXIS = "plot => plot._fullLayout.xaxis.range"
LENGTH = "plot => plot._fullData[0].x.length"
SHOWN = "plot => plot._fullData.map(trace => trace.visible)"
SELECTED = "plot => plot._fullData.flatMap(trace => [...(trace.selectedpoints ?? [])])"
POINTS = """plot => [...plot.querySelectorAll(".point")].map(point => {
    const box = point.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
})"""

WATCH_CONTEXTS = """
    window.contexts = new Set();
    const get = HTMLCanvasElement.prototype.getContext;
    HTMLCanvasElement.prototype.getContext = function (kind, ...options) {
        const context = get.call(this, kind, ...options);
        if (context && kind.startsWith("webgl")) window.contexts.add(context);
        return context;
    };
"""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The page of live plots on a free port, in place of the whole app."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    log, url = tmp_path_factory.mktemp("live_plot") / "log.txt", f"http://127.0.0.1:{port}"
    command = [sys.executable, "-m", "streamlit", "run", "tests/browser/live_plot_page.py"]
    command += ["--server.address=127.0.0.1", f"--server.port={port}", "--server.headless=true"]
    with log.open("w") as file:
        app = subprocess.Popen(command, cwd=ROOT, env=os.environ, stdout=file, stderr=subprocess.STDOUT)
    try:
        assert healthy(url), log.read_text()
        yield url
    finally:
        app.terminate()
        app.wait(timeout=LONG / 1000)


def healthy(url: str, seconds: float = LONG / 1000) -> bool:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        try:
            with urllib.request.urlopen(f"{url}/_stcore/health", timeout=2) as answer:
                return answer.status == 200
        except OSError:
            time.sleep(0.2)
    return False


def chart(page: Page, name: str) -> Locator:
    """The chart of that accessible name, drawn."""
    plot = page.get_by_role("img", name=name)
    expect(plot.locator(".nsewdrag")).to_be_visible(timeout=LONG)
    return plot


def area(plot: Locator) -> tuple[float, float, float, float]:
    box = plot.locator(".nsewdrag").bounding_box()
    return box["x"], box["y"], box["width"], box["height"]


def spot(plot: Locator, across: float, down: float) -> tuple[float, float]:
    """A place in the plotting area, both from 0 to 1."""
    x, y, width, height = area(plot)
    return x + across * width, y + down * height


def click(page: Page, place: tuple[float, float]) -> None:
    """Click like a hand, not as fast as Plotly's double click."""
    page.mouse.move(*place, steps=3)
    page.wait_for_timeout(HAND)
    page.mouse.click(*place)


def drag(page: Page, *places: tuple[float, float], pause: float = 0) -> None:
    page.mouse.move(*places[0])
    page.mouse.down()
    for place in places[1:]:
        page.mouse.move(*place, steps=4)
        page.wait_for_timeout(pause)
    page.mouse.up()


def wait_for_refreshes(page: Page, count: int = REFRESHES) -> None:
    step = int(page.get_by_text("step ").inner_text().split()[1])
    page.wait_for_function(
        "step => [...document.querySelectorAll('[data-testid=stText]')]"
        ".some(text => Number(text.innerText.match(/^step (\\d+)/)?.[1]) >= step)",
        arg=step + count,
    )


def test_a_zoom_outlives_the_refreshes_and_a_double_click_follows_again(page: Page):
    page.goto("/")
    plot = chart(page, "Two waves")
    plot.evaluate("plot => { plot.mine = true }")
    early = plot.evaluate(AXIS)
    wait_for_refreshes(page)
    eventually(page, lambda: plot.evaluate(AXIS)[1] > early[1])
    page.mouse.move(*spot(plot, 0.2, 0.2))
    page.mouse.down()
    high = plot.evaluate(AXIS)[1]
    page.mouse.move(*spot(plot, 0.6, 0.8), steps=4)
    wait_for_refreshes(page)
    page.mouse.up()
    window, length = at_rest(page, lambda: plot.evaluate(AXIS)), plot.evaluate(LENGTH)
    assert window == pytest.approx([0.2 * high, 0.6 * high], rel=0.03)
    wait_for_refreshes(page)
    assert plot.evaluate(AXIS) == window
    eventually(page, lambda: plot.evaluate(LENGTH) >= length + 5 * REFRESHES)
    assert plot.evaluate("plot => plot.mine")
    page.mouse.dblclick(*spot(plot, 0.5, 0.5))
    wait_for_refreshes(page)
    eventually(page, lambda: plot.evaluate(f"plot => ({AXIS})(plot).join() == [0, ({LENGTH})(plot) - 1].join()"))


def test_a_hidden_trace_stays_hidden(page: Page):
    page.goto("/")
    plot = chart(page, "Two waves")
    plot.locator(".legendtoggle").nth(1).click()
    eventually(page, lambda: plot.evaluate(SHOWN) == [True, "legendonly"])
    wait_for_refreshes(page)
    assert plot.evaluate(SHOWN) == [True, "legendonly"]


def test_a_trace_named_after_a_run_comes_and_goes_without_an_error(page: Page):
    page.goto("/")
    page.get_by_role("link", name="Overlay").click()
    plot = chart(page, "An overlay")
    for traces in (3, 2) * 2:
        eventually(page, lambda traces=traces: plot.evaluate("plot => plot._fullData.length") == traces)


def test_clicked_and_lassoed_points_reach_python_and_a_double_click_clears_them(page: Page):
    page.goto("/")
    plot = chart(page, "Three points")
    first, second, third = plot.evaluate(POINTS)
    click(page, second)
    expect(page.get_by_text("picked ('b',) after 1 events")).to_be_visible(timeout=LONG)
    page.keyboard.down("Shift")
    click(page, first)
    page.keyboard.up("Shift")
    expect(page.get_by_text("picked ('b', 'a') after 2 events")).to_be_visible(timeout=LONG)
    (left, low), (right, high) = second, third
    corners = [(left - 30, low + 30), (right + 15, low + 30), (right + 15, high - 15), (left - 30, high - 15)]
    drag(page, *corners, corners[0], pause=100)
    expect(page.get_by_text("picked ('b', 'c') after 3 events")).to_be_visible(timeout=LONG)
    wait_for_refreshes(page)
    assert plot.evaluate(SELECTED) == [1, 2]
    page.mouse.dblclick(*spot(plot, 0.75, 0.9))
    expect(page.get_by_text("picked () after 4 events")).to_be_visible(timeout=LONG)
    wait_for_refreshes(page)
    assert plot.evaluate(SELECTED) == []


def test_what_is_picked_elsewhere_is_picked_here_and_can_be_picked_here_again(page: Page):
    page.goto("/")
    plots = [chart(page, name) for name in ("Three points", "The same points")]

    def both_show(*places: int) -> None:
        eventually(page, lambda: [plot.evaluate(SELECTED) for plot in plots] == [[*places]] * 2)

    def click_second() -> None:
        plots[0].scroll_into_view_if_needed()
        click(page, at_rest(page, lambda: plots[0].evaluate(POINTS))[1])

    click_second()
    expect(page.get_by_text("picked ('b',) after 1 events")).to_be_visible(timeout=LONG)
    both_show(1)
    page.get_by_role("button", name="Pick c").click()
    expect(page.get_by_text("picked ('c',) after 2 events")).to_be_visible(timeout=LONG)
    both_show(2)
    click_second()
    expect(page.get_by_text("picked ('b',) after 3 events")).to_be_visible(timeout=LONG)
    both_show(1)
    wait_for_refreshes(page)
    both_show(1)


def test_a_double_click_on_a_zoomed_chart_with_a_lasso_shows_everything(page: Page):
    page.goto("/")
    plot = chart(page, "Three points")
    whole = plot.evaluate(AXIS)
    plot.hover()
    plot.locator("[data-title=Zoom]").click()
    drag(page, spot(plot, 0.3, 0.2), spot(plot, 0.7, 0.8))
    eventually(page, lambda: plot.evaluate(AXIS) != whole)
    plot.locator("[data-title='Lasso Select']").click()
    page.mouse.dblclick(*spot(plot, 0.8, 0.9))
    eventually(page, lambda: plot.evaluate(AXIS) == whole)


def test_nothing_is_redrawn_while_the_data_stays_the_same(page: Page):
    page.goto("/")
    plot = chart(page, "Three points")
    plot.evaluate("plot => { plot.draws = 0; plot.on('plotly_afterplot', () => { plot.draws += 1 }) }")
    draws = at_rest(page, lambda: plot.evaluate("plot => plot.draws"))
    wait_for_refreshes(page)
    assert plot.evaluate("plot => plot.draws") == draws


def test_a_cloud_is_small_on_the_wire_and_keeps_its_picks_while_it_moves(page: Page):
    frames: list[int] = []

    def count(socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: frames.append(len(frame)))

    page.on("websocket", count)
    page.goto("/")
    page.get_by_role("link", name="Cloud").click()
    plot = chart(page, "A cloud")
    corners = [spot(plot, *place) for place in [(0.45, 0.4), (0.55, 0.4), (0.55, 0.6), (0.45, 0.6), (0.45, 0.4)]]
    drag(page, *corners, pause=600)
    picks = page.get_by_text("points picked")
    expect(picks).not_to_have_text("0 points picked", timeout=LONG)
    number, moved = int(picks.inner_text().split()[0]), plot.evaluate("plot => plot._fullData[0].x[0]")
    eventually(page, lambda: plot.evaluate("plot => plot._fullData[0].x[0]") != moved)
    assert len(plot.evaluate(SELECTED)) == number == int(picks.inner_text().split()[0])
    assert 20_000 < max(frames) < 60_000


def test_plotly_comes_once_from_the_app_itself(page: Page):
    urls: list[str] = []
    page.on("request", lambda request: urls.append(request.url))
    page.goto("/")
    chart(page, "Two waves")
    for link, name in (("Cloud", "A cloud"), ("Lines", "Two waves")):
        page.get_by_role("link", name=link).click()
        chart(page, name)
    assert {urlsplit(url).hostname for url in urls if url.startswith("http")} == {"127.0.0.1"}
    assert sum(".min.js" in url for url in urls) == 1
    page.reload()
    chart(page, "Two waves")
    sent = "performance.getEntriesByType('resource').filter(e => e.name.endsWith('.min.js')).map(e => e.transferSize)"
    assert page.evaluate(sent) == [0]


def test_leaving_a_page_gives_its_webgl_contexts_back(page: Page):
    page.add_init_script(WATCH_CONTEXTS)
    page.goto("/")
    for _ in range(3):
        page.get_by_role("link", name="Cloud").click()
        chart(page, "A cloud")
        page.get_by_role("link", name="Lines").click()
        chart(page, "Two waves")
    eventually(page, lambda: page.evaluate("[...contexts].every(context => context.isContextLost())"))
    assert page.evaluate("contexts.size") >= 3
    expect(page.locator("canvas")).to_have_count(0)


def test_the_theme_is_followed(page: Page):
    colors = "plot => [plot._fullLayout.font.color, plot._fullLayout.paper_bgcolor, plot._fullLayout.colorway[0]]"
    page.emulate_media(color_scheme="light")
    page.goto("/")
    plot = chart(page, "Two waves")
    eventually(page, lambda: plot.evaluate(colors) == ["#1d2233", "rgba(0, 0, 0, 0)", "#3f6fd1"])
    page.emulate_media(color_scheme="dark")
    eventually(page, lambda: plot.evaluate(colors) == ["#e6e8f0", "rgba(0, 0, 0, 0)", "#7aa2f7"])


def test_the_charts_fit_a_phone_and_any_other_width(page: Page):
    page.goto("/")
    plot = chart(page, "Two waves")
    for width in (390, 1_440):
        page.set_viewport_size({"width": width, "height": 844})
        parts = plot, plot.locator("svg.main-svg").first
        outer, inner = at_rest(page, lambda parts=parts: [part.bounding_box() for part in parts])
        assert inner["width"] == pytest.approx(outer["width"], abs=1) and inner["height"] == 320
        assert page.evaluate("document.querySelector('[data-testid=stMain]').scrollWidth") <= width
        assert page.locator(".stBidiComponent").first.evaluate("e => e.parentElement.scrollHeight") <= 320


def test_the_picture_can_be_saved(page: Page):
    page.goto("/")
    plot = chart(page, "Two waves")
    plot.hover()
    with page.expect_download() as download:
        plot.locator("[data-title='Save as PNG']").click()
    assert download.value.suggested_filename == "igcl.png"
    assert Path(download.value.path()).read_bytes().startswith(b"\x89PNG")
