"""The Race page by AppTest: from a button to the table, what cannot race, links, and what outlives the page."""

import re

import pytest
from streamlit.testing.v1 import AppTest

from app.pages.race.lanes import first_sentence
from app.pages.race.presets import PRESETS
from app.session.race_choice import MOST, able, refusals
from igcl_core import DATASETS, METHODS
from tests.app.waiting import LIMIT, charts, refreshed, words


def _page():
    import streamlit as st

    from app.pages.race.page import page
    from app.session.server import visit

    st.session_state["here"] = visit()
    page()


@pytest.fixture
def page() -> AppTest:
    return AppTest.from_function(_page, default_timeout=LIMIT)


def opened(page: AppTest, **query: str) -> AppTest:
    page.query_params.update(query)
    page.run()
    assert not page.exception
    return page


def button(page: AppTest, name: str):
    return next(each for each in page.button if each.label == name)


def press(page: AppTest, name: str) -> AppTest:
    button(page, name).click().run()
    assert not page.exception
    return page


def html(page: AppTest) -> str:
    return "\n".join(each.proto.body for each in page.get("html"))


def progress(page: AppTest) -> str:
    return page.get("progress")[0].proto.text


def race(page: AppTest):
    return page.session_state["here"].race


def finished(page: AppTest) -> AppTest:
    refreshed(page, lambda page: race(page).over and "…" not in html(page))
    assert not page.exception
    return page


def table(page: AppTest) -> dict[str, list[str]]:
    """The cells of every method, small print included."""
    body = next(each.proto.body for each in page.get("html") if "paper-table" in each.proto.body)
    rows = re.findall(r"<tr.*?</tr>", body.split("<tbody>")[1])
    cells = [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row) for row in rows]
    return {name: [re.sub("<[^>]*>", " ", cell).strip() for cell in rest] for name, *rest in cells}


def test_a_preset_races_from_its_button_to_the_table(page):
    opened(page)
    press(page, "Karate club in ten seconds")
    assert not button(page, "Pause").disabled
    finished(page)
    rows = table(page)
    assert [*rows] == ["iGCL", "GAE", "DGI", "GCN (supervised), uses labels"]
    for live_run, cells in zip(race(page).runs, rows.values(), strict=True):
        best, last = live_run.view.best_probe(), live_run.view.step
        assert cells[0] == f"{100 * best.metrics['probe_test']:.1f} step {best.index}"
        assert cells[3:] == [f"{last.metrics['seconds']:.1f}", f"{last.index} of {last.total}", cells[5]]
        assert "±" in cells[1] and "±" in cells[2] and cells[5].endswith("MB")
    assert "One run each: differences of a point or two are chance." in words(page)
    assert "One of the 28 test nodes is 3.6 points." in words(page)
    assert "K-means with k = 2 on the raw embedding" in words(page) and "28 test" in words(page)
    assert progress(page) == "Karate club · 4 of 4 methods done" and button(page, "Race again")
    assert len(charts(page)) == 5
    assert {name: text for name, text in page.query_params.items()} == {
        "race": "igcl,gae,dgi,gcn", "dataset": "karate", "seed": "0",
    }  # fmt: skip


def test_clusters_are_those_of_the_protocol(page):
    from igcl_core.evaluate import cluster

    opened(page, race="gae", dataset="karate")
    finished(press(page, "Play"))
    view = race(page).runs[0].view
    score = cluster(view.snapshots[view.kept[-1]]["z"], view.graphs.y, repeats=3)
    assert table(page)["GAE"][1] == f"{100 * score.value:.1f} ± {100 * score.spread:.1f}"
    assert table(page)["GAE"][2].startswith(f"{score.details['nmi']:.3f}")


def test_a_link_opens_a_race_ready_to_play(page):
    opened(page, race="gcn,dgi", dataset="karate", seed="5")
    assert page.multiselect[0].value == ["gcn", "dgi"] and page.number_input(key="race-seed").value == 5
    assert page.selectbox(key="race-graph").value == "karate" and not button(page, "Play").disabled
    assert race(page).choice is None and "Changed in all: seed 5." in words(page)
    assert len(charts(page)) == 3 and "<b>GCN (supervised)</b>, uses labels" in html(page)
    finished(press(page, "Play"))
    assert {live_run.view.settings.seed for live_run in race(page).runs} == {5}


@pytest.mark.parametrize("query, sentence", [
    ({"race": "dgi,nobody"}, "nobody"),
    ({"race": "dgi", "dataset": "coar"}, "Did you mean 'cora'"),
    ({"race": "dgi", "seed": "many"}, "seed must be a number"),
    ({"race": "![p](http://127.0.0.1:9/p.png)"}, "names no method"),
    ({"race": "dgi,igcl", "step": "x"}, "step must be a whole number"),
    ({"race": "a" * 20_000, "dataset": "\x00", "seed": "9" * 5000}, "names no method"),
])  # fmt: skip
def test_a_bad_link_gets_a_sentence_and_a_working_page(page, query, sentence):
    opened(page, **query)
    assert any(sentence in warning.value for warning in page.warning), [each.value for each in page.warning]
    assert not button(page, "Play").disabled and "[p](http" not in "".join(each.value for each in page.warning)


def test_what_cannot_race_on_a_graph_is_listed_with_its_reason_before_training(page):
    opened(page, race="graphcl,gin", dataset="motifs")
    card = DATASETS["motifs"]
    assert page.multiselect[0].options == [METHODS[name].title for name in able(card)]
    assert f"{len(refusals(card))} methods cannot race here" in [each.label for each in page.expander]
    assert "DGI learns node embeddings" in words(page)
    page.selectbox(key="race-graph").set_value("karate").run()
    assert not page.exception and "GraphCL learns graph embeddings" in words(page)
    assert len(page.multiselect[0].value) == MOST


def test_without_a_method_there_is_nothing_to_play(page):
    opened(page, race="dgi", dataset="karate")
    page.multiselect[0].set_value([]).run()
    assert not page.exception and button(page, "Play").disabled and button(page, "Reset").disabled
    assert progress(page) == "Choose at least one method."


def test_the_chart_is_over_seconds_or_over_steps(page):
    opened(page, race="gae,dgi", dataset="karate")
    finished(press(page, "Play"))
    chart = next(each for each in charts(page) if each.key == "race-chart")
    over = [chart.proto.json]
    page.session_state["race-x"] = "step"
    page.run()
    over.append(next(each for each in charts(page) if each.key == "race-chart").proto.json)
    assert not page.exception and over[0] != over[1] and "over steps" in over[1] and "seconds of training" in over[0]


def test_the_race_outlives_the_page_and_a_new_choice_replaces_it_at_play(page):
    opened(page, race="gae,dgi", dataset="karate")
    finished(press(page, "Play"))
    before = race(page).runs
    page.number_input(key="race-seed").set_value(4).run()
    assert "Play starts the race that is chosen now" in progress(page) and race(page).runs is before
    press(page, "Play")
    assert race(page).runs is not before and race(page).choice.seed == 4
    finished(page)
    assert [live_run.view.status for live_run in before] == ["gone", "gone"]


def test_step_and_reset_act_on_all(page):
    opened(page, race="gae,dgi", dataset="karate")
    press(page, "Step")
    refreshed(page, lambda page: html(page).count("step 1 of 100") == 2)
    press(page, "Reset")
    refreshed(page, lambda page: html(page).count("step 0 of 100") == 2)


def test_picks_are_shown_in_all_maps(page):
    opened(page, race="gae,dgi", dataset="karate")
    press(page, "Reset")
    refreshed(page, lambda page: html(page).count("step 0 of 100") == 2)
    here, graphs = page.session_state["here"], race(page).runs[0].view.graphs
    from app.session.content_key import graphs_key

    here.pick([3, 5], graphs_key(graphs), graphs.num_items)
    page.run()
    maps = [each for each in charts(page) if each.key.startswith("race-map")]
    assert len(maps) == 2 and all('"picked": [3, 5]' in each.proto.json for each in maps)


def test_presets_name_methods_that_can_race_there():
    for each in PRESETS:
        assert {*each.choice.methods} <= {*able(each.choice.card)} and len(each.choice.methods) <= MOST


def test_a_preset_whose_data_is_not_at_hand_cannot_be_pressed(page, monkeypatch, tmp_path):
    monkeypatch.setenv("IGCL_CACHE", str(tmp_path))
    monkeypatch.delenv("IGCL_DATA", raising=False)
    opened(page)
    assert (
        button(page, "Cora: DGI, GRACE, VGAE, iGCL").disabled and not button(page, "The paper in one minute").disabled
    )


def test_every_method_has_one_sentence():
    sentences = [first_sentence(method.about) for method in METHODS.values()]
    assert all(each.endswith(".") and each.count(". ") == 0 and len(each) > 20 for each in sentences)


def _own_page():
    import dataclasses

    import streamlit as st

    from app.pages.race.page import page
    from app.session.server import visit
    from igcl_core import load

    here = st.session_state["here"] = visit()
    if not here.own:
        here.bring(dataclasses.replace(load("karate"), name="mine", y=None, classes=(), split=None))
    page()


def test_a_graph_of_the_visitors_own_without_classes_races_too():
    page = AppTest.from_function(_own_page, default_timeout=LIMIT).run()
    name = next(iter(page.session_state["here"].own))
    page.selectbox(key="race-graph").set_value(name).run()
    page.multiselect[0].set_value(["gae", "dgi"]).run()
    finished(press(page, "Play"))
    assert [cells[:3] for cells in table(page).values()] == [["–"] * 3] * 2
    assert "This graph has no classes" in words(page) and page.query_params["dataset"] == name
    assert not any(METHODS["gcn"].title == option for option in page.multiselect[0].options)
