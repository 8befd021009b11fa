"""Every method beside iGCL that takes the karate club is chosen on the Train page, trains, and draws its curves."""

import json
import re

import pytest
from streamlit.testing.v1 import AppTest

from igcl_core import DATASETS, METHODS
from tests.app.waiting import LIMIT, charts, refreshed, words

ZOO = [
    name
    for name, method in METHODS.items()
    if name not in ("igcl", "vgae") and method.refusal(DATASETS["karate"]) is None
]


def _page():
    from app.pages.train.page import page

    page()


@pytest.mark.parametrize("name", ZOO)
def test_it_is_chosen_played_and_drawn(name):
    page = AppTest.from_function(_page, default_timeout=LIMIT).run()
    choice = page.selectbox(key="method/karate")
    assert METHODS[name].title in choice.options
    choice.select(name).run()
    page.number_input(key=f"epochs/karate/{name}/recommended").set_value(12).run()
    next(each for each in page.button if each.label == "Play").click().run()
    refreshed(page, lambda page: re.search(r"step (\d+) of \1\b", page.get("progress")[0].proto.text))
    assert not page.error and not page.exception
    assert ("Training never saw the colours" in words(page)) != METHODS[name].supervised
    drawn = [json.loads(each.proto.json)["alt"] for each in charts(page) if each.proto.json]
    assert {f"{curves.title} over the training" for curves in METHODS[name].curves} <= set(drawn)
