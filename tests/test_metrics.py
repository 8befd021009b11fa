"""Health numbers on embeddings whose answer is known, and a glossary that covers what steps report."""

import pytest
import torch

from igcl_core import METRICS, train
from igcl_core.metrics import effective_rank


@pytest.mark.parametrize("rank", [1, 3, 8])
def test_effective_rank_of_equal_directions(rank):
    z = torch.eye(8)[:, :rank].repeat(5, 1) @ torch.linalg.qr(torch.randn(8, 8))[0][:rank]
    assert effective_rank(z) == pytest.approx(rank, rel=1e-3)


def test_effective_rank_of_a_collapsed_embedding():
    assert effective_rank(torch.ones(30, 16)) == pytest.approx(1.0, abs=0.01)
    assert effective_rank(torch.zeros(30, 16)) == 1.0
    assert effective_rank(torch.randn(4, 100)) <= 4


def test_every_number_of_a_step_is_explained():
    for step in train("karate", epochs=2, warmup=1, icl_every=1):
        assert set(step.metrics) <= set(METRICS)
