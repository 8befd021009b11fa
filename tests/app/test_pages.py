"""The pages without a browser: what they say, and what their buttons do."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from app.views import data, train
from igcl_core import DATASETS

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def train_page() -> Iterator[AppTest]:
    """The app at its first page; every AppTest is the same visitor, so the run is thrown away at the end."""
    at = AppTest.from_file(str(ROOT / "streamlit_app.py"), default_timeout=60).run()
    yield at
    at.button(key="again").click().run()


def metrics(at: AppTest) -> dict[str, str]:
    return {metric.label.split(" of ")[0]: metric.value for metric in at.metric}


def test_the_train_page_starts_with_the_untrained_embedding(train_page):
    assert not train_page.exception
    assert train_page.title[0].value == "Train"
    assert metrics(train_page)["Step"] == "0"
    assert metrics(train_page)["Probe before"] == metrics(train_page)["Probe now"]
    assert len(train_page.get("plotly_chart")) == 2


def test_play_trains_to_the_end(train_page):
    train_page.button(key="play").click().run()
    assert "pause" in [button.key for button in train_page.button]
    deadline = time.monotonic() + 60
    while not train_page.caption[0].value.startswith("Done.") and time.monotonic() < deadline:
        time.sleep(0.5)
        train_page.run()
    assert not train_page.exception
    assert int(metrics(train_page)["Step"]) > 100
    assert train_page.button(key="play").disabled


def test_another_temperature_is_another_run(train_page):
    train_page.button(key="play").click().run()
    train_page.select_slider(key="tau").set_value(0.1).run()
    assert metrics(train_page)["Step"] == "0"


def test_an_error_is_shown_as_a_sentence(monkeypatch):
    def refuse(*_, **__):
        raise ValueError("The club is closed today.")

    monkeypatch.setattr(train, "worker_for", refuse)
    at = AppTest.from_function(_train_page, default_timeout=60).run()
    assert [error.value for error in at.error] == ["The club is closed today."]
    assert not at.exception


def _train_page():
    from app.views.train import page

    page()


def test_the_data_page_lists_every_dataset():
    at = AppTest.from_function(_data_page, default_timeout=60).run()
    assert not at.exception
    assert at.dataframe[0].value["Dataset"].tolist() == [card.title for card in DATASETS.values()]


def _data_page():
    from app.views.data import page

    page()


def test_a_dataset_that_is_not_here_says_so(monkeypatch, tmp_path):
    monkeypatch.setenv("IGCL_DATA", str(tmp_path))
    monkeypatch.setenv("IGCL_CACHE", str(tmp_path))
    assert data.row(DATASETS["cora"])["On this machine"] is False
    assert data.row(DATASETS["karate"])["On this machine"] is True
