"""Speed of the Learn and the Train page in a real browser, beside training without any page: `python -m app.bench`.

Needs chromium and playwright (requirements-dev.txt). The two ways of training take turns, so that a busy machine slows
both alike.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import re
import shutil
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from multiprocessing.connection import Connection

from playwright.sync_api import Page, sync_playwright

from app.bench.lesson import lesson
from app.bench.stillness import stillness
from app.load.server import resident, served
from igcl_core import Run
from igcl_core.bench.timing import Timing
from igcl_core.cli.output import table
from igcl_core.threads import use_threads

PARTS = ("first", "lesson", "still", "cora", "pubmed", "memory")
TURNS, TURN_SECONDS, REFRESHES = 5, 8.0, 500
FLAGS = ["--no-sandbox", "--disable-gpu", "--js-flags=--expose-gc"]
COUNT_PAINTS = """() => {
  window.paints = 0;
  const react = Plotly.react;
  Plotly.react = (element, ...rest) => {
    if (element.getAttribute('aria-label')?.startsWith('VGAE')) window.paints += 1;
    return react(element, ...rest);
  };
}"""


def headless(connection: Connection, dataset: str) -> None:
    """Train without a page whenever asked to, for that many seconds; the steps it took."""
    use_threads(1)
    run = Run(dataset, epochs=100_000)
    while (seconds := connection.recv()) is not None:
        first, end = run.index, time.perf_counter() + seconds
        while time.perf_counter() < end:
            run.advance()
        connection.send(run.index - first)


class Visitor:
    """Somebody at the Train page."""

    def __init__(self, page: Page, address: str):
        self.page, self.address, self.received = page, address, 0
        page.set_default_timeout(120_000)
        page.on("websocket", lambda socket: socket.on("framereceived", self._receive))

    def _receive(self, frame: bytes | str) -> None:
        self.received += len(frame)

    def open(self, query: str) -> float:
        """Seconds until the first chart is drawn."""
        start = time.perf_counter()
        self.page.goto(f"{self.address}/?{query}")
        self.page.wait_for_function("document.querySelectorAll('.js-plotly-plot .main-svg').length > 0")
        return time.perf_counter() - start

    def press(self, name: str) -> None:
        self.page.get_by_role("button", name=name, exact=True).click()

    def words(self) -> str:
        return self.page.locator("[data-testid=stProgress]").first.inner_text()

    def step(self) -> int:
        found = re.search(r"step ([\d,]+) of", self.words())
        return int(found[1].replace(",", "")) if found else 0

    def play(self, query: str) -> None:
        """Open, play, and wait until the run is well under way."""
        self.open(query)
        self.press("Play")
        self.page.wait_for_function(
            "/step [1-9]\\d* of [\\d,]{6}/.test(document.querySelector('[data-testid=stProgress]').innerText)"
        )
        self.page.evaluate(COUNT_PAINTS)

    def train_for(self, seconds: float) -> float:
        """Steps per second as the page shows them."""
        first, start = self.step(), time.perf_counter()
        self.page.wait_for_timeout(1000 * seconds)
        return (self.step() - first) / (time.perf_counter() - start)

    def pause(self) -> tuple[float, int]:
        """Seconds until the run rests, and the steps it still took."""
        self.press("Pause")
        start, at = time.perf_counter(), self.step()
        self.page.get_by_text("paused").wait_for()
        return time.perf_counter() - start, self.step() - at

    def heap(self) -> float:
        """MB that the page's scripts hold."""
        return self.page.evaluate("(gc(), performance.memory.usedJSHeapSize / 1e6)")


def train_beside(visitor: Visitor, dataset: str) -> list[Timing]:
    """Steps per second with the page open and charts streaming, in turns with a process that has no page."""
    ours, theirs, pauses = [], [], []
    here, there = multiprocessing.get_context("spawn").Pipe()
    process = multiprocessing.get_context("spawn").Process(target=headless, args=(there, dataset))
    process.start()
    visitor.play(f"dataset={dataset}&epochs=100000")
    for _ in range(TURNS):
        ours.append(visitor.train_for(TURN_SECONDS))
        pauses.append(visitor.pause())
        here.send(TURN_SECONDS)
        theirs.append(here.recv() / TURN_SECONDS)
        visitor.press("Play")
        visitor.page.get_by_role("button", name="Pause", exact=True).wait_for()
    here.send(None)
    process.join()
    with_page, without = statistics.median(ours), statistics.median(theirs)
    share = with_page / without
    what = f"{dataset}: training with the page open, against training without one"
    seconds = max(took for took, _ in pauses)
    late = max(steps for _, steps in pauses)
    note = f"at most {late} steps after the click"
    return [
        Timing(f"{dataset}-page", what, with_page, without, "steps/s", share, "at least 0.85 x", share >= 0.85),
        Timing(f"{dataset}-pause", "Pause: slowest of all", seconds, 1, "s", seconds, "under 1 s", seconds < 1, note),
    ]


def refreshing(visitor: Visitor, dataset: str, per_second: float, seconds: float = 15) -> list[Timing]:
    """How often the curves are drawn, and how much each time costs the line."""
    page = visitor.page
    first, received, start = page.evaluate("paints"), visitor.received, time.perf_counter()
    page.wait_for_timeout(1000 * seconds)
    paints, spent = page.evaluate("paints") - first, time.perf_counter() - start
    rate, size = paints / spent, (visitor.received - received) / max(paints, 1) / 1000
    goal = f"at least {per_second:g} a second"
    rows = [Timing(f"{dataset}-refresh", "Curves drawn anew", rate, per_second, "Hz", rate, goal, rate >= per_second)]
    what = "Sent for each of these refreshes"
    return [*rows, Timing(f"{dataset}-bytes", what, size, 150, "kB", size / 150, "under 150 kB", size < 150)]


def memory(visitor: Visitor, server: int) -> list[Timing]:
    """Growth of the page's and of the server's memory over many refreshes of a small run, after a first hundred."""
    page = visitor.page
    visitor.play("dataset=karate&epochs=1000000&snapshot_every=0&probe_every=0")
    page.wait_for_function("paints >= 100", timeout=600_000)
    before = visitor.heap(), resident(server)
    page.wait_for_function(f"paints >= {100 + REFRESHES}", timeout=1_800_000)
    after = visitor.heap(), resident(server)
    rows = []
    for name, old, new in zip(("page", "server"), before, after, strict=True):
        growth = new / old - 1
        what = f"Memory of the {name} after {REFRESHES} refreshes, beside before"
        rows.append(Timing(f"memory-{name}", what, new, old, "MB", new / old, "under 5 % more", growth < 0.05))
    return rows


def first_chart(visitor: Callable[[], Visitor]) -> list[Timing]:
    """Until the first chart of a newcomer's page is drawn, on a server that somebody was at before."""
    visitor().open("")
    first = statistics.median(visitor().open("") for _ in range(3))
    return [Timing("first-paint", "First chart on a warm server", first, 3, "s", first, "under 3 s", first < 3)]


def still(visitor: Callable[[], Visitor]) -> list[Timing]:
    """What moves and what blocks while the digits are trained."""
    person = visitor()
    person.play("dataset=digits&epochs=100000")
    return stillness(person.page)


def streaming(visitor: Callable[[], Visitor], dataset: str, rate: float, beside: bool) -> list[Timing]:
    """The curves of a larger graph while it trains; `beside`: against training without a page, too."""
    person, rows = visitor(), []
    if beside:
        rows = train_beside(person, dataset)
    else:
        person.play(f"dataset={dataset}&epochs=100000")
    rows += refreshing(person, dataset, rate)
    person.page.context.close()
    return rows


def measure(parts: Sequence[str]) -> Iterator[Timing]:
    """The rows of these parts, on one server and with one browser."""
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium")
    with served() as (address, server), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)

        def visitor() -> Visitor:
            return Visitor(browser.new_context(viewport={"width": 1440, "height": 900}).new_page(), address)

        ways: dict[str, Callable[[], list[Timing]]] = {
            "first": lambda: first_chart(visitor),
            "lesson": lambda: lesson(visitor().page, visitor().page, address),
            "still": lambda: still(visitor),
            "cora": lambda: streaming(visitor, "cora", 2, beside=True),
            "pubmed": lambda: streaming(visitor, "pubmed", 1, beside=False),
            "memory": lambda: memory(visitor(), server),
        }
        for part in parts:
            yield from ways[part]()
        browser.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m app.bench", description="The pages in a real browser, measured.")
    parser.add_argument("--only", nargs="+", choices=PARTS, default=PARTS, help="some parts of it")
    for row in measure(parser.parse_args().only):
        print(table([row.as_dict()]), flush=True)
