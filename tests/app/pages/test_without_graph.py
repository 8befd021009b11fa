"""A table without edges, and pictures, on the pages: trained, drawn as clouds, and decoded between two items."""

import json
import re

import pytest
from streamlit.testing.v1 import AppTest

from tests.app.waiting import LIMIT, charts, refreshed, words

SHORT = {"method": "implicit-vae", "warmup": "20", "epochs": "10"}


def _page(name: str):
    from importlib import import_module

    import_module(f"app.pages.{name}.page").page()


def opened(name: str, dataset: str, **query: str) -> AppTest:
    """A page with the dataset chosen and its run finished."""
    page = AppTest.from_function(_page, args=(name,), default_timeout=LIMIT)
    page.query_params.update({"dataset": dataset, **query})
    page.run()
    next(each for each in page.button if each.label == "Play").click().run()
    refreshed(page, lambda page: re.search(r"step (\d+) of \1\b", page.get("progress")[0].proto.text))
    assert not page.error and not page.exception
    return page


def alts(page: AppTest) -> list[str]:
    return [json.loads(each.proto.json)["alt"] for each in charts(page) if each.proto.json]


def test_a_table_is_trained_by_a_method_that_needs_no_edges():
    page = opened("train", "wine", **SHORT)
    losses = {"VAE loss, and what it is made of over the training", "Contrastive loss over the training"}
    assert losses <= set(alts(page))
    options = page.selectbox(key="method/wine").options
    assert options[:2] != ["iGCL", "VGAE"] and {"Implicit VAE", "VAE"} <= set(options)
    assert "'wine' has no edges. Choose a graph" in page.selectbox(key="method/wine").help


def test_a_link_to_the_table_alone_names_no_problem():
    page = AppTest.from_function(_page, args=("train",), default_timeout=LIMIT)
    page.query_params.update({"dataset": "wine"})
    page.run()
    assert not page.warning and not page.error
    assert "iGCL" not in page.selectbox(key="method/wine").options


@pytest.mark.parametrize(
    ("dataset", "shown"),
    [("wine", "implicit augmentations of a table"), ("digits", "implicit augmentations, made visible")],
)
def test_the_way_between_two_items_is_decoded(dataset, shown):
    page = opened("gaussians", dataset, **SHORT)
    assert any("Gaussians before contrasting" in alt for alt in alts(page))
    page.session_state["gaussians-tabs"] = "Reconstruction"
    page.run()
    refreshed(page, lambda page: shown in words(page))
    assert "VGAE" not in words(page)
    refreshed(page, lambda page: "Drag the ring" in words(page))
    assert "The plane of the means, with a place to drag" in alts(page)
    page.slider(key=f"gaussians-way/{dataset}").set_value(25).run()
    refreshed(page, lambda page: "25% of the way" in words(page))
    assert not page.error and not page.exception


def test_the_table_is_mapped():
    page = opened("embeddings", "wine", **SHORT)
    refreshed(page, lambda page: any("map" in alt.lower() for alt in alts(page)))
    assert "Implicit VAE z" in page.selectbox(key="emb_after").options
