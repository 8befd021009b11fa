"""Keys alone: the player is in reach from the start of the page, and whoever presses it stays on it."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.visitor import LONG, eventually, opened, step, wait_for_step

pytestmark = pytest.mark.browser
FOCUSED = "document.activeElement.closest('[class*=st-key-]')?.className.match(/st-key-([a-z]+)/)?.[1] ?? ''"


def focused(page: Page) -> str:
    """The key of the widget that has the focus."""
    return page.evaluate(FOCUSED)


def test_the_skip_link_leads_to_play(page: Page):
    opened(page, "dataset=karate")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert focused(page) == "play"


def test_the_focus_stays_on_the_player_while_play_and_pause_take_turns(page: Page):
    opened(page, "dataset=karate&epochs=100000")
    page.get_by_role("button", name="Play", exact=True).focus()
    page.keyboard.press("Enter")
    wait_for_step(page, "step > 5")
    eventually(page, lambda: focused(page) == "pause")
    page.keyboard.press("Enter")
    expect(page.get_by_text("paused")).to_be_visible(timeout=LONG)
    eventually(page, lambda: focused(page) == "play")
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Step", exact=True)).to_be_focused()
    held = step(page)
    page.keyboard.press("Enter")
    wait_for_step(page, f"step == {held + 1}")
    eventually(page, lambda: focused(page) == "step")


def test_a_click_elsewhere_takes_the_focus_away_for_good(page: Page):
    opened(page, "dataset=karate&epochs=100000")
    page.get_by_role("button", name="Play", exact=True).click()
    wait_for_step(page, "step > 5")
    eventually(page, lambda: focused(page) == "pause")
    page.get_by_text("Shown: karate").click()
    page.keyboard.press(" ")
    expect(page.get_by_text("paused")).to_be_visible(timeout=LONG)
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible(timeout=LONG)
    assert focused(page) == ""
