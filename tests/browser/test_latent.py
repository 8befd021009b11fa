"""A place in latent space, dragged in a real browser: the decoded row follows, and is the core's to the digit."""

import numpy as np
import pytest
from playwright.sync_api import Page, expect

from app.pages.gaussians.dragged import COUNT
from igcl_core import Run, preset
from igcl_core.analysis import Field, field
from tests.browser.visitor import LONG, opened, press, visit_page, wait_for_step

pytestmark = pytest.mark.browser
SHORT = {"warmup": 20, "epochs": 10}
LAST = 30


@pytest.fixture(scope="module")
def decoded() -> Field:
    """What the core makes of the same run."""
    run = Run("wine", "implicit-vae", preset("wine", method="implicit-vae").changed(**SHORT))
    run.advance(LAST)
    return field(run, LAST, run.arrays(), COUNT)


def shown(page: Page) -> tuple[list[int], np.ndarray]:
    """The place of the grid, and the numbers beside it."""
    at = page.locator(".latent").get_attribute("data-at").split(",")
    numbers = page.locator(".latent output").all_text_contents()
    return [int(each) for each in at], np.array(numbers, float)


def test_the_decoded_row_follows_pointer_and_keys_with_the_core_s_numbers(page: Page, decoded: Field):
    opened(page, "dataset=wine&method=implicit-vae&" + "&".join(f"{name}={value}" for name, value in SHORT.items()))
    press(page, "Play")
    wait_for_step(page, f"step == {LAST}")
    visit_page(page, "Gaussians")
    page.get_by_role("tab", name="Reconstruction").click()
    ring = page.get_by_role("button", name="Place in latent space")
    expect(ring).to_be_visible(timeout=LONG)
    seen = [shown(page)]
    ring.evaluate("ring => ring.scrollIntoView({ block: 'center' })")
    box = ring.bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] / 2 + 100, box["y"] + box["height"] / 2 - 60, steps=4)
    seen.append(shown(page))
    page.mouse.up()
    ring.focus()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowDown")
    seen.append(shown(page))
    (first, _), (second, _), (third, _) = seen
    assert second[0] > first[0] and second[1] > first[1] and third == [second[0] - 1, second[1] - 1]
    for (across, up), numbers in seen:
        np.testing.assert_allclose(numbers, decoded.rows[up * COUNT + across], atol=0.00501)
