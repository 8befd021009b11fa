"""Run files from anywhere: whatever is wrong with one gets a sentence before much of it is read."""

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from igcl_core import Run
from igcl_core.training.runfile import FORMAT

ROOT = Path(__file__).resolve().parents[2]
SAMPLE = ROOT / "assets" / "sample.igcl"
MISSING = object()


@pytest.fixture(scope="module")
def saved(tmp_path_factory) -> bytes:
    path = tmp_path_factory.mktemp("saved") / "run.igcl"
    run = Run("karate", epochs=8, warmup=3, D=4, vgae_hidden=4, snapshot_every=3)
    run.advance(11)
    run.save(path)
    return path.read_bytes()


@pytest.fixture
def path(saved, tmp_path):
    (tmp_path / "run.igcl").write_bytes(saved)
    return tmp_path / "run.igcl"


def changed(path, save=np.savez, **changes):
    """The file with some of its arrays replaced, or left out where they are MISSING."""
    with np.load(path) as file:
        arrays = {name: file[name] for name in file.files} | changes
    save(path.open("wb"), **{name: array for name, array in arrays.items() if array is not MISSING})


def with_header(path, **changes):
    """The file with some fields of its header replaced, or left out where they are MISSING."""
    with np.load(path) as file:
        header = {**json.loads(file["header"].tobytes()), **changes}
    header = {name: value for name, value in header.items() if value is not MISSING}
    changed(path, header=np.frombuffer(json.dumps(header).encode(), np.uint8))


def refused(path) -> str:
    with pytest.raises(ValueError) as problem:
        Run.open(path)
    said = str(problem.value)
    assert said.endswith(").") and "is not a saved run, or is damaged (" in said and len(said) < 500
    return said.split(" is not a saved run, or is damaged (")[1]


def test_the_recorded_sample_still_opens_and_goes_on():
    run = Run.open(SAMPLE)
    assert run.status == "done" and run.index == 160
    run.rewind(155)
    assert [step.index for step in run.advance(5)] == [156, 157, 158, 159, 160]


@pytest.mark.parametrize(
    "field", ["name", "dataset", "fingerprint", "method", "settings", "phases", "total", "metrics", "format"]
)
def test_a_header_without_a_field_is_refused(path, field):
    with_header(path, **{field: MISSING})
    assert field in refused(path)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (dict(name=5), "its name should be of type str, but is 5"),
        (dict(settings=[1]), "its settings should be of type dict"),
        (dict(phases=[]), "it has no step"),
        (dict(phases=[1, 2]), "its phases are not all text"),
        (dict(metrics=["loss", "loss"]), "a metric twice"),
        (dict(total=3), "it has 12 steps of 3"),
        (dict(total=True), "its total should be of type int"),
        (dict(total=10**30), "it has 12 steps of 10000"),
        (dict(error=7), "its error is no sentence"),
        (dict(origin={"parent": "p"}), "its origin is no step of another run"),
        (dict(origin={"parent": "p", "step": -1, "changes": {}}), "its origin is step -1, which it does not have"),
        (dict(phases=["vgae"] * 5000), "it has 5000 steps of 11"),
        (dict(phases=["vgae"] * 5000, total=5000), "its metrics should be 5000 rows"),
    ],
)
def test_a_field_of_another_kind_is_refused(path, change, sentence):
    with_header(path, **change)
    assert sentence in refused(path)


def test_settings_that_cannot_be_get_their_own_sentence(path):
    with_header(path, settings={"K": 10**9})
    with pytest.raises(ValueError, match="K must be at least 0 and at most 1000"):
        Run.open(path)
    with_header(path, settings={}, method="magic")
    with pytest.raises(ValueError, match="There is no method 'magic'"):
        Run.open(path)


@pytest.mark.parametrize("shape", [(1,), (), (3, 1)])
def test_weights_of_another_shape_are_not_broadcast(path, shape):
    changed(path, **{"checkpoint/10/contrast.weights": np.zeros(shape, np.float32)})
    assert "contrast.weights of step 10 should be float32 of shape" in refused(path)


@pytest.mark.parametrize("step", ["-5", "1e9", "99", "007", "x", ""])
def test_a_checkpoint_of_a_step_that_is_not_there_is_refused(path, step):
    with np.load(path) as file:
        state = {name.split("/", 2)[2]: file[name] for name in file.files if name.startswith("checkpoint/10/")}
    changed(path, **{f"checkpoint/{step}/{name}": array for name, array in state.items()})
    assert "checkpoint of step" in refused(path)


def test_no_more_is_replayed_than_lies_between_two_checkpoints(path):
    steps = 400
    with np.load(path) as file:
        names = json.loads(file["header"].tobytes())["metrics"]
    with_header(path, phases=["vgae"] * steps, total=steps)
    changed(path, metrics=np.zeros((steps, len(names))))
    assert "its last step is 399, but its newest checkpoint that of step 11" in refused(path)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("checkpoint/10/contrast.weights", np.nan),
        ("checkpoint/10/index", 3),
        ("checkpoint/10/vgae.steps", -1),
        ("checkpoint/10/seconds", np.inf),
        ("snapshot/9/z", np.nan),
    ],
)
def test_impossible_numbers_are_refused(path, name, value):
    with np.load(path) as file:
        array = file[name].copy()
    array.flat[0] = value
    changed(path, **{name: array})
    assert name.split("/")[1] in refused(path)


@pytest.mark.parametrize("name", ["checkpoint/11/random", "checkpoint/11/watched"])
def test_a_random_state_that_is_none_is_refused(path, name):
    with np.load(path) as file:
        array = file[name]
    changed(path, **{name: np.full_like(array, 255) if name.endswith("random") else array[:-1]})
    assert "step 11" in refused(path)


@pytest.mark.parametrize("kind", ["snapshot", "checkpoint"])
def test_the_first_step_must_be_there(path, kind):
    with np.load(path) as file:
        first = {name: MISSING for name in file.files if name.startswith(f"{kind}/0/")}
    changed(path, **first)
    assert f"it has no {kind} of step 0" in refused(path)


def test_a_small_file_that_unpacks_to_much_is_refused_without_the_memory(path):
    """Half a gigabyte of zeros in half a megabyte, opened by a process that may not have so much."""
    changed(path, save=np.savez_compressed, **{"snapshot/3/z": np.zeros((34, 4_000_000), np.float32)})
    assert path.stat().st_size < 1_000_000
    program = (
        "import resource, sys; import igcl_core; size = int(open('/proc/self/statm').read().split()[0]) * 4096\n"
        "resource.setrlimit(resource.RLIMIT_AS, (size + 300_000_000,) * 2)\n"
        f"try: igcl_core.Run.open({str(path)!r})\nexcept ValueError as problem: print(problem)"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False)
    assert "z of step 3 should have 34 rows of 4, but its shape is (34, 4000000)" in done.stdout, done.stderr[-300:]


def test_a_snapshot_has_no_arrays_but_those_of_its_method(path):
    changed(path, **{"snapshot/3/more": np.zeros((34, 4), np.float32)})
    assert "more of step 3 should have no place there" in refused(path)


def test_a_run_keeps_no_more_than_its_budget(path, monkeypatch):
    monkeypatch.setattr("igcl_core.training.run.SNAPSHOT_BYTES", 5_000)
    assert "bytes, where a run keeps 5,000" in refused(path)


def test_what_is_no_file_gets_a_sentence(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    for path, came in ((tmp_path / "pipe", "a pipe"), (tmp_path, "a folder"), ("/dev/zero", "a device")):
        with pytest.raises(OSError, match=f"should be a file, but it is {came}"):
            Run.open(path)


def test_other_arrays_in_the_file_are_left_alone(path):
    changed(path, **{"of/another/version": np.zeros(3)})
    assert Run.open(path).index == 11 and FORMAT == 1


def test_a_branch_with_numbers_of_numpy_can_be_saved(tmp_path):
    run = Run("karate", epochs=3, warmup=1)
    run.advance(2)
    run.branch(1, tau=np.float32(0.25)).save(tmp_path / "branch.igcl")
    assert Run.open(tmp_path / "branch.igcl").origin.changes == {"tau": 0.25}
