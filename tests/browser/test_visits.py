"""Coming and going in a real browser: every page in every look, branches, reloads, and tabs that close."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.visitor import (
    LONG,
    MAIN,
    arrived,
    at_rest,
    eventually,
    opened,
    press,
    step,
    visit_page,
    wait_for_step,
)

pytestmark = pytest.mark.browser
PAGES = ["Train", "Embeddings", "Gaussians", "Compare", "Data"]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1440, 390])
def test_every_page_in_every_look(browser: Browser, address: str, tmp_path, width: int, scheme: str):
    look = {"viewport": {"width": width, "height": 900}, "color_scheme": scheme}
    page, errors = arrived(browser, address, **look), []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
    opened(page, "")
    for name in PAGES:
        if name != "Train":
            visit_page(page, name)
        expect(page.get_by_text(re.compile(r"step 160 of 160"))).to_be_visible(timeout=LONG)
        assert at_rest(page, lambda: page.evaluate(f"{MAIN}.scrollWidth")) <= width
        assert page.locator("[data-testid=stException]").count() == 0
        assert len(page.screenshot(path=tmp_path / f"{name} {scheme} {width}.png")) > 10_000
    page.context.close()
    assert errors == []


def test_nothing_fades_while_it_waits_to_be_drawn_again(page: Page):
    opened(page, "")
    element = page.get_by_test_id("stCaptionContainer").first
    element.evaluate("element => { element.dataset.stale = 'true'; element.style.opacity = 0.2; }")
    expect(element).to_have_css("opacity", "1")


def test_a_run_trains_on_while_another_page_is_read_and_the_choice_stays(page: Page):
    opened(page, "dataset=karate&epochs=100000&tau=0.3")
    press(page, "Play")
    wait_for_step(page, "step > 3 && step < 100060")
    visit_page(page, "Data")
    expect(page.get_by_text(re.compile("^17 datasets"))).to_be_visible(timeout=LONG)
    before = step(page)
    wait_for_step(page, f"step > {before + 10}")
    visit_page(page, "Train")
    expect(page.get_by_role("spinbutton", name="Epochs")).to_have_value("100000", timeout=LONG)
    page.wait_for_function("location.search.includes('tau=0.3')", timeout=LONG)
    press(page, "Pause")


def test_a_new_tau_branches_and_the_old_run_can_be_shown_again(page: Page):
    opened(page, "dataset=karate&epochs=100000&tau=0.3")
    press(page, "Play")
    wait_for_step(page, "step > 20 && step < 100060")
    press(page, "Pause")
    slider = page.get_by_role("slider", name=re.compile("Temperature"))
    slider.focus()
    slider.press("ArrowRight")
    expect(page.get_by_text(re.compile("Play branches from step"))).to_be_visible(timeout=LONG)
    press(page, "Play")
    named = re.compile(r"branch of 2 at \d+: τ 0.5")
    expect(page.get_by_role("combobox", name="Run shown")).to_have_value(named, timeout=LONG)
    wait_for_step(page, "step > 25")
    press(page, "Pause")
    page.get_by_role("combobox", name="Run shown").click()
    page.get_by_role("option", name=re.compile("karate, τ 0.3")).click()
    expect(page.get_by_text("paused")).to_be_visible(timeout=LONG)


def test_a_reload_finds_the_run(page: Page):
    opened(page, "dataset=karate&epochs=100000")
    press(page, "Play")
    wait_for_step(page, "step > 5 && step < 100060 && step != 160")
    before = step(page)
    page.reload()
    wait_for_step(page, f"step > {before}")
    press(page, "Pause")


@pytest.fixture
def watcher(browser: Browser, forgetful: str) -> Iterator[Page]:
    """Somebody who sees how many runs train."""
    page = arrived(browser, forgetful)
    page.goto("/data")
    yield page
    page.context.close()


def test_a_closed_tab_frees_its_run(browser: Browser, forgetful: str, watcher: Page):
    page = opened(arrived(browser, forgetful), "dataset=karate&epochs=100000")
    press(page, "Play")
    expect(watcher.get_by_text(re.compile(r"all visitors: [1-9]"))).to_be_visible(timeout=LONG)
    page.context.close()
    expect(watcher.get_by_text("all visitors: 0,")).to_be_visible(timeout=LONG)


def sample(page: Page) -> None:
    """Wait until the page shows the sample run, as it does to everybody new."""
    expect(page.get_by_text("saved sample run")).to_be_visible(timeout=LONG)
    expect(page.get_by_text("step 160 of 160")).to_be_visible(timeout=LONG)


def test_a_link_is_nobody_s_visit(page: Page, browser: Browser, address: str):
    opened(page, "dataset=karate&epochs=100000&seed=3")
    press(page, "Play")
    wait_for_step(page, "step > 5 && step < 100060 && step != 160")
    link = page.url
    assert "seed=3" in link and "visit" not in link
    page.close()
    somebody = arrived(browser, address)
    somebody.goto(link)
    sample(somebody)
    assert "seed=3" in somebody.url
    somebody.context.close()


def test_two_tabs_never_share_a_visit(page: Page):
    opened(page, "dataset=karate&epochs=100000")
    press(page, "Play")
    wait_for_step(page, "step > 5 && step < 100060 && step != 160")
    beside = page.context.new_page()
    beside.goto(page.url)
    sample(beside)
    with page.expect_popup() as popup:  # a copy, with all that the tab remembers
        page.evaluate("window.open(location.href)")
    sample(popup.value)
    popup.value.wait_for_timeout(1500)
    assert popup.value.get_by_text("Your runs are gone").count() == 0
    before = step(page)
    wait_for_step(page, f"step > {before}")
    page.close()
    beside.reload()
    sample(beside)


def gone_after_a_while(page: Page, link: str) -> bool:
    """Leave, come back, and see whether the paused run is still there; if so the visitor was too early."""
    page.goto("about:blank")
    page.wait_for_timeout(3_000)
    page.goto(link)
    expect(page.get_by_text(re.compile("Your runs are gone|paused")).first).to_be_visible(timeout=LONG)
    return page.get_by_text("Your runs are gone").count() == 1


def test_runs_that_are_gone_are_spoken_of_and_trained_again(browser: Browser, forgetful: str):
    page = opened(arrived(browser, forgetful), "dataset=karate&epochs=100000&warmup=5&seed=7")
    press(page, "Play")
    wait_for_step(page, "step > 30 && step < 100005")
    press(page, "Pause")
    expect(page.get_by_text("paused")).to_be_visible(timeout=LONG)
    reached, link = step(page), re.sub(r"&(step|run)=[^&]*", "", page.url)  # what shows no run, but only what is chosen
    eventually(page, lambda: gone_after_a_while(page, link))
    press(page, f"Train to step {reached:,} again")
    wait_for_step(page, f"step == {reached}")
    expect(page.get_by_text("paused")).to_be_visible(timeout=LONG)
    assert page.get_by_text("Your runs are gone").count() == 0
