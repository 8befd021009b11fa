"""The Learn page by AppTest: the scene a link names, the first one for any other, and everything the browser needs."""

import json

import pytest
from streamlit.testing.v1 import AppTest

from app.glossary import GLOSSARY
from app.pages.learn.page import ALL, explained
from tests.app.waiting import LIMIT, charts


def opened(**query: str) -> dict:
    """What the element of the page is given."""
    page = AppTest.from_function(_learn, default_timeout=LIMIT)
    page.query_params.update(query)
    page.run()
    assert not page.exception
    (element,) = charts(page)
    return json.loads(element.proto.json)


def _learn():
    from app.pages.learn import page as learn

    learn.page()


@pytest.mark.parametrize("query, at", [({}, 1), ({"scene": "3"}, 3), ({"scene": "9"}, 9), ({"scene": "10"}, 1),
                                       ({"scene": "-1"}, 1), ({"scene": "<b>"}, 1), ({"scene": "²"}, 1)])  # fmt: skip
def test_the_link_names_the_scene(query, at):
    data = opened(**query)
    assert data["at"] == at and data["title"] == ALL[at - 1]


def test_what_is_explained_is_what_is_used():
    data = opened(scene="6")
    assert "L_upper" in data["glossary"] and "vector" not in data["glossary"]
    assert data["glossary"]["tau"]["meaning"] == GLOSSARY["tau"].meaning
    assert explained(["[[tau]] and [[z_n|z]]"]).keys() == {"tau", "z_n"}
