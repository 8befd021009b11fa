"""The Gaussians page by AppTest: never empty, says what it shows, and every panel works at node and graph level."""

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from app.gaussians.items import read_ids
from app.gaussians.scene import thinned
from app.views import gaussians
from tests.app.waiting import refreshed as until


def _page():
    from app.views import gaussians

    gaussians.page()


def _small_run():
    """A short graph-level run in place of the sample."""
    import streamlit as st

    from app.house import visit
    from app.views import gaussians
    from igcl_core import preset

    here = visit()
    if "began" not in st.session_state:
        small = dict(epochs=2, warmup=1, D=8, vgae_hidden=8, layers=2, b=64, snapshot_every=1)
        here.start("motifs", "igcl", preset("motifs").changed(**small)).play()
        st.session_state.began = True
    gaussians.page()


def opened(app, panel):
    app.session_state["gaussians-tabs"] = panel
    return app.run()


def words(app) -> str:
    return " ".join(each.value for each in [*app.markdown, *app.caption])


@pytest.fixture
def page():
    app = AppTest.from_function(_page, default_timeout=60).run()
    return until(app, lambda app: "Before contrasting" in words(app))


def test_a_first_visit_shows_the_sample_run_with_numbers(page):
    assert not page.exception
    assert "(step 60)" in words(page) and "At step 160" in words(page)
    table = until(page, lambda app: len(app.dataframe)).dataframe[0].value
    assert list(table.columns) == ["Number", "VGAE alone", "untrained z", "z at step 160", "change"]
    assert len(table) == 9 and "±" in table.iloc[4, 1]


def test_every_panel_has_something_to_say(page):
    expected = {
        "One node": "of the softmax over all 34 embeddings",
        "The bound": "times the closed form",
        "Temperature τ": "One temperature is not yet a comparison",
        "Reconstruction": "of 78 edges are missed",
    }
    for panel, sentence in expected.items():
        until(opened(page, panel), lambda app, sentence=sentence: sentence in words(app))
        assert not page.exception


def test_nodes_are_chosen_by_hand_by_class_and_by_confusion(page):
    page.text_input(key="gaussians-ids/karate").set_value("1, 99, x").run()
    assert "99, x cannot be shown" in page.warning[0].value
    page.segmented_control(key="gaussians-kind").set_value("A class").run()
    assert "of the 17 nodes of this class" in words(page)
    page.segmented_control(key="gaussians-kind").set_value("Most confused").run()
    assert "Largest overlaps before contrasting" in words(page)
    page.segmented_control(key="gaussians-kind").set_value("Lasso").run()
    assert "Drag around nodes" in words(page) and len(page.get("bidi_component")) == 3
    assert not page.exception


def test_every_projection_is_drawn_and_samples_are_redrawn(page):
    for kind in ("Separates the chosen best", "Two latent axes", "PCA of the means"):
        page.selectbox(key="gaussians-projection").set_value(kind).run()
        assert not page.exception
    page.selectbox(key="gaussians-projection").set_value("t-SNE, samples only").run()
    until(page, lambda app: "a Gaussian is no ellipse in it" in words(app))
    page.selectbox(key="gaussians-projection").set_value("PCA of the means").run()
    page.button(key="gaussians-redraw").click().run()
    assert "seed 1" in words(page)


def test_a_click_on_redraw_counts_even_when_its_run_is_overtaken(page, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr(gaussians, "choose_items", lambda scene: st.stop())
        page.button(key="gaussians-redraw").click().run()
    assert "seed 1" in words(page.run())


def test_temperatures_are_trained_side_by_side_and_judged(page):
    opened(page, "Temperature τ")
    page.multiselect(key="gaussians-taus/karate/1").set_value([0.1]).run()
    page.button(key="gaussians-train-taus").click().run()
    until(page, lambda app: "**Best:" in words(app), timeout=120)
    assert "One seed" in words(page) and "Here: τ = 0.1, 1" in words(page)
    table = page.dataframe[0].value
    assert list(table["τ"]) == ["0.1", "1"] and all("±" in share for share in table["samples to own z"])
    assert not page.exception


def test_graph_level_runs_have_all_panels_too():
    app = AppTest.from_function(_small_run, default_timeout=60).run()
    until(app, lambda app: "Before contrasting" in words(app) and "At step 3" in words(app), timeout=120)
    assert "two graphs overlap" in words(app)
    for panel, sentence in {"One graph": "of the softmax", "Reconstruction": "edges are missed"}.items():
        until(opened(app, panel), lambda app, sentence=sentence: sentence in words(app))
    assert app.number_input(key="gaussians-graph/motifs").value == 0
    assert not app.exception


def test_numbers_typed_are_read_with_sentences_for_what_cannot_be():
    assert read_ids("3, 1;1 2", 5, "node")[0].tolist() == [3, 1, 2]
    assert read_ids("7", 5, "graph")[1] == "Graphs have numbers from 0 to 4; 7 cannot be shown."
    assert "Type numbers" in read_ids("", 5, "node")[1]
    ids, sentence = read_ids(" ".join(map(str, range(50))), 100, "node")
    assert len(ids) == 40 and "first 40 of 50" in sentence


def test_frames_are_few_and_hold_both_ends_and_the_start_of_contrast():
    assert thinned((0, 5, 10), 5) == (0, 5, 10)
    many = thinned(tuple(range(0, 1000, 5)), 65, most=10)
    assert len(many) <= 11 and {0, 65, 995} <= set(many) and list(many) == sorted(many)
