"""The Compare page in a real browser: the tables open at once, and a sweep over tau draws itself."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.visitor import LONG, opened, press, visit_page

pytestmark = pytest.mark.browser


def test_tables_claims_and_a_sweep(page: Page):
    opened(page, "dataset=karate")
    visit_page(page, "Compare")
    table = page.locator(".paper-table")
    expect(table.get_by_role("row").filter(has_text="iGCL as printed")).to_contain_text("83.6 ± 0.6", timeout=LONG)
    expect(table.get_by_role("row").filter(has_text="iGCL, run here")).to_be_visible()
    page.get_by_text("Graphs", exact=True).click()
    expect(table.get_by_role("columnheader", name="MUTAG")).to_be_visible(timeout=LONG)
    expect(table.get_by_role("row").filter(has_text="batch norm only, run here")).to_be_visible()
    page.get_by_text("τ sweep", exact=True).click()
    epochs = page.get_by_role("spinbutton", name="Epochs")
    epochs.fill("5")
    epochs.press("Enter")
    press(page, "Run the sweep")
    drawn = "document.querySelector('.js-plotly-plot')?.data.find(t => t.uid == 'accuracy')?.x.length"
    page.wait_for_function(f"{drawn} == 7", timeout=LONG)
    expect(page.get_by_text("Karate club, recommended preset, 5 epochs")).to_be_visible()
