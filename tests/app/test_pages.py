"""The pages by AppTest: never empty, no exception, and a sentence for what cannot be."""

import pytest
from streamlit.testing.v1 import AppTest

from app.views import data
from tests.app.waiting import refreshed


@pytest.fixture
def app():
    app = AppTest.from_file("../../streamlit_app.py", default_timeout=60)
    return app


def progress(app) -> str:
    return app.get("progress")[0].proto.text


def button(app, name):
    return next(each for each in app.button if each.label == name)


def test_a_first_visit_shows_the_sample_run(app):
    app.run()
    assert not app.exception
    refreshed(app, lambda app: "step 160 of 160" in progress(app))
    assert any("saved sample run" in caption.value for caption in app.caption)
    assert len(app.get("bidi_component")) == 6


def test_play_trains_to_the_end(app):
    app.query_params["epochs"] = "6"
    app.query_params["warmup"] = "4"
    app.run()
    button(app, "Play").click().run()
    refreshed(app, lambda app: "step 10 of 10" in progress(app))
    assert not app.exception and button(app, "Play")


def test_links_fill_the_widgets(app):
    app.query_params.update({"dataset": "digits", "tau": "0.2", "seed": "7"})
    app.run()
    assert app.selectbox(key="dataset").value == "digits"
    assert app.number_input(key="seed/digits/recommended").value == 7
    assert app.select_slider(key="tau/digits/recommended").value == 0.2


@pytest.mark.parametrize("query, sentence", [
    ({"dataset": "coar"}, "Did you mean 'cora'"),
    ({"tau": "-1"}, "tau must be above 0"),
    ({"epochs": "many"}, "epochs must be a number"),
])  # fmt: skip
def test_a_bad_link_gets_a_sentence_and_a_working_page(app, query, sentence):
    app.query_params.update(query)
    app.run()
    assert not app.exception and any(sentence in warning.value for warning in app.warning)
    assert button(app, "Play")


def test_data_that_is_nowhere_is_said_in_the_page(app, monkeypatch, tmp_path):
    monkeypatch.setenv("IGCL_OFFLINE", "1")
    monkeypatch.setenv("IGCL_CACHE", str(tmp_path))
    monkeypatch.delenv("IGCL_DATA", raising=False)
    app.query_params["dataset"] = "nci1"
    app.run()
    button(app, "Play").click().run()
    refreshed(app, lambda app: bool(app.error))
    assert "IGCL_DATA" in app.error[0].value and not app.exception


def test_the_data_page_lists_every_dataset():
    page = AppTest.from_function(_data_page, default_timeout=60).run()
    assert not page.exception and len(page.dataframe[0].value) == 16
    assert set(data.row(data.DATASETS["cora"])) <= {str(column) for column in page.dataframe[0].value.columns}


def _data_page():
    from app.views import data

    data.page()
