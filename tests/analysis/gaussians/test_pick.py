"""Picking: seeded, by class, and never more than there is."""

import numpy as np

from igcl_core.analysis.gaussians.confused import Pair
from igcl_core.analysis.gaussians.pick import batch_rows, by_class, members, of_pairs


def test_a_batch_is_all_items_or_a_seeded_part():
    assert batch_rows(5, 0).tolist() == batch_rows(5, 9).tolist() == [0, 1, 2, 3, 4]
    assert len(set(batch_rows(50, 10, 1).tolist())) == 10
    assert batch_rows(50, 10, 1).tolist() == batch_rows(50, 10, 1).tolist() != batch_rows(50, 10, 2).tolist()


def test_each_class_keeps_its_share():
    y = np.repeat([0, 1, 2], [60, 30, 10])
    assert np.bincount(y[by_class(y, 20)]).tolist() == [12, 6, 2]
    assert len(by_class(y, 1000)) == 100
    own = members(y, 1, 5)
    assert len(own) == 5 and (y[own] == 1).all() and len(members(y, 2, 50)) == 10


def test_the_items_of_pairs_appear_once():
    assert of_pairs([Pair(3, 5, 0.9), Pair(1, 3, 0.8)]).tolist() == [3, 5, 1]
