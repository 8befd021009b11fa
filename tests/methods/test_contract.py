"""What every method in the registry promises: the step protocol, reproducibility, and blindness to labels."""

from dataclasses import fields, replace

import numpy as np
import pytest

from igcl_core import METHODS, Method, Settings, Split, preset, train
from igcl_core.training.registry import register
from tests.only_z import ONLY_Z, only_z_registered

PAIRS = [(name, task) for name, method in {**METHODS, ONLY_Z.name: ONLY_Z}.items() for task in method.tasks]
BLIND = [pair for pair in PAIRS if pair[0] == ONLY_Z.name or not METHODS[pair[0]].supervised]
RHYTHMS = dict(snapshot_every=2, probe_every=3, health_every=1)
FAST = dict(epochs=4, warmup=3, K=1, D=8, vgae_hidden=8, b=10, icl_every=2)


def settings_for(graphs, method) -> Settings:
    """What the method takes by default for such data, made small and quick."""
    base = preset(graphs, method)
    small = {name: value for name, value in FAST.items() if name in base.as_dict()}
    return base.changed(**small, **RHYTHMS)


def with_split(graphs):
    items = np.arange(graphs.num_items)
    return replace(graphs, split=Split(items[::3], items[1::3], items[2::3]))


@pytest.fixture(params=PAIRS, ids="-".join)
def pair(request):
    """A method and a task that it takes."""
    return request.param


@pytest.fixture
def graphs(pair, small_graph, small_graphs):
    return with_split(small_graph if pair[1] == "node" else small_graphs)


@pytest.fixture
def method(pair):
    with only_z_registered():
        yield pair[0]


KNOWN: dict = {}


def steps_of(graphs, method, **changes):
    return list(train(graphs, method, settings_for(graphs, method), **changes))


def usual_steps(graphs, method):
    """The steps of the small run that most tests look at, trained once; they only look."""
    if (method, graphs.task) not in KNOWN:
        KNOWN[method, graphs.task] = steps_of(graphs, method)
    return KNOWN[method, graphs.task]


def numbers(step):
    return {name: value for name, value in step.metrics.items() if name != "seconds"}


def same(a, b):
    assert len(a) == len(b)
    for one, two in zip(a, b, strict=True):
        assert (one.index, one.total, one.phase, numbers(one)) == (two.index, two.total, two.phase, numbers(two))
        assert all(np.array_equal(one.arrays[name], two.arrays[name]) for name in one.arrays)


def test_steps_follow_the_protocol(graphs, method):
    declared, steps = METHODS[method], usual_steps(graphs, method)
    assert [step.index for step in steps] == list(range(steps[-1].total + 1))
    assert steps[0].phase == "start" and steps[-1].phase == "done"
    assert {step.phase for step in steps[1:-1]} <= {phase.name for phase in declared.phases}
    for step in (steps[0], steps[-1], steps[2]):
        assert set(step.arrays) == set(declared.arrays) >= {"z"}
    assert not steps[1].arrays


def test_arrays_are_as_wide_as_declared(graphs, method):
    settings = settings_for(graphs, method)
    trainer = METHODS[method].start(graphs, METHODS[method].adopt(settings))
    trainer.first()
    shapes = {name: array.shape for name, array in trainer.arrays().items()}
    assert shapes == {name: (graphs.num_items, width) for name, width in trainer.widths.items()}


def test_what_is_drawn_is_reported(graphs, method):
    declared, steps = METHODS[method], usual_steps(graphs, method)
    reported = {name for step in steps for name in step.metrics}
    assert reported <= set(declared.metrics)
    assert {name for chart in declared.curves for name in chart.metrics} & reported
    assert all(any(name in reported for name in chart.metrics) for chart in declared.curves)


@pytest.mark.parametrize("method", [*METHODS.values(), ONLY_Z], ids=lambda method: method.name)
def test_every_setting_has_words_a_group_and_a_range(method):
    for knob in fields(method.settings):
        about = knob.metadata
        assert about["label"] and about["group"] and about["help"] and about["label"] != knob.name
        assert about["choices"] or (about["high"] is not None and (about["low"], about["above"]) != (None, None))


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
    same(steps_of(graphs, method), usual_steps(graphs, method))
    other = steps_of(graphs, method, seed=1)
    assert not np.array_equal(other[-1].arrays["z"], usual_steps(graphs, method)[-1].arrays["z"])


def test_interleaved_runs_equal_runs_alone(graphs, method):
    pairs = zip(
        train(graphs, method, settings_for(graphs, method)),
        train(graphs, method, settings_for(graphs, method), seed=5),
        strict=True,
    )
    first, second = map(list, zip(*pairs, strict=True))
    same(first, usual_steps(graphs, method))
    same(second, steps_of(graphs, method, seed=5))


def test_looking_more_often_changes_nothing(graphs, method):
    often = steps_of(graphs, method, snapshot_every=1, probe_every=1)
    seldom = steps_of(graphs, method, snapshot_every=0, probe_every=0)
    assert np.array_equal(often[-1].arrays["z"], seldom[-1].arrays["z"])


@pytest.mark.parametrize("pair", BLIND, ids="-".join)
def test_unsupervised_methods_never_see_labels(graphs, method):
    shuffled = replace(graphs, y=np.random.default_rng(0).permutation(graphs.y))
    a, b = usual_steps(graphs, method)[-1], steps_of(shuffled, method)[-1]
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
    steps = usual_steps(graphs, method)
    for step in steps:
        assert {"seconds", "epoch", "z_norm", "effective_rank"} <= set(step.metrics)
        assert all(np.isfinite(value) for value in step.metrics.values())
    assert "probe_test" in steps[0].metrics and "probe_test" in steps[3].metrics and "probe_test" in steps[-1].metrics
    seconds = [step.metrics["seconds"] for step in steps]
    assert seconds == sorted(seconds)


def test_a_name_is_taken_once():
    with only_z_registered(), pytest.raises(ValueError, match="called 'only-z' is registered already"):
        register(replace(ONLY_Z, title="another"))


def test_settings_of_another_method_are_refused(small_graph):
    with only_z_registered(), pytest.raises(TypeError, match="settings must be OnlyZSettings, but IGCLSettings came"):
        train(small_graph, "only-z", settings=preset(small_graph, "igcl"))


@pytest.mark.parametrize("dataset", ["karate", "motifs"])
def test_what_makes_a_method_cannot_be_set_otherwise(dataset):
    with pytest.raises(ValueError, match="VGAE always has augmentation='none', but 'implicit' came"):
        train(dataset, "vgae", augmentation="implicit")
