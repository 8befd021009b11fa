"""What a visitor does in the browser: open, press, wait for a step, go to another page."""

from playwright.sync_api import Page, expect

LONG = 180_000
PROGRESS = "document.querySelector('[data-testid=stProgress]')?.innerText ?? ''"
PLOTS = "[...document.querySelectorAll('.js-plotly-plot')]"
REACHED = f"Math.max(0, ...{PLOTS}.flatMap(p => p.data.map(t => t.x?.length ? Number(t.x[t.x.length - 1]) : 0)))"
DRAWN = f"{PLOTS}.length == 6"
STEP = f"Number((({PROGRESS}).match(/step ([\\d,]+) of/) ?? [0, '-1'])[1].replace(',', ''))"


def step(page: Page) -> int:
    return int(page.evaluate(STEP))


def wait_for_step(page: Page, condition: str) -> None:
    page.wait_for_function(f"(step => {condition})({STEP})", timeout=LONG)


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click(timeout=LONG)


def opened(page: Page, query: str) -> Page:
    page.goto(f"/?{query}")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible(timeout=LONG)
    return page


def visit_page(page: Page, name: str) -> None:
    """By the links on top, which a phone keeps in a drawer that closes again."""
    drawer = page.get_by_test_id("stExpandSidebarButton")
    folded = drawer.is_visible()
    if folded:
        drawer.click()
    page.get_by_role("link", name=name, exact=True).click()
    if folded:
        expect(drawer).to_be_visible(timeout=LONG)
