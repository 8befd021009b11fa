"""The Embeddings page by AppTest: never empty, every map, colour and space, and a sentence for what cannot be."""

import json

import pytest
from streamlit.testing.v1 import AppTest

from app.plain_text import plain
from tests.app.waiting import LIMIT, charts, refreshed, words

MAP = "Two maps of the embedding, before and after"


def _page():
    from app.pages.embeddings import page as embeddings

    embeddings.page()


@pytest.fixture
def app():
    return settled(AppTest.from_function(_page, default_timeout=LIMIT).run())


def settled(app):
    """The page with every map and number there."""
    refreshed(app, lambda app: maps(app) and "measuring" not in words(app) and not under_way(app))
    assert not app.exception
    return app


def under_way(app) -> bool:
    return any("iterations" in each.proto.text for each in app.get("progress"))


def maps(app) -> list[dict]:
    told = [json.loads(each.proto.json) for each in charts(app) if each.proto.json]
    return [each for each in told if each.get("alt") == MAP]


def test_a_first_visit_shows_the_papers_figure_of_the_sample_run(app):
    (shown,) = maps(app)
    titles = [note["text"] for note in json.loads(shown["figure"])["layout"]["annotations"]]
    assert titles == ["VGAE μ", "iGCL z"]
    made = "perplexity 11 (the most 34 items allow), 1000 iterations, seed 0."
    assert f"t-SNE of iGCL z at step 160: {made}" in words(app)
    assert words(app).count("trustworthiness **") == 2 and words(app).count("silhouette **") == 2


@pytest.mark.parametrize("method, says", [("pca", "of the variance"), ("umap", "15 neighbours, least distance 0.1")])
def test_every_map_says_how_it_was_made(app, method, says):
    app.segmented_control(key="emb_method").set_value(method).run()
    settled(app)
    assert words(app).count(says) == 2


def test_every_space_can_be_shown(app):
    app.segmented_control(key="emb_method").set_value("pca").run()
    for space in app.selectbox(key="emb_before").options:
        app.selectbox(key="emb_before").set_value(space_of(app, space)).run()
        settled(app)
        assert space in [note["text"] for note in json.loads(maps(app)[0]["figure"])["layout"]["annotations"]]


def space_of(app, title):
    names = ["features", "untrained", "mu", "z", "h"]
    return names[app.selectbox(key="emb_before").options.index(title)]


def test_every_colour_can_be_chosen(app):
    app.segmented_control(key="emb_method").set_value("pca").run()
    for color in app.selectbox(key="emb_color").options:
        app.selectbox(key="emb_color").set_value(color).run()
        settled(app)
    assert app.selectbox(key="emb_color").options == [
        "Class", "Degree", "Predicted class", "Right or wrong", "σ", "K-means cluster", "Split"
    ]  # fmt: skip


def test_the_film_has_every_kept_step(app):
    app.segmented_control(key="emb_method").set_value("pca").run()
    settled(app)
    refreshed(app, lambda app: len(json.loads(maps(app)[0]["film"])["steps"]) >= 9)
    assert json.loads(maps(app)[0]["film"])["steps"][0] == 0


def test_a_search_that_finds_nothing_says_what_there_is(app):
    app.text_input(key="emb_search").set_value("nobody").run()
    assert "'nobody' is no id from 0 to 33 or a class (Mr. Hi, Officer)." in words(app)


def test_what_cannot_be_computed_is_said_and_nothing_waits_for_it(app, monkeypatch):
    from app.pages.embeddings import maps as module

    def fail(*_, **__):
        raise ValueError("This space has no map.")

    for name in ("plane", "project", "trust"):
        monkeypatch.setattr(module, name, fail)
    app.selectbox(key="emb_before").set_value("features").run()
    refreshed(app, lambda app: "cannot be drawn" in words(app) and app.error)
    assert [each.value for each in app.error] == [plain("This space has no map.")] and not app.get("skeleton")
