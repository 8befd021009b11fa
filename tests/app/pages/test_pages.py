"""The pages by AppTest: never empty, no exception, and a sentence for what cannot be."""

import pytest
from streamlit.testing.v1 import AppTest

from app.pages.data import page as data
from app.session import server
from igcl_core import DATASETS
from tests.app.waiting import LIMIT, charts, refreshed


@pytest.fixture
def app():
    app = AppTest.from_file("../../../streamlit_app.py", default_timeout=LIMIT)
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
    assert len(charts(app)) == 6
    assert any("**Jensen gap**: L_upper minus L_ICL" in each.value for each in app.markdown)


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
    assert app.number_input(key="seed/digits/igcl/recommended").value == 7
    assert app.select_slider(key="tau/digits/igcl/recommended").value == 0.2


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
    assert "could not be built" in progress(app) and "Loading" not in progress(app)


def test_the_data_page_lists_every_dataset():
    page = AppTest.from_function(_data_page, default_timeout=LIMIT).run()
    assert not page.exception and len(page.dataframe[0].value) == len(DATASETS)
    assert set(data.row(data.DATASETS["cora"])) <= {str(column) for column in page.dataframe[0].value.columns}


def test_the_data_page_says_what_the_runs_of_all_may_hold():
    page = AppTest.from_function(_data_page, default_timeout=LIMIT).run()
    (said,) = (caption.value for caption in page.caption if "all visitors" in caption.value)
    assert f"of {server.visits().memory.limit / 1e9:.1f} GB" in said and "half of what the others leave" in said


def _data_page():
    from app.pages.data import page as data

    data.page()


def _page(name: str):
    from importlib import import_module

    import_module(f"app.pages.{name}.page").page()


@pytest.mark.parametrize("name", ["train", "learn", "embeddings", "gaussians", "race", "compare", "data"])
def test_every_page_opens_on_the_recorded_run(name):
    page = AppTest.from_function(_page, args=(name,), default_timeout=LIMIT).run()
    page.run()
    assert not page.exception and not page.error


@pytest.mark.parametrize("query, dataset", [({}, "cora"), ({"tau": "0.5"}, "cora"), ({"dataset": "digits"}, "digits")])
def test_what_is_chosen_starts_at_the_recorded_graph_that_is_seen(app, monkeypatch, tmp_path, query, dataset):
    monkeypatch.setenv("IGCL_FIRST_RUN", str(server.RECORDED))
    monkeypatch.setenv("IGCL_OFFLINE", "1")
    monkeypatch.setenv("IGCL_CACHE", str(tmp_path))
    monkeypatch.delenv("IGCL_DATA", raising=False)
    app.query_params.update(query)
    app.run()
    assert app.selectbox(key="dataset").value == dataset and not app.exception
    assert any(f"This is a recorded run. Play trains {dataset}, τ" in caption.value for caption in app.caption)
    assert any("on this machine" in caption.value for caption in app.caption)  # the recording brings Cora along


def test_keys_of_another_part_stay_in_the_address(app):
    app.query_params.update({"mode": "present", "beside": "0.1,0.5", "seed": "7"})
    app.run()
    refreshed(app, lambda app: "step 160 of 160" in progress(app))
    shown = {name: text if isinstance(text, str) else text[0] for name, text in app.query_params.items()}
    assert shown["mode"] == "present" and shown["beside"] == "0.1,0.5" and shown["seed"] == "7"
    assert shown["step"] == "160" and shown["run"] == "seed:0"  # the sample run is what is seen
