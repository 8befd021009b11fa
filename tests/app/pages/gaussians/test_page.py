"""The Gaussians page by AppTest: never empty, says what it shows, and every panel works at node and graph level."""

import threading
from types import SimpleNamespace

import numpy as np
import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from app.pages.gaussians import page as gaussians
from app.pages.gaussians import scene as scene_module
from app.pages.gaussians.items import read_ids
from app.pages.gaussians.numbers import HELP, before_words
from app.pages.gaussians.scene import thinned
from igcl_core.analysis.gaussians.separation import separation
from igcl_core.analysis.gaussians.stages import Stage
from igcl_core.methods.implicit.contrasted import Contrasted
from tests.app.waiting import LIMIT, charts, words
from tests.app.waiting import refreshed as until


def _page():
    from app.pages.gaussians import page as gaussians

    gaussians.page()


def _small_run():
    """A short graph-level run in place of the sample."""
    import streamlit as st

    from app.pages.gaussians import page as gaussians
    from app.session.server import visit
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


@pytest.fixture
def page():
    app = AppTest.from_function(_page, default_timeout=LIMIT).run()
    return until(app, lambda app: "Before contrasting" in words(app))


def test_a_first_visit_shows_the_sample_run_with_numbers(page):
    assert not page.exception
    assert "(VGAE at step 60)" in words(page) and "At step 160" in words(page)
    table = until(opened(page, "Numbers"), lambda app: len(app.dataframe)).dataframe[0].value
    columns = ["Number", "VGAE at step 60", "untrained z", "z at step 160", "change from VGAE at step 60"]
    assert list(table.columns) == columns
    assert len(table) == 10 and "±" in table.iloc[4, 1]


def test_one_number_stands_large_with_its_sentence_and_the_rest_is_folded(page):
    until(page, lambda app: "→" in app.metric[0].value)
    before, after = (float(part.strip("× ")) for part in page.metric[0].value.split("→"))
    said = words(page)
    assert f"of one class overlap **{after:g}×**" in said and f"(VGAE at step 60) it was {before:g}×" in said
    assert ("here contrast does not help" in said) == (after < before)
    folded = page.expander[0]
    assert not folded.proto.expanded and "**Before contrasting** (VGAE at step 60)" in folded.markdown[1].value


def test_what_tau_does_stands_first_and_says_that_nothing_is_trained(page):
    assert page.tabs[0].label == "What τ does"
    until(page, lambda app: "Nothing is trained while you drag" in words(app))
    assert "same state (step 160, trained at τ = 1) seen at another τ" in words(page)
    page.number_input(key="gaussians-one/karate").set_value(33).run()
    until(page, lambda app: "Node 33 · Officer." in words(app))


def test_while_the_most_confused_are_looked_for_no_other_nodes_stand_in_for_them(monkeypatch):
    found = threading.Event()
    measure = scene_module.separation
    monkeypatch.setattr(scene_module, "separation", lambda *a, **k: found.wait(LIMIT) and measure(*a, **k))
    app = AppTest.from_function(_page, default_timeout=LIMIT)
    app.session_state["gaussians-kind"] = "Most confused"
    app.run()
    assert "The nodes that are confused most are being looked for" in words(app) and not charts(app)
    found.set()
    until(app, lambda app: "Largest overlaps before contrasting" in words(app))
    assert "(one class)" not in words(app) and charts(app) and not app.exception


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
    until(page, lambda app: "Largest overlaps before contrasting" in words(app))
    page.segmented_control(key="gaussians-kind").set_value("Lasso").run()
    assert "Drag around nodes" in words(page) and len(charts(page)) == 3
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
    until(page, lambda app: "**Best:" in words(app))
    assert "One seed" in words(page) and "Here: τ = 0.1, 1" in words(page)
    table = page.dataframe[0].value
    assert list(table["τ"]) == ["0.1", "1"] and all("±" in share for share in table["samples to own z"])
    assert not page.exception


def test_graph_level_runs_have_all_panels_too():
    app = AppTest.from_function(_small_run, default_timeout=LIMIT).run()
    until(app, lambda app: "Before contrasting" in words(app) and "At step 3" in words(app))
    assert "two graphs overlap" in words(app)
    for panel, sentence in {"One graph": "of the softmax", "Reconstruction": "edges are missed"}.items():
        until(opened(app, panel), lambda app, sentence=sentence: sentence in words(app))
    assert app.number_input(key="gaussians-graph/motifs").value == 0
    assert not app.exception


def _without_warmup():
    """A short run of which the VGAE begins untrained and learns beside the contrast."""
    import streamlit as st

    from app.pages.gaussians import page as gaussians
    from app.session.server import visit
    from igcl_core import preset

    here = visit()
    if "began" not in st.session_state:
        here.start("karate", "igcl", preset("karate").changed(epochs=3, warmup=0, K=1, snapshot_every=1)).play()
        st.session_state.began = True
    gaussians.page()


def test_an_untrained_vgae_is_called_so_and_z_is_compared_with_the_trained_one_too():
    app = AppTest.from_function(_without_warmup, default_timeout=LIMIT).run()
    said = "times around the untrained VGAE and"
    until(app, lambda app: said in words(app) and "At step 3" in words(app))
    assert "**Before contrasting** (untrained VGAE)" in words(app) and "times around the VGAE at step 3" in words(app)
    assert "Left: untrained VGAE, the last step kept before contrasting" in words(app)
    until(opened(app, "Numbers"), lambda app: len(app.dataframe) and "VGAE at step 3" in app.dataframe[0].value.columns)
    assert list(app.dataframe[0].value.columns)[-2:] == ["change from untrained VGAE", "change from VGAE at step 3"]
    assert not app.exception


def test_numbers_typed_are_read_with_sentences_for_what_cannot_be():
    assert read_ids("3, 1;1 2", 5, "node")[0].tolist() == [3, 1, 2]
    assert read_ids("9" * 5000, 5, "node")[0].tolist() == [] == read_ids("² ٣", 5, "node")[0].tolist()
    assert read_ids("7", 5, "graph")[1] == "Graphs have numbers from 0 to 4; 7 cannot be shown."
    assert "Type numbers" in read_ids("", 5, "node")[1]
    ids, sentence = read_ids(" ".join(map(str, range(50))), 100, "node")
    assert len(ids) == 40 and "first 40 of 50" in sentence


def test_frames_are_few_and_hold_both_ends_and_the_start_of_contrast():
    assert thinned((0, 5, 10), 5) == (0, 5, 10)
    many = thinned(tuple(range(0, 1000, 5)), 65, most=10)
    assert len(many) <= 11 and {0, 65, 995} <= set(many) and list(many) == sorted(many)


def test_nearest_is_said_of_distances_and_the_loss_of_products():
    """Without normalisation the two part: the words must go with the number that each describes."""
    z, mu, sigma = np.random.default_rng(0).uniform(0.3, 3, size=(3, 20, 4)).astype(np.float32)
    found = separation(Contrasted(z, mu, sigma / 10), None, place="mu")
    scene = SimpleNamespace(item="node")
    assert found.nearest.accuracy != found.attribution.accuracy
    said = before_words({Stage("VGAE", 3, "mu"): found}, scene)
    assert f"{found.nearest.accuracy:.1%} ± {found.nearest.error:.1%} lie nearest to the mean" in said
    assert f"{found.attribution.accuracy:.1%} ± {found.attribution.error:.1%} have with it the largest inner" in said
    assert "ceiling" not in HELP
