"""Fingerprints: stable numbers, found once, that tell data apart."""

from dataclasses import replace

import numpy as np
import pytest
from scipy import sparse

from igcl_core.data import DATASETS, Graphs, load, random_split
from igcl_core.data import graphs as graphs_module
from igcl_core.data.digests import FINGERPRINTS
from igcl_core.data.fingerprint import labels_fingerprint

BUILT_IN = [name for name, card in DATASETS.items() if card.built_in]


def fingerprints(graphs: Graphs) -> tuple[str, str]:
    return graphs.fingerprint, labels_fingerprint(graphs)


@pytest.mark.parametrize("name", BUILT_IN)
def test_built_in_datasets_have_the_fingerprints_they_are_known_by(name):
    assert fingerprints(load(name)) == FINGERPRINTS[name]


def test_no_two_datasets_are_the_same():
    assert list(FINGERPRINTS) and set(FINGERPRINTS) == set(DATASETS)
    assert len(set(FINGERPRINTS.values())) == len(DATASETS)


def test_it_is_computed_once(small_graph, monkeypatch):
    before = small_graph.fingerprint
    monkeypatch.setattr(graphs_module, "fingerprint_of", lambda *parts: pytest.fail("computed again"))
    assert small_graph.fingerprint == before


def test_it_depends_on_every_number_that_training_sees(small_graph, small_graphs):
    changed = small_graph.x.copy()
    changed[20, 5] += 1e-6
    others = [
        small_graph,
        replace(small_graph, x=changed),
        replace(small_graph, edges=small_graph.edges[:, 1:]),
        replace(small_graph, x=sparse.csr_matrix(small_graph.x)),
        small_graphs,
        replace(small_graphs, ptr=None, task="node", y=None),
    ]
    assert len({each.fingerprint for each in others}) == len(others)


def test_name_labels_split_and_form_in_memory_do_not_change_it(small_graph):
    others = [
        replace(small_graph, name="other", y=None),
        replace(small_graph, split=random_split(21, 0.5, 0.2)),
        replace(small_graph, x=np.asfortranarray(small_graph.x), edges=small_graph.edges[::-1, ::-1]),
    ]
    assert {each.fingerprint for each in others} == {small_graph.fingerprint}


def test_labels_and_split_have_one_of_their_own(small_graph):
    split, y = random_split(21, 0.5, 0.2), small_graph.y
    others = [
        small_graph,
        replace(small_graph, y=None),
        replace(small_graph, y=1 - y),
        replace(small_graph, split=split),
        replace(small_graph, split=replace(split, train=split.val, val=split.train)),
        replace(small_graph, split=replace(split, train=np.append(split.train, split.val), val=split.val[:0])),
        replace(small_graph, y=None, split=split),
    ]
    assert len({labels_fingerprint(each) for each in others}) == len(others)
