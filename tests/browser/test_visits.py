"""Coming and going in a real browser: every page in every look, branches, reloads, and tabs that close."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.visitor import LONG, opened, press, step, visit_page, wait_for_step

pytestmark = pytest.mark.browser
PAGES = ["Train", "Embeddings", "Gaussians", "Compare", "Data"]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1440, 390])
def test_every_page_in_every_look(browser: Browser, address: str, tmp_path, width: int, scheme: str):
    look = {"viewport": {"width": width, "height": 900}, "color_scheme": scheme}
    context = browser.new_context(base_url=address, **look)
    page, errors = context.new_page(), []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
    opened(page, "")
    for name in PAGES:
        if name != "Train":
            visit_page(page, name)
        expect(page.get_by_text(re.compile(r"step 160 of 160"))).to_be_visible(timeout=LONG)
        page.wait_for_timeout(1000)
        assert page.evaluate("document.querySelector('[data-testid=stMain]').scrollWidth") <= width
        assert page.locator("[data-testid=stException]").count() == 0
        assert len(page.screenshot(path=tmp_path / f"{name} {scheme} {width}.png")) > 10_000
    context.close()
    assert errors == []


def test_a_run_trains_on_while_another_page_is_read_and_the_choice_stays(page: Page):
    opened(page, "dataset=karate&epochs=20000&tau=0.3")
    press(page, "Play")
    wait_for_step(page, "step > 3 && step < 20060")
    visit_page(page, "Data")
    expect(page.get_by_text(re.compile("^16 datasets"))).to_be_visible(timeout=LONG)
    before = step(page)
    wait_for_step(page, f"step > {before + 10}")
    visit_page(page, "Train")
    expect(page.get_by_role("spinbutton", name="epochs (T)")).to_have_value("20000", timeout=LONG)
    page.wait_for_function("location.search.includes('tau=0.3')", timeout=LONG)
    press(page, "Pause")


def test_a_new_tau_branches_and_the_old_run_can_be_shown_again(page: Page):
    opened(page, "dataset=karate&epochs=20000&tau=0.3")
    press(page, "Play")
    wait_for_step(page, "step > 20 && step < 20060")
    slider = page.get_by_role("slider", name=re.compile("Temperature"))
    slider.focus()
    slider.press("ArrowRight")
    expect(page.get_by_role("combobox", name="Run shown")).to_have_value(re.compile("branch of 2: τ 0.5"), timeout=LONG)
    wait_for_step(page, "step > 25")
    press(page, "Pause")
    page.get_by_role("combobox", name="Run shown").click()
    page.get_by_role("option", name=re.compile("karate, τ 0.3")).click()
    expect(page.get_by_text("paused")).to_be_visible(timeout=LONG)


def test_a_reload_finds_the_run_and_a_closed_tab_frees_it(page: Page, browser: Browser, address: str):
    watcher = browser.new_context(base_url=address).new_page()
    watcher.goto("/data")
    opened(page, "dataset=karate&epochs=20000")
    press(page, "Play")
    wait_for_step(page, "step > 5 && step < 20060")
    expect(watcher.get_by_text(re.compile(r"all visitors: [1-9]"))).to_be_visible(timeout=LONG)
    before = step(page)
    page.reload()
    wait_for_step(page, f"step > {before}")
    page.close()
    expect(watcher.get_by_text("all visitors: 0,")).to_be_visible(timeout=LONG)
    watcher.context.close()
