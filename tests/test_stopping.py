"""Stopping inside a step: a long one ends at once and is as if never begun; a short one is not disturbed."""

import sys

import numpy as np
import pytest

from igcl_core import IGCLSettings, Run
from igcl_core.stopping import Stopped, stop_if_asked, stoppable
from tests.only_z import only_z_registered

LONG = dict(epochs=4, warmup=1, D=8, vgae_hidden=8, K=40, icl_every=1, icl_samples=20, snapshot_every=2, probe_every=0)
CASES = {
    "updates of the VGAE": dict(b=10),
    "blocks of the contrast": dict(b=0, K=0, loss="sampled", M=500),
    "draws of the estimate": dict(b=0, K=0, icl_samples=2000),
    "pairs of the decoder": dict(b=10, vgae_decoder="dense"),
}


class After:
    """Says yes from its n-th question on."""

    def __init__(self, questions: int):
        self.left = questions

    def __call__(self) -> bool:
        self.left -= 1
        return self.left < 0


def numbers(run: Run) -> list[dict[str, float]]:
    return [{name: value for name, value in step.metrics.items() if name != "seconds"} for step in run.steps]


def settings_for(graphs, **changes) -> IGCLSettings:
    level = dict(backbone="gin", layers=2) if graphs.task == "graph" else {}
    return IGCLSettings(**{**LONG, **level, **changes})


@pytest.fixture
def every_step_is_long(monkeypatch):
    monkeypatch.setattr(sys.modules["igcl_core.training.train"], "LONG_SECONDS", -1.0)


@pytest.mark.parametrize("changes", CASES.values(), ids=CASES)
def test_a_stopped_step_leaves_no_trace(small_graph, every_step_is_long, changes):
    run, other = (Run(small_graph, settings=settings_for(small_graph, **changes)) for _ in range(2))
    for r in (run, other):
        r.advance(1)
    before = run.training.trainer.state()
    assert run.advance(stop=After(4)) == [] and run.index == 1 and run.status == "paused"
    after = run.training.trainer.state()
    for name, value in before.items():
        np.testing.assert_array_equal(value, after[name], err_msg=name)
    for r in (run, other):
        r.advance(10)
    assert numbers(run) == numbers(other) and np.array_equal(run.arrays()["z"], other.arrays()["z"])


def test_any_method_can_be_stopped_before_an_update(small_graph, every_step_is_long):
    """This method has no loop of its own: only the update that all share looks whether somebody has asked."""
    with only_z_registered() as method:
        run = Run(small_graph, method.name, method.settings(epochs=4, lr=0.01))
        assert run.advance(stop=After(1)) == [] and run.index == 0
        assert len(run.advance(4)) == 4


def test_mini_batches_can_be_stopped_between(small_graphs, every_step_is_long):
    settings = settings_for(small_graphs, b=3, K=1, warmup=0)
    run, other = Run(small_graphs, settings=settings), Run(small_graphs, settings=settings)
    assert run.advance(stop=After(5)) == []
    for r in (run, other):
        r.advance(10)
    assert run.finished and numbers(run) == numbers(other)


def test_it_needs_no_replay(small_graph, every_step_is_long, monkeypatch):
    run = Run(small_graph, settings=settings_for(small_graph, b=10, snapshot_every=0, epochs=20))
    run.advance(7)
    begun, advance = [], run.training.trainer.advance
    monkeypatch.setattr(run.training.trainer, "advance", lambda: begun.append(run.index) or advance())
    assert run.advance(stop=After(4)) == []
    assert begun == [7] and run.training.trainer.index == 7


def test_a_step_that_is_short_is_finished_first(small_graph):
    run = Run(small_graph, settings=settings_for(small_graph, b=10))
    assert not run.long_steps
    assert len(run.advance(3, stop=After(2))) == 2 and run.index == 2
    assert run.advance(stop=lambda: True) == []


def test_only_those_within_are_stopped():
    stop_if_asked()
    with stoppable(lambda: True), pytest.raises(Stopped):
        stop_if_asked()
    with stoppable(lambda: False):
        stop_if_asked()
    stop_if_asked()
