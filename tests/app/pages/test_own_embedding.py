"""A finished embedding dropped on the Data page opens in the explorer of the visit that brought it."""

import io

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from app.pages.embeddings.explored import of_embedding
from app.session.fleet import Fleet
from app.session.memory import Memory
from app.session.visit import Visit
from tests.app.waiting import LIMIT, charts, refreshed, words

Z = np.random.default_rng(0).standard_normal((40, 6))
LABELS = ["<b>cat</b>", "dog"] * 20


def _drop_page() -> None:
    from app.pages.data.own_embedding import own_embedding
    from app.session.server import visit

    own_embedding(visit())


def _explorer() -> None:
    import numpy as np
    import streamlit as st

    from app.pages.embeddings.explored import of_embedding
    from app.pages.embeddings.page import page
    from app.session.server import visit

    here = st.session_state.here = visit()
    if here.embedding is None:
        z = np.random.default_rng(0).standard_normal((40, 6))
        here.bring_embedding(of_embedding("made", z, ["<b>cat</b>", "dog"] * 20), z.nbytes)
    page()


def array() -> tuple[str, bytes, str]:
    out = io.BytesIO()
    np.save(out, Z)
    return ("made.npy", out.getvalue(), "application/octet-stream")


def test_rows_dimensions_and_classes_are_shown_before_it_is_explored():
    page = AppTest.from_function(_drop_page, default_timeout=LIMIT).run()
    labels = ("labels.csv", "\n".join(["label", *LABELS]).encode(), "text/csv")
    page.file_uploader[0].set_value([array(), labels]).run()
    assert not page.exception
    assert {each.label: each.value for each in page.metric} == {"Rows": "40", "Dimensions": "6", "Classes": "2"}
    assert len(charts(page)) == 1 and page.button[0].label == "Explore it"
    page.file_uploader[0].set_value([("made.npy", b"no", "x")]).run()
    assert "made.npy" in page.error[0].value and not page.metric


def test_the_explorer_opens_it_and_goes_back_to_the_run():
    page = AppTest.from_function(_explorer, default_timeout=LIMIT)
    page.session_state["emb_method"] = "pca"
    page.run()
    here = page.session_state.here
    refreshed(page, lambda page: "PCA of made" in words(page) and here.drawn is not None)
    assert here.drawn.explored is here.embedding
    here.shows_own = False
    refreshed(page, lambda page: here.drawn is not None and here.drawn.explored.graphs is not None)


def test_it_is_the_visits_own_and_counts_as_memory():
    fleet = Fleet(1)
    try:
        mine, other = Visit(fleet), Visit(fleet)
        mine.bring_embedding(of_embedding("made", Z), Z.nbytes)
        assert mine.held == Z.nbytes and other.embedding is None
        mine.leave()
        assert mine.embedding is None and mine.held == 0
        full = Visit(fleet, memory=Memory(limit=100))
        with pytest.raises(ValueError, match="no room"):
            full.bring_embedding(of_embedding("made", Z), Z.nbytes)
        assert full.embedding is None
    finally:
        fleet.stop()
