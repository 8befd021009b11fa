import pytest

from igcl_core.data import DATASETS, load
from igcl_core.data.cards import find_card
from igcl_core.errors import UnknownName

BUILT_IN = [name for name, card in DATASETS.items() if card.built_in]
PAPER = [name for name, card in DATASETS.items() if not card.built_in]


def assert_card_is_true(name):
    card, graphs = DATASETS[name], load(name)
    counted = {
        "task": graphs.task,
        "graphs": graphs.num_graphs,
        "nodes": graphs.num_nodes,
        "edges": graphs.num_edges,
        "features": graphs.num_features,
        "classes": graphs.num_classes,
        "class_names": graphs.classes,
        "homophily": None if graphs.homophily is None else round(graphs.homophily, 4),
    }
    assert counted == {field: getattr(card, field) for field in counted}
    parts = [*graphs.split.train, *graphs.split.val, *graphs.split.test]
    assert len(parts) == len(set(parts)) and max(parts) < graphs.num_items


@pytest.mark.parametrize("name", BUILT_IN)
def test_built_in_cards_tell_the_truth(name):
    assert_card_is_true(name)


@pytest.mark.parametrize("name", PAPER)
def test_paper_cards_tell_the_truth(name, datasets):
    assert_card_is_true(name)


def test_order_and_contract():
    assert BUILT_IN == ["planted", "digits", "digit-graphs", "motifs", "wine", "karate"]  # what teaches best first
    assert PAPER == "cora citeseer pubmed photo computers mutag nci1 proteins collab imdb-b imdb-m".split()
    for name, card in DATASETS.items():
        assert card.name == name == name.lower()
        assert len(card.class_names) in (0, card.classes) and len(card.column_names) in (0, card.features)
        assert card.description.endswith((".", "?")) and card.source.endswith(".") and card.licence
    assert DATASETS["collab"].class_names == ()


def test_only_built_in_data_is_available_in_an_empty_place():
    assert [name for name, card in DATASETS.items() if card.available()] == BUILT_IN


def test_data_is_available_in_igcl_data(datasets):
    assert all(card.available() for card in DATASETS.values())


def test_data_is_available_in_the_cache(datasets, monkeypatch):
    load("mutag")
    monkeypatch.delenv("IGCL_DATA")
    assert DATASETS["mutag"].available() and not DATASETS["nci1"].available()


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("Cora", "cora"),
        ("IMDB-BINARY", "imdb-b"),
        ("imdb_multi", "imdb-m"),
        ("Amazon Photo", "photo"),
        (" MUTAG ", "mutag"),
    ],
)
def test_names_are_read_kindly(said, meant):
    assert find_card(said).name == meant


def test_an_unknown_name_gets_the_nearest():
    with pytest.raises(UnknownName, match="There is no dataset 'coar'. Did you mean 'cora'"):
        load("coar")
    with pytest.raises(ValueError, match="There is no dataset 'xyzzy'. Choose from: planted, "):
        load("xyzzy")
