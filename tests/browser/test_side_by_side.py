"""Two temperatures side by side in a real browser: in lockstep, both drawn, one player, one link."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.visitor import LONG, PLOTS, arrived, eventually, opened, press, step, wait_for_step

pytestmark = pytest.mark.browser
STEPS = "[...(document.body.textContent.match(/τ 1 at step ([\\d,]+), τ 0.1 at step ([\\d,]+)/) ?? [])].slice(1)"
MAPS = f"{PLOTS}.filter(p => p.ariaLabel?.includes('principal components') && p._fullData?.some(t => t.customdata))"
WATCH = f"window.seen = new Map(); setInterval(() => (now => now.length && seen.set(now.join(), now))({STEPS}), 40)"
BESIDE = "dataset=karate&epochs=100000&warmup=5&beside=0.1"


def places(text: str) -> int:
    return int(text.replace(",", ""))


def test_two_temperatures_train_in_lockstep_under_one_player(page: Page):
    page.add_init_script(WATCH)
    opened(page, BESIDE)
    press(page, "Play")
    wait_for_step(page, "step > 60 && step != 160")
    eventually(page, lambda: page.evaluate(f"{MAPS}.length") == 2)
    press(page, "Pause")
    expect(page.get_by_role("button", name="Step", exact=True)).to_be_enabled(timeout=LONG)
    pairs = [[places(each) for each in pair] for pair in page.evaluate("[...seen.values()]")]
    assert pairs and max(abs(one - other) for one, other in pairs) <= 1
    expect(page.get_by_text(re.compile("the probe reads off z: .* with τ"))).to_be_visible(timeout=LONG)
    at = step(page)
    press(page, "Reset")
    eventually(page, lambda: page.evaluate(STEPS) == ["0", "0"])
    press(page, "Step")
    eventually(page, lambda: page.evaluate(STEPS) == ["1", "1"])
    assert at > 60


def test_the_link_brings_the_other_temperature_or_says_why_not(browser: Browser, address: str):
    page = opened(arrived(browser, address), f"{BESIDE},warm")
    expect(page.get_by_text(re.compile("beside=warm cannot be used"))).to_be_visible(timeout=LONG)
    page.wait_for_function("location.search.includes('beside=0.1') && !location.search.includes('warm&')", timeout=LONG)
    press(page, "Reset")
    eventually(page, lambda: page.evaluate(STEPS) == ["0", "0"])
    eventually(page, lambda: page.evaluate(f"{MAPS}.length") == 2)
    page.context.close()
