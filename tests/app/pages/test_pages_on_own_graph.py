"""Every page on a run of a graph that the visitor brought, with and without classes."""

import pytest
from streamlit.testing.v1 import AppTest

from tests.app.waiting import LIMIT, refreshed, words

PAGES = ("train", "embeddings", "gaussians", "compare", "data", "learn")


def _page(name: str, labelled: bool) -> None:
    from importlib import import_module

    import streamlit as st

    from app.session.server import visit
    from igcl_core import read
    from igcl_core.reading import Given

    here = visit()
    if not here.own:
        edges = "from,to\n" + "\n".join(f"n{k},n{(k + step) % 30}" for k in range(30) for step in (1, 2))
        nodes = "id,side\n" + "\n".join(f"n{k},{'<i>left</i>' if k < 15 else 'right'}" for k in range(30))
        files = [Given("edges.csv", edges.encode()), *([Given("nodes.csv", nodes.encode())] if labelled else [])]
        here.steer(here.bring(read(*files).graphs))
        st.session_state.linked = (here.choice, [])
        here.begin().step()
    st.session_state.here = here
    import_module(f"app.pages.{name}.page").page()


@pytest.mark.parametrize("labelled", [True, False])
@pytest.mark.parametrize("name", PAGES)
def test_every_page_opens_on_it(name, labelled):
    page = AppTest.from_function(_page, default_timeout=LIMIT, kwargs={"name": name, "labelled": labelled})
    page.session_state["emb_method"] = "pca"
    page.run()
    here = page.session_state.here
    refreshed(page, lambda page: here.current.view.step is not None and here.current.view.step.index == 1)
    page.run()
    assert not page.exception
    assert here.current.view.graphs.num_nodes == 30 and here.choice.own is not None
    assert name == "learn" or "edges" in words(page)
