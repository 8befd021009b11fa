"""A run: advance, rewind, branch, save and open, all bit for bit; thinning; divergence."""

import json
import zipfile
from dataclasses import replace

import numpy as np
import pytest

from igcl_core import IGCLSettings, Run, Split, preset, train
from igcl_core.data import as_graphs
from igcl_core.training import run as run_module
from igcl_core.training.history import History

SETTINGS = IGCLSettings(
    epochs=20, warmup=5, K=1, D=8, vgae_hidden=8, b=10, icl_every=3, snapshot_every=4, probe_every=5
)


@pytest.fixture(params=["node", "graph"])
def graphs(request, small_graph, small_graphs):
    graphs = small_graph if request.param == "node" else small_graphs
    items = np.arange(graphs.num_items)
    return replace(graphs, split=Split(items[::3], items[1::3], items[2::3]))


@pytest.fixture
def settings(graphs):
    return SETTINGS if graphs.task == "node" else SETTINGS.changed(backbone="gin", layers=2)


@pytest.fixture
def run(graphs, settings):
    return Run(graphs, settings=settings)


def numbers(steps):
    return [{name: value for name, value in step.metrics.items() if name != "seconds"} for step in steps]


def test_many_steps_at_once_equal_single_ones(graphs, settings, run):
    run.advance(25)
    single = Run(graphs, settings=settings)
    while not single.finished:
        single.advance()
    assert numbers(run.steps) == numbers(single.steps)
    assert np.array_equal(run.arrays()["z"], single.arrays()["z"])
    assert run.status == "done" and run.advance() == []


def test_play_state(run):
    assert run.status == "ready"
    run.play()
    assert run.status == "playing"
    run.advance(2)
    run.pause()
    assert run.status == "paused"
    run.play()
    run.advance(100)
    assert run.status == "done" and not run.playing


@pytest.mark.parametrize("step", [0, 7, 12, 17])
def test_rewind_and_train_again_gives_the_same(run, step):
    run.advance(17)
    before = numbers(run.steps)
    assert run.rewind(step).index == step and run.index == step
    assert run.snapshots.steps[-1] <= step
    run.advance(17 - step)
    assert numbers(run.steps) == before


def test_rewind_refuses_the_future(run):
    with pytest.raises(ValueError, match="reached step 0"):
        run.rewind(3)


def test_a_branch_without_changes_equals_its_parent(run):
    run.advance(11)
    branch = run.branch(7)
    branch.advance(100)
    run.advance(100)
    assert numbers(branch.steps) == numbers(run.steps)


def test_a_branch_shares_the_past_and_not_the_future(run):
    run.advance(14)
    branch = run.branch(9, tau=0.05, lr=0.01)
    assert branch.index == 9 and branch.settings.tau == 0.05 and run.settings.tau == 0.5
    assert numbers(branch.steps) == numbers(run.steps[:10])
    branch.advance(3)
    run.advance(1)
    assert numbers(branch.steps)[10] != numbers(run.steps)[10]
    assert (branch.origin.parent, branch.origin.step, branch.origin.changes) == (run.name, 9, {"tau": 0.05, "lr": 0.01})


def test_a_branch_of_a_branch_replays_its_own_settings(run):
    run.advance(10)
    child = run.branch(tau=0.2)
    child.advance(7)
    grandchild = child.branch(13)
    grandchild.advance(4)
    assert numbers(grandchild.steps) == numbers(child.steps)


def test_a_branch_may_end_later(run):
    run.advance(100)
    longer = run.branch(epochs=23)
    assert not longer.finished
    assert longer.advance(100)[-1].phase == "done"


@pytest.mark.parametrize("change", [dict(D=16), dict(seed=3), dict(backbone="gat"), dict(b=0), dict(features="row")])
def test_what_decides_the_model_needs_a_new_run(run, change):
    with pytest.raises(ValueError, match="needs a new run"):
        run.branch(**change)


def test_saved_and_opened_goes_on_bit_for_bit(run, graphs, tmp_path):
    run.advance(13)
    run.save(tmp_path / "run.igcl")
    opened = Run.open(tmp_path / "run.igcl", graphs)
    assert numbers(opened.steps) == numbers(run.steps)
    assert opened.settings == run.settings and opened.snapshots.steps == run.snapshots.steps
    assert [s.phase for s in opened.steps] == [s.phase for s in run.steps]
    for kept in (opened, run):
        kept.advance(100)
    assert numbers(opened.steps) == numbers(run.steps)
    assert np.array_equal(opened.arrays()["z"], run.arrays()["z"])
    opened.rewind(3)


@pytest.mark.parametrize("form", ["to_pyg", "to_networkx", "to_scipy"])
def test_a_run_on_another_librarys_graph_is_the_run_on_graphs(graphs, tmp_path, form):
    """Compared with what its door makes of it, which has no features where the library was told of none."""
    given = getattr(graphs, form)()
    settings = preset(given).changed(epochs=2, warmup=2, D=8, vgae_hidden=8, snapshot_every=1)
    run, same = Run(given, settings=settings), Run(as_graphs(given), settings=settings)
    for each in (run, same):
        each.advance(2)
    assert numbers(run.steps) == numbers(same.steps) and np.array_equal(run.arrays()["z"], same.arrays()["z"])
    run.save(tmp_path / "run.igcl")
    opened = Run.open(tmp_path / "run.igcl", given)
    for each in (run, opened):
        each.advance(100)
    assert opened.status == "done" and numbers(opened.steps) == numbers(run.steps)
    assert np.array_equal(opened.arrays()["z"], run.arrays()["z"])


def test_a_data_trains_as_the_graphs_it_came_from(graphs, settings):
    """The split of graphs has no place in a list of Data, so only a Data has a probe."""
    short = settings.changed(epochs=3, warmup=1)
    *_, step = train(graphs.to_pyg(), settings=short)
    run = Run(graphs, settings=short)
    run.advance(100)
    assert np.array_equal(step.arrays["z"], run.arrays()["z"])
    assert ("probe_test" in step.metrics) == (graphs.task == "node")


def test_a_named_dataset_is_found_again(tmp_path):
    run = Run("karate", epochs=3, warmup=2)
    run.advance(2)
    run.branch(1, tau=0.3).save(tmp_path / "branch.igcl")
    opened = Run.open(tmp_path / "branch.igcl")
    assert opened.graphs.name == "karate" and opened.origin.changes == {"tau": 0.3}


def test_other_data_is_refused(run, graphs, tmp_path):
    run.save(tmp_path / "run.igcl", with_graph=False)
    with pytest.raises(ValueError, match="open it with dataset="):
        Run.open(tmp_path / "run.igcl")
    with pytest.raises(ValueError, match="different"):
        Run.open(tmp_path / "run.igcl", replace(graphs, x=graphs.x + 1))


def test_the_file_has_no_pickle_and_opening_runs_no_code(run, graphs, tmp_path):
    path = tmp_path / "run.igcl"
    run.save(path)
    with zipfile.ZipFile(path) as archive:
        for name in archive.namelist():
            assert name.endswith(".npy") and b"O" not in archive.read(name)[:128].split(b"'descr': ")[1][:5]
    evil = np.array([{"a": 1}], dtype=object)
    np.savez(open(path, "wb"), header=evil)
    with pytest.raises(ValueError, match="not a saved run"):
        Run.open(path, graphs)


@pytest.mark.parametrize("damage", ["truncated", "text", "other zip", "wrong format"])
def test_a_damaged_file_is_named(run, graphs, tmp_path, damage):
    path = tmp_path / "run.igcl"
    run.save(path)
    if damage == "truncated":
        path.write_bytes(path.read_bytes()[:2000])
    elif damage == "text":
        path.write_text("hello")
    elif damage == "other zip":
        np.savez(open(path, "wb"), x=np.ones(3))
    else:
        np.savez(open(path, "wb"), header=np.frombuffer(json.dumps({"format": 99}).encode(), np.uint8))
    with pytest.raises(ValueError, match="run.igcl"):
        Run.open(path, graphs)
    with pytest.raises(FileNotFoundError, match="There is no file"):
        Run.open(tmp_path / "absent.igcl")


def test_a_diverging_run_stops_and_keeps_its_last_good_state(small_graph):
    healthy = Run(small_graph, settings=SETTINGS)
    healthy.advance(13)
    run = healthy.branch(tau=1e-25)
    run.play()
    run.advance(50)
    assert run.status == "diverged" and not run.playing and run.index == 13
    assert f"step {run.index} is kept" in run.error and "Try" in run.error
    assert all(np.isfinite(v) for step in run.steps for v in step.metrics.values())
    state = run.training.trainer.state()
    assert np.array_equal(state["contrast.weights"], healthy.training.trainer.state()["contrast.weights"])
    assert run.advance() == []
    run.rewind(0)
    assert run.status == "ready" and run.error is None


def test_thinning_keeps_the_ends_and_an_even_spread():
    kept = History(budget=10 * 800)
    for step in range(0, 1001, 10):
        kept.put(step, {"z": np.zeros(100)})
    assert kept.nbytes <= 8000 and kept.steps[0] == 0 and kept.steps[-1] == 1000
    gaps = np.diff(kept.steps)
    assert gaps.max() <= 4 * gaps.min()


def test_a_thinned_run_still_rewinds_exactly(monkeypatch, graphs, settings, run):
    run.advance(20)
    monkeypatch.setattr(run_module, "CHECKPOINT_BYTES", 1)
    monkeypatch.setattr(run_module, "SNAPSHOT_BYTES", 1)
    thin = Run(graphs, settings=settings)
    thin.advance(20)
    assert len(thin.checkpoints) == 2 and len(thin.snapshots) == 2
    thin.rewind(14)
    thin.advance(6)
    assert numbers(thin.steps) == numbers(run.steps)


def test_budgets_keep_a_saved_run_under_300_megabytes():
    assert run_module.SNAPSHOT_BYTES + run_module.CHECKPOINT_BYTES < 300_000_000
