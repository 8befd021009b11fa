"""A visitor of the Learn page: through all scenes with the keyboard alone and with taps, and as the loss itself."""

import re

import numpy as np
import pytest
from playwright.sync_api import Browser, Page, expect

from app.pages.learn import playground
from app.pages.learn.scenes import MAKERS, scene
from igcl_core.analysis.lesson.plane import numbers
from tests.browser.test_gaussians_page import COUNT_MESSAGES
from tests.browser.visitor import LONG, at_rest, eventually, opened, visit_page, wait_for_step

pytestmark = pytest.mark.browser
SCENES = len(MAKERS)
PLACE = "Number(document.querySelector('.lesson input[type=range]').value)"
FOCUSED = "document.activeElement.className + ' ' + document.activeElement.type"
SHOWN = "Object.fromEntries([...document.querySelectorAll('.lesson [data-number]')].map(e => [e.dataset.number, %s]))"
TEXTS, EXACT = SHOWN % "e.textContent", SHOWN % "Number(e.dataset.exact)"
PLOT = "document.querySelector('.lesson .js-plotly-plot')"
STATE = """() => {
    const at = (name) => [...document.querySelectorAll(name)].map((spot) => {
        const [x, y] = spot.getAttribute('transform').match(/-?[\\d.]+(e-?\\d+)?/g).map(Number);
        return [x, -y];
    });
    const width = (ring) => ['rx', 'ry'].map((name) => Number(ring.getAttribute(name)));
    const widths = [...document.querySelectorAll('.inner')].map(width);
    return { z: at('.handle.z'), mu: at('.handle.mean'), sigma: widths,
             tau: Number(document.querySelector('.side .value').textContent) };
}"""


def learn(page: Page) -> Page:
    opened(page, "")
    visit_page(page, "Learn")
    at_scene(page, 1)
    return page


def at_scene(page: Page, number: int) -> None:
    name = re.compile(f"^Scene {number}:") if number <= SCENES else "Be the loss"
    expect(page.get_by_role("button", name=name).and_(page.locator("[aria-current]"))).to_be_visible(timeout=LONG)
    page.wait_for_selector(".lesson .main-svg" if number <= SCENES else ".lesson .plane", timeout=LONG)


def tab_to(page: Page, wanted: str, most: int = 80) -> None:
    """Press Tab until what has the focus is of this class."""
    for _ in range(most):
        page.keyboard.press("Tab")
        if wanted in page.evaluate(FOCUSED).split():
            return
    pytest.fail(f"no {wanted} within {most} presses of Tab")


def revealed(page: Page, number: int) -> None:
    """The control has gone by itself to where the answer is seen, and the verdict says so."""
    page.wait_for_function(f"{PLACE} == {scene(number).question.reveal}", timeout=LONG)
    expect(page.locator(".verdict")).not_to_be_empty()


def shows_frame(page: Page, number: int) -> None:
    """Every number in the texts is the frame's."""
    frame = scene(number).frames[page.evaluate(PLACE)]
    shown = page.evaluate(TEXTS)
    assert shown and shown == {name: frame.numbers[name] for name in shown}


def test_the_lesson_with_the_keyboard_alone(page: Page):
    learn(page)
    for number in range(1, SCENES + 1):
        tab_to(page, "choice")
        page.keyboard.press("Enter")
        revealed(page, number)
        shows_frame(page, number)
        before = page.evaluate(f"JSON.stringify({PLOT}.data)")
        place = page.evaluate(PLACE)
        page.keyboard.press("ArrowLeft")
        page.wait_for_function(f"{PLACE} == {place - 1}", timeout=LONG)
        eventually(page, lambda before=before: page.evaluate(f"JSON.stringify({PLOT}.data)") != before)
        shows_frame(page, number)
        tab_to(page, "next")
        page.keyboard.press("Enter")
        at_scene(page, number + 1)
    expect(page.locator(".score")).to_have_text(re.compile(rf"^\d of {SCENES} right$"))
    tab_to(page, "play")
    page.keyboard.press("Enter")
    page.wait_for_function("document.querySelector('.lesson .play').textContent == 'Pause'", timeout=LONG)
    page.keyboard.press("Enter")


def test_the_lesson_with_taps_on_a_phone(browser: Browser, address: str):
    context = browser.new_context(
        base_url=address, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True
    )
    page = context.new_page()
    page.set_default_timeout(LONG)
    page.goto("/learn?scene=1")
    for number in range(1, SCENES + 1):
        at_scene(page, number)
        page.locator(".choice").nth(scene(number).question.right).tap()
        revealed(page, number)
        assert page.evaluate("document.documentElement.scrollWidth <= 390")
        page.get_by_role("button", name="Next", exact=True).tap()
    at_scene(page, SCENES + 1)
    expect(page.locator(".score")).to_have_text(f"{SCENES} of {SCENES} right")
    assert page.evaluate("document.documentElement.scrollWidth <= 390")
    context.close()


def test_a_link_opens_its_scene_and_next_writes_one(browser: Browser, address: str):
    page = browser.new_context(base_url=address).new_page()
    page.goto("/learn?scene=6")
    at_scene(page, 6)
    page.get_by_role("button", name="Next", exact=True).click()
    at_scene(page, 7)
    page.wait_for_url("**/learn?scene=7", timeout=LONG)
    page.context.close()


def test_pointing_at_a_symbol_explains_it_and_lights_up_its_ink(page: Page):
    learn(page)
    page.get_by_role("button", name=re.compile("^Scene 3:")).click()
    at_scene(page, 3)
    page.locator(".sentence dfn", has_text="μ").hover()
    expect(page.get_by_role("tooltip")).to_contain_text("The middle of the cloud of member n.")
    dimmed = f"{PLOT}.data.map(trace => [trace.uid, trace.opacity ?? 1])"
    eventually(page, lambda: dict(page.evaluate(dimmed))["cloud-1-0"] < 0.5)
    assert dict(page.evaluate(dimmed))["means"] == 1
    page.locator("h2").hover()
    expect(page.get_by_role("tooltip")).to_be_hidden()
    eventually(page, lambda: dict(page.evaluate(dimmed))["cloud-1-0"] == 1)


def test_do_this_with_your_own_run_opens_the_page_and_its_tab(page: Page):
    learn(page)
    page.get_by_role("button", name=re.compile("^Scene 6:")).click()
    at_scene(page, 6)
    page.get_by_role("button", name="See the bound of your own run").click()
    expect(page.get_by_role("tab", name="The bound")).to_have_attribute("aria-selected", "true", timeout=LONG)


def same_as_core(page: Page) -> None:
    """What the page shows is what the core says of what the page draws."""
    shown, state = page.evaluate(EXACT), page.evaluate(STATE)
    arrays = [np.array(state[name]) for name in ("z", "mu", "sigma")]
    core = numbers(*arrays, state["tau"], playground.noise())
    few = numbers(*arrays, state["tau"], playground.noise()[: playground.FIRST_COUNT])
    for name in ("attraction", "repulsion", "upper", "implicit", "error", "gap"):
        assert shown[name] == pytest.approx(getattr(core, name), abs=1e-6)
    assert shown["sampled"] == pytest.approx(few.sampled, abs=1e-6)


def drag(page: Page, label: str, by: tuple[int, int], steps: int = 12) -> list[dict]:
    """Drag a handle, and what the page shows after each move of the pointer."""
    box = page.get_by_role("button", name=label, exact=True).bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    seen = []
    for step in range(1, steps + 1):
        page.mouse.move(x + by[0] * step / steps, y + by[1] * step / steps)
        seen.append(page.evaluate(EXACT))
    page.mouse.up()
    return seen


def test_dragging_moves_every_number_at_once_and_asks_nobody(page: Page):
    learn(page)
    page.get_by_role("button", name="Be the loss").click()
    at_scene(page, SCENES + 1)
    same_as_core(page)
    page.evaluate(COUNT_MESSAGES)
    sent = at_rest(page, lambda: page.evaluate("window.sent"))
    seen = drag(page, "z of a", (90, 40))
    assert len({each["upper"] for each in seen}) == len(seen)
    same_as_core(page)
    drag(page, "mean of c", (-40, 30))
    same_as_core(page)
    drag(page, "width of cloud d", (50, 0))
    same_as_core(page)
    assert page.evaluate("window.sent") == sent


def test_the_four_situations_show_what_they_say(page: Page):
    learn(page)
    page.get_by_role("button", name="Be the loss").click()
    at_scene(page, SCENES + 1)
    mixed = page.evaluate(EXACT)["upper"]
    page.get_by_role("button", name="After: told apart").click()
    same_as_core(page)
    assert page.evaluate(EXACT)["upper"] < mixed
    page.get_by_role("button", name="No width: σ = 0").click()
    assert abs(page.evaluate(EXACT)["gap"]) < 1e-9
    page.get_by_role("button", name="Two clouds in one place").click()
    apart = "(([a, b]) => Math.hypot(a[0] - b[0], a[1] - b[1]))((" + STATE + ")().z)"
    before = page.evaluate(apart)
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_function(f"{apart} < {0.3 * before}", timeout=LONG)
    page.get_by_role("button", name="Pause", exact=True).click()
    same_as_core(page)


def test_a_choice_made_before_the_lesson_is_there_after_it(page: Page):
    opened(page, "")
    seed = page.get_by_role("spinbutton", name="Seed")
    seed.fill("7")
    seed.press("Enter")
    page.wait_for_url("**seed=7**", timeout=LONG)
    visit_page(page, "Learn")
    at_scene(page, 1)
    visit_page(page, "Train")
    expect(seed).to_have_value("7", timeout=LONG)


def test_an_experiment_trains_with_one_click_and_says_what_to_look_at(page: Page):
    learn(page)
    page.locator("[class*='st-key-experiment-Collapse'] button").click(timeout=LONG)
    expect(page.get_by_text("the length of z falls towards 0")).to_be_visible(timeout=LONG)
    wait_for_step(page, "step > 20")
    assert "weight_decay=0.5" in page.url
