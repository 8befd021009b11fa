"""JOAO: its chances stay chances, move towards what is hard, and are saved with the run."""

import numpy as np
import pytest

from igcl_core import METHODS, Graphs, preset, train
from igcl_core.methods.two_views.graph_views import KINDS
from igcl_core.methods.two_views.joao import nearest_chances


def by_bisection(values):
    """As the official code finds it: the shift at which the parts above 0 add up to 1."""
    low, high = values.min() - 1, values.max()
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if np.maximum(values - middle, 0).sum() > 1 else (low, middle)
    return np.maximum(values - low, 0)


@pytest.mark.parametrize("seed", range(5))
def test_chances_are_the_nearest_ones(seed):
    values = np.random.default_rng(seed).normal(0, 3, 5)
    found = nearest_chances(values)
    assert found == pytest.approx(by_bisection(values), abs=1e-9) and found.sum() == pytest.approx(1)


@pytest.fixture
def trainer(small_graphs):
    return METHODS["joao"].start(small_graphs, preset(small_graphs, "joao").changed(D=4, layers=1, gamma=0.5))


def test_they_move_by_the_printed_rule(trainer):
    assert trainer.moved(np.zeros(5)) == pytest.approx(np.full(5, 0.2))
    assert np.array_equal(trainer.moved(np.array([0, np.nan, 0, 0, 0])), trainer.chances)
    trainer.chances = np.array([0.4, 0.3, 0.1, 0.1, 0.1])
    losses = np.array([0.0, 0.1, 0.0, 0.2, 0.0])
    wanted = trainer.chances + losses - 0.5 * (trainer.chances - 0.2)
    assert trainer.moved(losses) == pytest.approx(by_bisection(wanted), abs=1e-9)


def test_a_pass_moves_them_and_a_state_holds_them(trainer, small_graphs):
    trainer.first()
    _, numbers = trainer.advance()
    assert sum(numbers[f"chance_{kind}"] for kind in KINDS) == pytest.approx(1)
    assert not np.allclose(trainer.chances, 0.2)
    other = METHODS["joao"].start(small_graphs, trainer.settings)
    other.restore(trainer.state())
    assert np.array_equal(other.chances, trainer.chances)


def test_only_what_is_likely_is_drawn(trainer):
    trainer.chances = np.array([0.0, 1.0, 0.0, 0.0, 0.0])
    assert set(trainer.kinds(50, np.random.default_rng(0))) == {KINDS.index("nodes")}


def test_a_single_graph_is_refused_in_a_sentence():
    alone = Graphs("alone", "graph", np.eye(3), np.array([[0], [1]]), ptr=[0, 3])
    with pytest.raises(ValueError, match="JOAO tells every graph from the others, but 'alone' has 1 graph"):
        train(alone, "joao")
