"""Source: a name, or data that somebody brought, known by what it holds."""

from dataclasses import replace

import pytest

from igcl_core.data import DATASETS, Source, as_graphs, load, random_split, source_of
from igcl_core.errors import UnknownName


def test_a_name_loads_nothing_until_it_is_asked_to(monkeypatch):
    source = source_of("Karate-Club")
    assert source == Source("karate", DATASETS["karate"]) and source.graphs is None
    assert source.load().fingerprint == load("karate").fingerprint
    assert source_of("cora").card is DATASETS["cora"]
    with pytest.raises(UnknownName, match="There is no dataset 'karat'"):
        source_of("karat")


def test_a_listed_dataset_handed_over_as_data_is_that_dataset():
    graphs = replace(load("karate"), name="mine")
    source = source_of(graphs)
    assert source == source_of("karate") and source.card is DATASETS["karate"] and source.load() is graphs


def test_cora_handed_over_as_data_is_cora(datasets):
    assert source_of(load("cora")) == source_of("cora")


def test_brought_data_has_a_key_and_a_card_of_its_own(small_graph):
    brought = replace(small_graph, name="cora")
    source = source_of(brought)
    assert source.key == source.card.name == f"own-{small_graph.fingerprint[:12]}" and len(source.key) == 16
    assert source.card.title == "cora" and source.card.brought and source.load() is brought
    assert source == source_of(small_graph) != source_of(replace(small_graph, x=small_graph.x + 1))


def test_a_dataset_with_another_split_is_brought_data():
    graphs = replace(load("karate"), split=random_split(34, 0.5, 0.2))
    source = source_of(graphs)
    assert source.key.startswith("own-") and source.load() is graphs


@pytest.mark.parametrize("form", ["to_pyg", "to_networkx", "to_scipy"])
def test_another_librarys_graph_is_a_source_too(small_graph, form):
    given = getattr(small_graph, form)()
    source = source_of(given)
    assert source.load().fingerprint == as_graphs(given).fingerprint and source.card.nodes == 21


def test_what_is_no_data_gets_a_sentence():
    with pytest.raises(TypeError, match="Data must be the name of a dataset"):
        source_of(5)
