"""Walks: along edges, over at nodes without neighbours, and biased as p and q say."""

import numpy as np
import pytest

from igcl_core import Graphs
from igcl_core.methods.shallow.walks import ENDED, Walker, pairs_within, sentences


@pytest.fixture
def kite() -> Graphs:
    """A triangle 0, 1, 2 with a tail 2, 3, and node 4 alone."""
    return Graphs("kite", "node", np.zeros((5, 0)), np.array([[0, 0, 1, 2], [1, 2, 2, 3]]))


def test_a_walk_follows_edges_and_is_over_where_there_are_none(kite):
    walks = Walker(kite).walk(np.array([0, 3, 4]), 50, np.random.default_rng(0))
    near = kite.to_scipy().toarray().astype(bool)
    assert near[walks[:2, :-1], walks[:2, 1:]].all()
    assert walks[2, 0] == 4 and (walks[2, 1:] == ENDED).all()
    assert [len(text) for text in sentences(walks)] == [50, 50, 1]


def test_all_neighbours_are_as_likely(kite):
    second = Walker(kite).walk(np.full(30_000, 2), 2, np.random.default_rng(0))[:, 1]
    assert np.bincount(second, minlength=5) / 30_000 == pytest.approx([1 / 3, 1 / 3, 0, 1 / 3, 0], abs=0.02)


@pytest.mark.parametrize("p, q", [(0.25, 4.0), (4.0, 0.5)])
def test_a_biased_step_has_the_chances_of_its_paper(kite, p, q):
    walks = Walker(kite, p, q).walk(np.full(60_000, 0), 3, np.random.default_rng(1))
    third = walks[walks[:, 1] == 2, 2]  # from 0 to 2: back to 0, on to 1, which 0 knows, or away to 3
    chance = np.array([1 / p, 1.0, 0.0, 1 / q, 0.0])
    assert np.bincount(third, minlength=5) / len(third) == pytest.approx(chance / chance.sum(), abs=0.02)


def test_pairs_are_near_each_other_in_a_walk():
    walks = np.arange(40)[None].repeat(3, axis=0)
    a, b = pairs_within(walks, 4, 500, np.random.default_rng(0))
    assert len(a) > 300 and set(np.abs(a - b)) == {1, 2, 3, 4}
    walks[:, 1:] = ENDED
    assert pairs_within(walks, 4, 500, np.random.default_rng(0)).shape == (2, 0)
