"""Time as a tape in a real browser: it opens on a run that moves, and looking at any step changes nothing."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.visitor import (
    LONG,
    PLOTS,
    STEP,
    arrived,
    eventually,
    look,
    press,
    trained,
    wait_for_step,
)

pytestmark = pytest.mark.browser
MAP = f"{PLOTS}.find(p => p.getAttribute('aria-label')?.includes('principal components'))"
PLACES = f"{MAP}?._fullData?.filter(t => t.customdata).map(t => Array.from(t.x).slice(0, 5).join()).join(';')"


@pytest.fixture
def newcomer(browser: Browser, recorded: str) -> Iterator[Page]:
    page = arrived(browser, recorded, viewport={"width": 1440, "height": 900})
    yield page
    page.context.close()


def test_it_opens_on_a_recorded_run_of_cora_that_moves_by_itself(newcomer: Page):
    newcomer.add_init_script(f"setInterval(() => (window.seen ??= new Map()).set({STEP}, {PLACES}), 50)")
    newcomer.goto("/")
    expect(newcomer.get_by_text(re.compile("Shown: cora, iGCL, τ 1, seed 0"))).to_be_visible(timeout=LONG)
    expect(newcomer.get_by_text(re.compile("recorded run. Play trains cora, τ 1, seed 0"))).to_be_visible(timeout=LONG)
    wait_for_step(newcomer, "step == 340")
    newcomer.wait_for_function(f"{PLACES}", timeout=LONG)
    steps, places = newcomer.evaluate("[[...seen.keys()], [...seen.values()]]")
    assert 0 in steps and len({*steps} - {-1, 0, 340}) > 1 and len({*places} - {None, ""}) > 1


def test_a_look_back_moves_the_map_and_loses_nothing(page: Page):
    reached = trained(page, "snapshot_every=5", 30)
    assert reached > 30
    newest = page.evaluate(PLACES)
    look(page, 2)
    wait_for_step(page, "step == 10")
    expect(page.get_by_text(re.compile("means μ at step 10,"))).to_be_visible(timeout=LONG)
    look(page, 10_000)
    wait_for_step(page, f"step == {reached}")
    eventually(page, lambda: page.evaluate(PLACES) == newest)


def test_play_from_here_branches_and_keeps_the_run_it_left(page: Page):
    trained(page, "snapshot_every=5", 30)
    look(page, 2)
    press(page, "Play from here")
    expect(page.get_by_role("combobox", name="Run shown")).to_have_value(re.compile("branch of 2 at 10"), timeout=LONG)
    wait_for_step(page, "step > 20")
    press(page, "Pause")


def test_step_moves_the_map_and_its_caption(page: Page):
    reached = trained(page, "warmup=0&snapshot_every=1000", 20)
    press(page, "Step")
    wait_for_step(page, f"step == {reached + 1}")
    expect(page.get_by_text(re.compile(f"PCA of z at step {reached + 1:,},"))).to_be_visible(timeout=LONG)


def test_a_changed_tau_waits_for_play_and_says_what_it_will_do(page: Page):
    reached = trained(page, "tau=0.3", 20)
    slider = page.get_by_role("slider", name=re.compile("Temperature"))
    slider.focus()
    for _ in range(3):
        slider.press("ArrowRight")
    sentence = re.compile(f"Play branches from step {reached:,} with τ 1; this run is kept")
    expect(page.get_by_text(sentence)).to_be_visible(timeout=LONG)
    press(page, "Play")
    expect(page.get_by_role("combobox", name="Run shown")).to_have_value(re.compile("^3 · branch of 2"), timeout=LONG)
