"""Early stop: the run ends when its loss no longer falls, and only then."""

import math

import pytest

from igcl_core import Run
from igcl_core.training.plateau import Plateau

FEW = dict(warmup=2, icl_every=0, probe_every=0, snapshot_every=0)


def waited(losses):
    plateau = Plateau()
    for loss in losses:
        plateau.see(loss)
    return plateau.waited


def test_a_falling_loss_is_no_plateau():
    assert waited([math.exp(-k / 20) for k in range(100)]) == 0


def test_a_level_loss_is_waited_on_whatever_its_sign():
    assert waited([3.0] * 30) == waited([-3.0] * 30) == 29


def test_noise_is_no_progress():
    assert waited([1.0] * 20 + [0.9999, 1.0001] * 20) >= 40


def test_a_run_that_cannot_learn_stops_early_and_is_done():
    run = Run("karate", epochs=500, patience=12, lr=0.0, dropout=0.0, b=0, **FEW)
    steps = run.advance(1000)
    assert run.finished and run.index == run.total < 100
    assert steps[-1].phase == "done" and steps[-1].arrays
    assert Run("karate", epochs=50, lr=0.0, **FEW).advance(1000)[-1].index == 52


def test_a_stopped_run_opens_rewinds_and_branches(tmp_path):
    run = Run("karate", epochs=500, patience=12, lr=0.0, dropout=0.0, b=0, **FEW)
    run.advance(1000)
    end = run.index
    run.save(tmp_path / "run.igcl")
    again = Run.open(tmp_path / "run.igcl")
    assert again.finished and again.index == end
    again.rewind(end - 5)
    assert not again.finished and again.advance(1000)[-1].index == end
    child = run.branch(lr=0.01)
    assert not child.finished and child.advance(1)[0].index == end + 1


@pytest.mark.parametrize("dataset", ["karate", "motifs"])
def test_patience_is_counted_in_epochs(dataset):
    run = Run(dataset, epochs=500, patience=3, lr=0.0, dropout=0.0, **FEW)
    trainer = run.training.trainer
    trainer.plateau.waited = 3 * trainer.steps_per_pass - 1
    assert not trainer.stalled
    trainer.plateau.waited += 1
    assert trainer.stalled
