"""The explorer over embeddings that no run of the lab made, and over a run that keeps nothing but z."""

import json

import pytest
from streamlit.testing.v1 import AppTest

from app.pages.embeddings.takeaway import FILES, file_of
from igcl_core.export import read_csv
from tests.app.waiting import LIMIT, charts, refreshed, words

KINDS = ("bare", "labels", "edges", "both", "split")


def _foreign():
    """What `kind` says of an embedding of 40 items in two heaps, brought from elsewhere."""
    import numpy as np
    import streamlit as st

    from app.pages.embeddings.explored import of_embedding
    from app.pages.embeddings.page import explore
    from app.session.server import visit
    from igcl_core import random_split

    here, kind = visit(), st.session_state["kind"]
    random = np.random.default_rng(0)
    heap = np.repeat([0, 1], 20)
    known = {}
    if kind in ("labels", "both", "split"):
        known["labels"] = np.array(["<b>left</b>", "right"])[heap]
    if kind in ("edges", "both"):
        known["edges"] = np.stack([np.arange(39), np.arange(1, 40)])
    if kind == "split":
        known |= {"split": random_split(40, 0.3, 0.2), "texts": [f"paper {number}" for number in range(40)]}
    explored = of_embedding("their *vectors*", 3 * heap[:, None] + random.normal(size=(40, 5)), **known)
    st.session_state["here"], st.session_state["data"] = here, explored.data
    explore(here, explored)


def _z_only():
    """The sample run, once as it is and once as if its method kept nothing but z."""
    from dataclasses import replace

    import streamlit as st

    from app.pages.embeddings.explored import of_run
    from app.pages.embeddings.page import explore
    from app.session.server import visit

    here = visit()
    view = here.current.view
    if st.session_state.get("z only", True):
        kept = {step: {"z": arrays["z"]} for step, arrays in view.snapshots.items()}
        view = replace(view, snapshots=kept, method=replace(view.method, arrays={"z": "GRACE z"}))
    explore(here, of_run(view, here.current.number))


def opened(script, **state) -> AppTest:
    """The page with maps that are there at once."""
    app = AppTest.from_function(script, default_timeout=LIMIT)
    app.session_state["emb_method"] = "pca"
    for name, value in state.items():
        app.session_state[name] = value
    return settled(app.run())


def settled(app: AppTest) -> AppTest:
    refreshed(app, lambda app: maps(app) and "measuring" not in words(app) and not app.get("progress"))
    assert not app.exception and not app.error
    return app


def maps(app: AppTest) -> list[dict]:
    told = [json.loads(each.proto.json) for each in charts(app) if each.proto.json]
    return [each for each in told if "map" in each["alt"].lower()]


def titles(app: AppTest) -> list[str]:
    return [note["text"] for note in json.loads(maps(app)[0]["figure"])["layout"]["annotations"]]


def pick(app: AppTest, *ids: int) -> AppTest:
    app.session_state["here"].pick(ids, app.session_state["data"], 40)
    return app.run()


COLORS = {
    "bare": ["One colour"],
    "labels": ["Class", "K-means cluster"],
    "edges": ["Degree"],
    "both": ["Class", "Degree", "K-means cluster"],
    "split": ["Class", "Predicted class", "Right or wrong", "K-means cluster", "Split"],
}


@pytest.mark.parametrize("kind", KINDS)
def test_a_foreign_embedding_has_one_map_named_after_it_and_the_colours_it_can_have(kind):
    app = opened(_foreign, kind=kind)
    assert titles(app) == ["their *vectors*"] and maps(app)[0]["alt"] == "A map of the embedding"
    assert [box.key for box in app.selectbox] == ["emb_color"]
    assert app.selectbox(key="emb_color").options == COLORS[kind]
    assert "PCA of their \\*vectors\\*." in words(app) and "at step" not in words(app)
    assert ("silhouette" in words(app)) == (kind not in ("bare", "edges"))
    for color in COLORS[kind]:
        app.selectbox(key="emb_color").set_value(color).run()
        settled(app)


@pytest.mark.parametrize("kind", KINDS)
def test_its_items_are_picked_inspected_summed_up_and_taken_away(kind):
    app = opened(_foreign, kind=kind)
    labels, edges = kind not in ("bare", "edges"), kind in ("edges", "both")
    pick(app, 3)
    item = "Node" if edges else "Item"
    assert f"**{item} 3**" in words(app) and ("degree 2" in words(app)) == edges
    assert ("class" in app.dataframe[0].value.columns) == labels
    assert ("linked" in app.dataframe[0].value.columns) == edges
    assert any("surroundings" in json.loads(each.proto.json)["alt"] for each in charts(app)) == edges
    assert ("paper 3" in words(app)) == (kind == "split")
    pick(app, 3, 30, 31)
    assert f"**3 of 40 {item.lower()}s picked**" in words(app) and ("1 links inside" in words(app)) == edges
    assert maps(app)[0]["picked"] == [3, 30, 31]
    here = app.session_state["here"]
    chart = read_csv(file_of(here, FILES["CSV"][2]))
    assert chart.z.shape == (40, 5) and ("class" in chart.columns) == labels and ("degree" in chart.columns) == edges
    assert all(file_of(here, write) for _, _, write in FILES.values())


def test_labels_of_others_are_text_and_nothing_else():
    app = opened(_foreign, kind="both")
    assert "&lt;b&gt;left&lt;/b&gt; (20)" in [trace.get("name") for trace in json.loads(maps(app)[0]["figure"])["data"]]
    app.text_input(key="emb_search").set_value("right").run()
    assert app.session_state["here"].picks.ids == tuple(range(20, 40))


def test_a_run_with_only_z_has_features_untrained_and_z():
    app = opened(_z_only)
    assert app.selectbox(key="emb_before").options == ["Raw features", "Untrained backbone", "GRACE z"]
    assert titles(app) == ["Untrained backbone", "GRACE z"] and "GRACE z at step 160" in words(app)
    assert "σ" not in app.selectbox(key="emb_color").options


def test_a_space_that_the_next_run_lacks_is_no_longer_chosen():
    app = opened(_z_only, **{"z only": False})
    assert titles(app) == ["VGAE μ", "iGCL z"]
    app.selectbox(key="emb_before").set_value("mu").run()
    app.session_state["z only"] = True
    settled(app.run())
    assert titles(app) == ["Untrained backbone", "GRACE z"]


def test_a_file_asked_for_before_anything_is_drawn_waits_and_then_says_so():
    app = opened(_foreign, kind="bare")
    here = app.session_state["here"]
    here.drawn = None
    with pytest.raises(ValueError, match="no map to take away"):
        file_of(here, FILES["CSV"][2], patience=0.0)
