"""Identity goes by numbers: a listed dataset is known under any name, and a name alone makes no dataset."""

import gc
from dataclasses import replace

import numpy as np
import pytest
from scipy import sparse

from igcl_core.data import DATASETS, Graphs, known_name, load, loadable_name, random_split
from igcl_core.data import identity as module

BUILT_IN = [name for name, card in DATASETS.items() if card.built_in]
PAPER = [name for name, card in DATASETS.items() if not card.built_in]


def in_the_other_form(graphs: Graphs) -> Graphs:
    return replace(graphs, x=graphs.x.toarray() if sparse.issparse(graphs.x) else sparse.csr_matrix(graphs.x))


def assert_is_known(name: str) -> None:
    graphs = load(name)
    assert known_name(graphs) == loadable_name(graphs) == name
    renamed = replace(graphs, name="mine", classes=(), images=None)
    assert known_name(renamed) == loadable_name(renamed) == name
    other = in_the_other_form(graphs)
    assert known_name(other) == name and loadable_name(other) is None
    assert known_name(graphs.unlabelled()) == name and loadable_name(graphs.unlabelled()) is None


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_built_in_dataset_is_known(name):
    assert_is_known(name)


@pytest.mark.parametrize("name", PAPER)
def test_a_paper_dataset_is_known(name, datasets):
    assert_is_known(name)


@pytest.mark.parametrize("name", ["mutag", "cora", "karate"])
def test_a_name_that_happens_to_match_is_no_identity(small_graph, small_graphs, name):
    for graphs in (small_graph, small_graphs):
        own = replace(graphs, name=name)
        assert known_name(own) is None and loadable_name(own) is None


@pytest.mark.parametrize("name", BUILT_IN)
def test_one_other_number_makes_other_data(name):
    graphs = load(name)
    x = graphs.x.copy()
    x[0, 0] += 1
    assert known_name(replace(graphs, x=x)) is None
    if graphs.num_edges:
        assert known_name(replace(graphs, edges=graphs.edges[:, 1:])) is None


def test_another_planted_graph_is_not_the_planted_graph():
    assert known_name(load("planted", mixing=0.4)) is None


def test_data_without_features_and_with_the_counts_of_a_dataset_is_told_apart():
    card = DATASETS["imdb-b"]
    draw, sizes = np.random.default_rng(0), np.full(card.graphs, card.nodes // card.graphs)
    sizes[: card.nodes - sizes.sum()] += 1
    ptr = np.concatenate([[0], np.cumsum(sizes)])
    pairs = [np.stack(np.triu_indices(size, 1)) + first for size, first in zip(sizes, ptr[:-1], strict=True)]
    edges = np.concatenate(pairs, axis=1)
    edges = edges[:, draw.permutation(edges.shape[1])[: card.edges]]
    graphs = Graphs("imdb-b", "graph", np.zeros((card.nodes, 0)), edges, ptr=ptr)
    assert (graphs.num_graphs, graphs.num_edges, graphs.num_features) == (card.graphs, card.edges, card.features)
    assert known_name(graphs) is None


def test_zeros_that_are_stored_change_nothing():
    graphs = load("karate")
    x = graphs.x.copy()
    x[0, 1] = 1
    x[0, 1] = 0
    assert x.nnz == graphs.x.nnz + 1
    assert known_name(replace(graphs, x=x)) == "karate"


def test_own_labels_or_an_own_split_keep_the_name_but_cannot_be_loaded_again():
    graphs = load("karate")
    for own in (replace(graphs, y=1 - graphs.y), replace(graphs, split=random_split(34, 0.5, 0.2))):
        assert known_name(own) == "karate" and loadable_name(own) is None


def test_the_answer_is_found_once_and_forgotten_with_the_data(monkeypatch):
    graphs = in_the_other_form(load("karate"))
    gc.collect()
    before = len(module._answers)
    assert known_name(graphs) == "karate" and len(module._answers) == before + 1
    monkeypatch.setattr(module, "_found", lambda _: pytest.fail("asked again"))
    assert known_name(graphs) == "karate"
    del graphs
    gc.collect()
    assert len(module._answers) == before
