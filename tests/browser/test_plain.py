"""A link's text in a real browser: nothing is fetched for it, nothing can be clicked."""

from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

from tests.browser.visitor import LONG, opened

pytestmark = pytest.mark.browser
NAMES = (
    "x ![p](http://127.0.0.1:9/p.png) http://a.b",
    "x www.a.b me@a.b :smile: :material/home:",
    "x $x^2$ <b>b</b> -> # h",
)


@pytest.mark.parametrize("name", NAMES)
def test_a_link_s_text_is_shown_letter_by_letter(page: Page, name: str):
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    opened(page, f"dataset={quote(name)}")
    warning = page.get_by_test_id("stAlert").filter(has_text="There is no dataset")
    expect(warning).to_be_visible(timeout=LONG)
    assert name in warning.inner_text().replace("\u2060", "")
    assert warning.locator("a, img, b, strong, .katex").count() == 0
    assert not any(":9/" in url for url in asked)
