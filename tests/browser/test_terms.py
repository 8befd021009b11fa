"""Words of the trade on every page: a dotted line, and the glossary's meaning to the pointer and to the keys."""

import pytest
from playwright.sync_api import Browser, Page, expect

from app.glossary import GLOSSARY
from tests.browser.visitor import arrived, opened, visit_page

pytestmark = pytest.mark.browser
TIP = "d => (s => [s.content, s.backgroundColor, s.color])(getComputedStyle(d, '::after'))"
MEANINGS = [term.meaning.replace("member", "node") for term in GLOSSARY.values()]


def tip(page: Page, number: int = 0) -> list[str]:
    """What stands under a term now, on which ground and in which ink."""
    return page.locator("dfn.term").nth(number).evaluate(TIP)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_page_explains_a_few_words_to_pointer_and_keys(browser: Browser, address: str, scheme: str):
    page = opened(arrived(browser, address, color_scheme=scheme), "")
    for name in ("Train", "Embeddings", "Gaussians", "Compare", "Data"):
        visit_page(page, name)
        expect(page).to_have_title(f"{name} · iGCL Lab")
        term = page.locator("dfn.term").first
        expect(term).to_be_visible()
        assert tip(page)[0] == "none"
        term.focus()
        content, ground, ink = tip(page)
        assert any(meaning in content for meaning in MEANINGS) and ground != ink
        assert ground == {"light": "rgb(0, 0, 0)", "dark": "rgb(255, 255, 255)"}[scheme]
        term.blur()
        term.hover()
        assert tip(page)[0] == content
        assert 1 <= page.locator("dfn.term").count() <= 8
    page.context.close()
