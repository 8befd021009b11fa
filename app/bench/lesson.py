"""Speed of the lesson in a real browser; a part of `python -m app.bench`."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page

from app.pages.learn.page import ALL
from igcl_core.bench.timing import Timing

DRAWN = ".lesson .main-svg, .lesson .plane"
CURRENT = "document.querySelector('.step[aria-current]')?.title == {!r}"
MOVES = 12
ANSWERS = """async (moves) => {
  const [slider, plot] = ['input', '.js-plotly-plot'].map((name) => document.querySelector(`.lesson ${name}`));
  const times = [];
  for (let move = 1; move <= moves; move++) {
    const drawn = new Promise((done) => plot.once('plotly_afterplot', done));
    const start = performance.now();
    slider.value = String(move % 2 ? slider.max - 1 : slider.max);
    slider.oninput();
    await drawn;
    times.push(performance.now() - start);
    await new Promise((done) => setTimeout(done, 60));
  }
  return times.sort((a, b) => a - b)[Math.floor(moves / 2)] / 1000;
}"""
DRAG = """(moves) => {
  const spot = document.querySelector('.handle.z');
  const { x, y } = spot.getBoundingClientRect();
  spot.setPointerCapture = () => {};
  const send = (type, by) => spot.dispatchEvent(new PointerEvent(type, { clientX: x + 20 + by, clientY: y + 20 }));
  send('pointerdown', 0);
  const start = performance.now();
  for (let move = 0; move < moves; move++) send('pointermove', move % 40);
  const seconds = (performance.now() - start) / 1000;
  send('pointerup', 0);
  return moves / seconds;
}"""


def lesson(earlier: Page, page: Page, address: str) -> list[Timing]:
    """How long the lesson takes to open, a scene to follow, its control to answer, and how often a drag is answered.

    Somebody was there `earlier`, so the server is warm; the browser of who is measured is not.
    """
    timed(earlier, lambda: earlier.goto(f"{address}/learn"), ALL[0])
    earlier.context.close()
    opening = timed(page, lambda: page.goto(f"{address}/learn"), ALL[0])
    following, answering = [], []
    for title in ALL[1:]:
        page.get_by_role("button", name="Just let me look").click()
        page.wait_for_function("document.querySelector('.lesson input').value > 0")
        page.wait_for_timeout(3000)
        answering.append(page.evaluate(ANSWERS, MOVES))
        following.append(timed(page, page.get_by_role("button", name="Next", exact=True).click, title))
    rate = page.evaluate(DRAG, 200)
    next_, control = max(following), max(answering)
    return [
        Timing("lesson-open", "The lesson opens on a warm server", opening, 3, "s", opening, "under 3 s", opening < 3),
        Timing("lesson-next", "The slowest scene follows", next_, 1, "s", next_, "under 1 s", next_ < 1),
        Timing("lesson-control", "Slowest control answers", control, 0.1, "s", control, "under 0.1 s", control < 0.1),
        Timing("lesson-drag", "Numbers follow a drag", rate, 20, "Hz", rate / 20, "at least 20 a second", rate >= 20),
    ]


def timed(page: Page, act: Callable[[], Any], title: str) -> float:
    """Seconds from an act until the scene of that title is drawn."""
    start = time.perf_counter()
    act()
    page.wait_for_function(CURRENT.format(title))
    page.wait_for_selector(DRAWN)
    return time.perf_counter() - start
