"""card_of: what a card says of brought data is counted from the data."""

from dataclasses import replace

import pytest

from igcl_core.data import DATASETS, card_of, load

COUNTED = ("task", "graphs", "nodes", "edges", "features", "classes", "class_names", "homophily")


def assert_counts_as_its_card(name: str) -> None:
    card = card_of(load(name))
    assert {field: getattr(card, field) for field in COUNTED} == {
        field: getattr(DATASETS[name], field) for field in COUNTED
    }


@pytest.mark.parametrize("name", [name for name, card in DATASETS.items() if card.built_in])
def test_built_in_data_counts_as_its_card(name):
    assert_counts_as_its_card(name)


@pytest.mark.parametrize("name", ["cora", "mutag"])
def test_paper_data_counts_as_its_card(name, datasets):
    assert_counts_as_its_card(name)


def test_it_says_that_the_data_was_brought(small_graph):
    card = card_of(small_graph)
    assert card.title == "small" and card.name == f"own-{small_graph.fingerprint[:12]}"
    assert card.brought and not card.built_in and card.available()
    assert "Brought by" in card.description
    assert card.description.endswith(".") and card.source.endswith(".") and card.licence
    assert not any(listed.brought for listed in DATASETS.values())


def test_data_without_labels_has_no_classes(small_graph, small_graphs):
    for graphs in (small_graph, small_graphs):
        card = card_of(replace(graphs, y=None))
        assert (card.classes, card.class_names, card.homophily) == (0, (), None)
