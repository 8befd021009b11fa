"""What every method in the registry promises: the step protocol, reproducibility, and blindness to labels."""

from dataclasses import replace

import numpy as np
import pytest

from igcl_core import METHODS, Settings, Split, train
from igcl_core.methods import Method

FAST = dict(epochs=4, warmup=3, K=1, D=8, vgae_hidden=8, b=10, icl_every=2, snapshot_every=2, probe_every=3)


def settings_for(graphs, method):
    backbone = dict(backbone="gin", layers=2) if graphs.task == "graph" else {}
    return Settings(**FAST, **backbone, **METHODS[method].fixed)


def with_split(graphs):
    items = np.arange(graphs.num_items)
    return replace(graphs, split=Split(items[::3], items[1::3], items[2::3]))


@pytest.fixture(params=["node", "graph"])
def graphs(request, small_graph, small_graphs):
    return with_split(small_graph if request.param == "node" else small_graphs)


@pytest.fixture(params=METHODS)
def method(request, graphs):
    if graphs.task not in METHODS[request.param].tasks:
        pytest.skip("the method does not take this task")
    return request.param


def steps_of(graphs, method, **changes):
    return list(train(graphs, method, settings_for(graphs, method), **changes))


def numbers(step):
    return {name: value for name, value in step.metrics.items() if name != "seconds"}


def same(a, b):
    assert len(a) == len(b)
    for one, two in zip(a, b, strict=True):
        assert (one.index, one.total, one.phase, numbers(one)) == (two.index, two.total, two.phase, numbers(two))
        assert all(np.array_equal(one.arrays[name], two.arrays[name]) for name in one.arrays)


def test_steps_follow_the_protocol(graphs, method):
    steps = steps_of(graphs, method)
    assert [step.index for step in steps] == list(range(steps[-1].total + 1))
    assert steps[0].phase == "start" and steps[-1].phase == "done"
    assert all(step.phase in ("vgae", "joint", "contrast") for step in steps[1:-1])
    for step in (steps[0], steps[-1], steps[2]):
        assert set(step.arrays) == {"z", "h", "mu", "sigma"}
    assert not steps[1].arrays


def test_only_plain_float32_copies_leave_the_core(graphs, method):
    first, *_, last = steps_of(graphs, method)
    for name, array in last.arrays.items():
        assert type(array) is np.ndarray and array.dtype == np.float32 and len(array) == graphs.num_items, name
        assert array.base is None
    assert all(type(value) is float for value in last.metrics.values())
    before = last.arrays["z"].copy()
    first.arrays["z"][:] = 7.0
    assert np.array_equal(last.arrays["z"], before)


def test_the_same_seed_gives_the_same_numbers(graphs, method):
    same(steps_of(graphs, method), steps_of(graphs, method))
    other = steps_of(graphs, method, seed=1)
    assert not np.array_equal(other[-1].arrays["z"], steps_of(graphs, method)[-1].arrays["z"])


def test_interleaved_runs_equal_runs_alone(graphs, method):
    pairs = zip(
        train(graphs, method, settings_for(graphs, method)),
        train(graphs, method, settings_for(graphs, method), seed=5),
        strict=True,
    )
    first, second = map(list, zip(*pairs, strict=True))
    same(first, steps_of(graphs, method))
    same(second, steps_of(graphs, method, seed=5))


def test_looking_more_often_changes_nothing(graphs, method):
    often = steps_of(graphs, method, snapshot_every=1, probe_every=1, icl_every=1)
    seldom = steps_of(graphs, method, snapshot_every=0, probe_every=0, icl_every=0)
    assert np.array_equal(often[-1].arrays["z"], seldom[-1].arrays["z"])


def test_unsupervised_methods_never_see_labels(graphs, method):
    if METHODS[method].supervised:
        pytest.skip("supervised")
    shuffled = replace(graphs, y=np.random.default_rng(0).permutation(graphs.y))
    a, b = steps_of(graphs, method)[-1], steps_of(shuffled, method)[-1]
    assert all(np.array_equal(a.arrays[name], b.arrays[name]) for name in a.arrays)


def test_a_state_is_all_a_trainer_needs(graphs, method):
    chosen: Method = METHODS[method]
    settings = settings_for(graphs, method)
    trainer, other = (chosen.start(graphs, settings) for _ in range(2))
    trainer.first()
    trainer.advance()
    state = trainer.state()
    after = [trainer.advance()[1] for _ in range(3)]
    other.restore(state)
    assert [other.advance()[1] for _ in range(3)] == after
    assert np.array_equal(other.arrays()["z"], trainer.arrays()["z"])
    assert all(isinstance(part, np.ndarray) and part.dtype != object for part in state.values())


def test_training_reports_what_a_person_watches(graphs, method):
    steps = steps_of(graphs, method)
    watched = {"reconstruction", "kl", "edge_auc", "edge_ap", "adjacency_accuracy", "z_norm", "sigma", "effective_rank"}
    for step in steps:
        assert watched | {"seconds", "epoch"} <= set(step.metrics)
        assert all(np.isfinite(value) for value in step.metrics.values())
    assert "probe_test" in steps[0].metrics and "probe_test" in steps[3].metrics and "probe_test" in steps[-1].metrics
    seconds = [step.metrics["seconds"] for step in steps]
    assert seconds == sorted(seconds)


def test_what_makes_a_method_cannot_be_set_otherwise(graphs):
    with pytest.raises(ValueError, match="VGAE always has augmentation='none', but 'implicit' came"):
        train(graphs, "vgae", augmentation="implicit")
