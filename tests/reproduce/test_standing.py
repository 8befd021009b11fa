"""Where a mean of ours lies against a printed one."""

import pytest

from igcl_core.reproduce.paper import printed
from igcl_core.reproduce.standing import ABOVE, BELOW, WITHIN, standing
from igcl_core.reproduce.summary import Summary


def ours(*values: float) -> Summary:
    return Summary("cora", "igcl", "accuracy", "recommended", dict(enumerate(values)), 0, "")


@pytest.mark.parametrize(
    ("mean", "where"), [(0.836, WITHIN), (0.842, WITHIN), (0.83, WITHIN), (0.843, ABOVE), (0.829, BELOW)]
)
def test_the_papers_spread_decides(mean, where):
    assert standing(ours(mean), printed("nodes", "cora")) == where


def test_our_spread_decides_where_the_paper_prints_none():
    cell = printed("clusters", "cora", "acc")
    assert standing(ours(0.70, 0.78), cell) == WITHIN
    assert standing(ours(0.73, 0.74), cell) == BELOW and standing(ours(0.80, 0.81), cell) == ABOVE
    assert standing(ours(0.74), cell) is None
    assert standing(ours(0.7), printed("graphs", "imdb-m", method="JOAO")) is None
