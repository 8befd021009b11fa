"""A run held still: saved by another thread while it goes on, thinned, as bytes, and for its owner's eyes only."""

import io
import stat

import numpy as np
import pytest

from igcl_core import Run
from igcl_core.training import file_bytes, size_once_read
from igcl_core.training.history import BYTES_OF_NAME

SMALL = dict(epochs=40, warmup=5, D=4, vgae_hidden=4, snapshot_every=2, icl_every=0, probe_every=0)


@pytest.fixture
def run() -> Run:
    run = Run("karate", **SMALL)
    run.advance(23)
    return run


def same(one: Run, other: Run) -> bool:
    """Whether two runs give the same numbers; how long a step took is not among them."""
    rows = [[{**row, "seconds": 0.0} for row in each.history] for each in (one, other)]
    arrays = (one.training.arrays(), other.training.arrays())
    return rows[0] == rows[1] and all(np.array_equal(arrays[0][name], arrays[1][name]) for name in arrays[0])


@pytest.mark.parametrize("about", [{}, {"moments": 3}, {"size": 1}])
def test_what_was_held_still_goes_on_as_the_run_did_though_that_has_gone_on_meanwhile(run, tmp_path, about):
    still = run.still(**about)
    run.advance(7)
    still.save(tmp_path / "run.igcl")
    opened = Run.open(tmp_path / "run.igcl")
    assert opened.index == 23 and opened.status == "paused"
    opened.advance(7)
    assert same(opened, run)


def test_the_first_and_the_newest_are_among_those_that_are_left(run):
    assert run.still().snapshots.steps == run.snapshots.steps == sorted({5, *range(0, 23, 2)})
    assert run.still(moments=4).snapshots.steps == [0, 6, 14, 22]
    assert run.still(moments=1).snapshots.steps == [0, 22] == run.still(size=1).snapshots.steps
    each = sum(array.nbytes + BYTES_OF_NAME for array in run.arrays().values())
    assert len(run.still(size=2 * 5 * each).snapshots) == 5
    assert run.still(moments=2).checkpoints.steps[-1] == run.checkpoints.steps[-1]


def test_the_bytes_are_those_of_the_file_and_an_open_file_can_be_read(run):
    data = file_bytes(run)
    assert size_once_read(io.BytesIO(data)) < len(data)
    opened = Run.open(io.BytesIO(data))
    run.advance(5), opened.advance(5)
    assert same(opened, run)


def test_an_open_file_that_is_no_run_is_called_by_its_name():
    class Named(io.BytesIO):
        name = "holiday.igcl"

    for function in (Run.open, size_once_read):
        with pytest.raises(ValueError, match="'holiday.igcl' is not a saved run, or is damaged"):
            function(Named(b"a photograph"))
        with pytest.raises(ValueError, match="'The file' is not a saved run"):
            function(io.BytesIO(b""))


def test_a_private_file_is_for_its_owner(run, tmp_path):
    run.save(tmp_path / "mine.igcl", private=True)
    run.save(tmp_path / "ours.igcl")
    assert stat.S_IMODE((tmp_path / "mine.igcl").stat().st_mode) == 0o600
    assert Run.open(tmp_path / "mine.igcl").index == 23


def test_a_recording_that_is_saved_stays_one(run, tmp_path):
    run.advance(100)
    run.record(tmp_path / "recorded.igcl")
    recorded = Run.open(tmp_path / "recorded.igcl")
    recorded.save(tmp_path / "again.igcl")
    again = Run.open(tmp_path / "again.igcl")
    assert again.recorded and again.snapshots.steps == recorded.snapshots.steps
    assert np.array_equal(again.arrays()["z"], recorded.arrays()["z"])


def test_a_run_says_what_it_is_and_gives_its_numbers_as_a_table(run):
    assert repr(run).startswith("<Run of iGCL on karate, tau 1, seed 0: step 23 of 45, paused, 13 steps with")
    assert [row["step"] for row in run.history] == list(range(24))
    assert run.history[10]["phase"] == run.steps[10].phase and run.history[10]["seconds"] > 0
