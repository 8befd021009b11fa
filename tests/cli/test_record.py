"""record: a small file that opens again, and a sentence where it cannot be written."""

import json

from igcl_core import Run
from igcl_core.cli.main import main

SHORT = ["record", "karate", "--epochs", "3", "--set", "warmup=2", "--set", "snapshot_every=2"]


def test_a_recording_opens_and_says_which_steps_it_keeps(capsys, tmp_path):
    file = tmp_path / "run.igcl"
    assert main([*SHORT, "--out", str(file), "--json"]) == 0
    kept = json.loads(capsys.readouterr().out)["kept"]
    assert Run.open(file).recorded and Run.open(file).snapshots.steps == kept == [0, 2, 4, 5]


def test_people_see_what_was_recorded(capsys, tmp_path):
    assert main([*SHORT, "--out", str(tmp_path / "run.igcl")]) == 0
    assert "Recorded 4 of its steps to" in capsys.readouterr().out


def test_a_file_that_cannot_be_written_is_refused_before_the_training(capsys, tmp_path):
    assert main([*SHORT, "--out", str(tmp_path / "nowhere" / "run.igcl")]) == 2
    assert "Make the folder first" in capsys.readouterr().err
