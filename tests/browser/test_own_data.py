"""A graph of a visitor's own in a real browser: from dropped files to a trained map, which nobody else can open."""

import networkx as nx
import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.visitor import LONG, arrived, eventually, opened, visit_page, wait_for_step

pytestmark = pytest.mark.browser
CLUB = nx.karate_club_graph()
EDGES = "\n".join(["from,to,weight", *(f"{a},{b},1" for a, b in CLUB.edges)])
NODES = "\n".join(["id,side,age", *(f"{n},{'<b>left</b>' if n < 17 else 'right'},{n * 3}" for n in CLUB)])
FILES = [{"name": name, "mimeType": "text/csv", "buffer": text.encode()} for name, text in (
    ("edges.csv", EDGES), ("nodes.csv", NODES),
)]  # fmt: skip
MAP = "plot => plot._fullData.filter(t => t.mode == 'markers').map(t => [t.name, t.x.length])"


def dropped(page: Page) -> None:
    """The files on the Data page, read and previewed."""
    opened(page, "epochs=3")
    visit_page(page, "Data")
    page.get_by_role("tab", name="Your own graph").click()
    page.locator("input[type=file]").set_input_files(FILES)
    expect(page.get_by_role("button", name="Train on it")).to_be_visible(timeout=LONG)


def test_from_dropped_files_to_a_trained_map_that_is_the_visitors_own(page: Page, browser: Browser, address: str):
    dropped(page)
    expect(page.get_by_role("img", name="A drawing of the graph")).to_be_visible(timeout=LONG)
    expect(page.get_by_test_id("stMetric").filter(has_text="Nodes")).to_contain_text("34", timeout=LONG)
    page.get_by_label("Name", exact=True).fill("my club")
    page.get_by_label("Name", exact=True).press("Enter")
    page.get_by_role("button", name="Train on it").click()
    expect(page.get_by_text("Shown: my club")).to_be_visible(timeout=LONG)
    wait_for_step(page, "step >= 45")
    plot = page.get_by_role("img", name="The embedding in its two largest principal components")
    eventually(page, lambda: plot.evaluate(MAP) == [["&lt;b&gt;left&lt;/b&gt; (17)", 17], ["right (17)", 17]])
    eventually(page, lambda: "dataset=own-" in page.url)
    other = arrived(browser, address)
    other.goto(page.url)
    expect(other.get_by_text("which nobody else has")).to_be_visible(timeout=LONG)
    expect(other.get_by_text("my club")).to_have_count(0)
    other.context.close()
    page.reload()
    expect(page.get_by_text("Shown: my club")).to_be_visible(timeout=LONG)
    expect(page.get_by_text("which nobody else has")).to_have_count(0, timeout=LONG)
