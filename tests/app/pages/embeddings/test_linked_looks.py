"""Maps begin as a link says; what it says that cannot be gets a sentence, and the page is there."""

import pytest
from streamlit.testing.v1 import AppTest

from tests.app.waiting import LIMIT, refreshed


def _page():
    from app.pages.embeddings.page import page

    page()


@pytest.fixture
def page() -> AppTest:
    return AppTest.from_function(_page, default_timeout=LIMIT)


def shown(page: AppTest) -> tuple:
    names = ("emb_before", "emb_after", "emb_color")
    return *(page.selectbox(key=name).value for name in names), page.session_state["emb_method"]


def test_maps_begin_as_the_link_says_and_the_address_keeps_it(page):
    asked = {"before": "untrained", "after": "mu", "map": "pca", "color": "Degree", "map_seed": "3"}
    page.query_params.update(asked)
    refreshed(page.run(), lambda page: len(page.selectbox) >= 3)
    assert shown(page) == ("untrained", "mu", "Degree", "pca") and page.number_input(key="emb_seed").value == 3
    assert not page.warning and not page.exception
    now = {name: text if isinstance(text, str) else text[0] for name, text in page.query_params.items()}
    assert {name: now[name] for name in asked} == asked


def test_what_cannot_be_gets_a_sentence_each_and_the_usual_maps(page):
    page.query_params.update({"before": "nowhere", "map": "cube", "color": "![p](http://a.b/p)", "map_seed": "-1"})
    page.query_params.update({"perplexity": "nan", "iterations": "9" * 90})
    refreshed(page.run(), lambda page: len(page.warning) == 6)
    assert shown(page) == ("mu", "z", "Class", "tsne") and not page.exception
