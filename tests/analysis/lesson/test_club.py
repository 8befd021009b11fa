"""The club of the lesson learns: what its scenes say is so, and it is the same every time."""

import numpy as np
import pytest
import torch

from igcl_core.analysis.lesson.club import EPOCHS, EVERY, TAU, WARMUP, club
from igcl_core.nn import losses


@pytest.fixture(scope="module")
def here():
    return club()


def test_both_parts_of_the_training_are_kept_in_even_steps(here):
    assert [moment.step for moment in here.learning] == list(range(0, WARMUP + 1, EVERY))
    assert [moment.step for moment in here.contrasting] == list(range(WARMUP, WARMUP + EPOCHS + 1, EVERY))
    assert here.trained.z.shape == here.trained.mu.shape == here.trained.sigma.shape == (34, 2)


def test_the_arrays_are_those_in_the_loss_of_the_run(here):
    """The run measures its loss just before its last small step."""
    arrays = [torch.from_numpy(getattr(here.trained, name)) for name in ("z", "mu", "sigma")]
    assert float(losses.upper_bound(*arrays, TAU)) == pytest.approx(here.trained.metrics["upper"], rel=1e-3)


def test_the_vgae_and_the_embeddings_learn(here):
    assert here.learning[-1].metrics["edge_auc"] > here.learning[0].metrics["edge_auc"] > 0.5
    assert here.contrasting[-1].metrics["upper"] < here.contrasting[1].metrics["upper"]


def test_members_with_many_friends_have_small_clouds(here):
    width = here.trained.sigma.mean(axis=1)
    assert np.corrcoef(width, here.graphs.degree)[0, 1] < -0.7
