"""A recording shows what a run showed, in little room and without its data; other ways lead on from it."""

import json
from pathlib import Path

import numpy as np
import pytest

from igcl_core import Run
from igcl_core.training.recording import rounded

ROOT = Path(__file__).resolve().parents[2]
SMALL = dict(epochs=6, warmup=3, D=4, vgae_hidden=4, snapshot_every=3)


@pytest.fixture(scope="module")
def run() -> Run:
    run = Run("karate", **SMALL)
    run.advance(100)
    return run


@pytest.fixture
def path(run, tmp_path):
    run.record(tmp_path / "run.igcl")
    return tmp_path / "run.igcl"


def test_a_recording_has_the_curves_exactly_and_every_kept_step_nearly(run, path):
    found = Run.open(path)
    assert [step.metrics for step in found.steps] == [step.metrics for step in run.steps]
    assert found.recorded and found.status == "done" and found.snapshots.steps == run.snapshots.steps
    for step in run.snapshots:
        for name, array in found.arrays(step).items():
            np.testing.assert_array_equal(array, rounded(name, run.arrays(step)[name]))


def test_what_did_not_change_is_there_once(path):
    found = Run.open(path)
    assert found.arrays(0)["z"] is found.arrays(3)["z"] and found.arrays(0)["mu"] is not found.arrays(3)["mu"]
    assert not any("checkpoint" in name for name in np.load(path).files)


def test_a_branch_of_a_recording_trains_as_one_of_the_run(run, path):
    ours, theirs = (each.branch(6, tau=0.1) for each in (Run.open(path), run))
    ours.advance(100), theirs.advance(100)
    assert ours.steps[-1].metrics["loss"] == theirs.steps[-1].metrics["loss"]
    np.testing.assert_array_equal(ours.arrays()["z"], theirs.arrays()["z"])


def test_rounding_leaves_few_values_near_the_old_ones():
    array = np.random.default_rng(0).normal(size=(500, 8)).astype(np.float32)
    assert len(np.unique(rounded("z", array))) < 30 and np.abs(rounded("z", array) - array).max() <= 0.36
    widths = np.exp(array)
    assert np.abs(np.log2(rounded("sigma", widths) / widths)).max() <= 0.26
    np.testing.assert_array_equal(rounded("z", np.zeros((3, 2), np.float32)), np.zeros((3, 2)))


def test_only_a_finished_run_is_recorded_or_read_as_a_recording(tmp_path, path):
    begun = Run("karate", **SMALL)
    with pytest.raises(ValueError, match="Only a finished run can be recorded, but this one is at step 0 of 9"):
        begun.record(tmp_path / "begun.igcl")
    with np.load(path) as file:
        arrays = {name: file[name] for name in file.files}
    header = {**json.loads(arrays["header"].tobytes()), "total": 10**9}
    arrays["header"] = np.frombuffer(json.dumps(header).encode(), np.uint8)
    np.savez(path.open("wb"), **arrays)
    with pytest.raises(ValueError, match="did not come to its end"):
        Run.open(path)


def test_the_recorded_cora_is_small_opens_without_its_data_and_shows_that_contrast_helps(monkeypatch, tmp_path):
    monkeypatch.setenv("IGCL_OFFLINE", "1")
    monkeypatch.setenv("IGCL_CACHE", str(tmp_path))
    monkeypatch.delenv("IGCL_DATA", raising=False)
    path = ROOT / "assets" / "cora.igcl"
    run, metrics = Run.open(path), Run.open(path).steps[-1].metrics
    assert path.stat().st_size <= 5_000_000 and run.graphs.name == "cora" and len(run.snapshots) == 17
    assert set(run.arrays()) == set(run.method.arrays)
    assert metrics["probe_test"] > metrics["probe_mu"] + 0.03 > run.steps[0].metrics["probe_test"]


def test_a_snapshot_can_be_kept_of_any_step():
    run = Run("karate", **SMALL)
    run.advance(4)
    assert 4 not in run.snapshots
    run.keep_now()
    assert 4 in run.snapshots and run.steps[4].index == 4
