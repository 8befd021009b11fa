"""train: one JSON line per step, a file that opens again, and a sentence for every mistake."""

import json

import pytest

from igcl_core import Run
from igcl_core.cli.main import main

SHORT = ["train", "karate", "--epochs", "3", "--set", "warmup=2"]


def json_lines(capsys) -> list[dict]:
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_json_has_one_object_per_step(capsys):
    assert main(["train", "karate", "--epochs", "3", "--json"]) == 0
    steps = json_lines(capsys)
    assert [step["index"] for step in steps] == list(range(steps[0]["total"] + 1))
    assert (steps[0]["phase"], steps[-1]["phase"]) == ("start", "done")
    assert 0 <= steps[-1]["metrics"]["probe_test"] <= 1


def test_people_see_a_bar_and_a_summary(capsys):
    assert main(SHORT) == 0
    out, err = capsys.readouterr()
    assert "5/5" in err and "L_upper=" in err and "rank=" in err
    assert "untrained (step 0)" in out and "best on validation" in out and "split" in out


def test_out_opens_again_with_the_chosen_settings(capsys, tmp_path):
    file = tmp_path / "run.igcl"
    options = ["--tau", "0.3", "--seed", "7", "--lr", "0.002", "--set", "K=2", "--set", "backbone=gat"]
    assert main([*SHORT, *options, "--out", str(file), "--json"]) == 0
    run = Run.open(file)
    settings = run.settings
    assert (settings.tau, settings.seed, settings.lr, settings.K, settings.backbone) == (0.3, 7, 0.002, 2, "gat")
    assert [step["metrics"]["effective_rank"] for step in json_lines(capsys)] == [
        step.metrics["effective_rank"] for step in run.steps
    ]


def test_other_spellings_of_a_name_work(capsys):
    assert main(["train", "Karate-Club", "--method", "VGAE", "--epochs", "1", "--set", "warmup=1", "--json"]) == 0


def test_the_paper_preset_is_used(capsys):
    assert main(["train", "karate", "--preset", "paper"]) == 2
    assert "The paper has no settings for 'karate'" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["train", "karat"], "There is no dataset 'karat'. Did you mean 'karate'?"),
        (["train", "karate", "--method", "igl"], "There is no method 'igl'. Did you mean 'igcl'?"),
        (["train", "karate", "--set", "tua=1"], "There is no setting 'tua'. Did you mean 'tau'"),
        (["train", "karate", "--set", "backbone=gatt"], "There is no backbone setting 'gatt'."),
        (["train", "karate", "--preset", "papr"], "There is no kind of preset 'papr'. Did you mean 'paper'?"),
        (["train", "karate", "--tau", "-1"], "tau must be above 0, but -1 came."),
        (["train", "karate", "--tau", "nan"], "tau must be a finite number, but 'nan' came."),
        (["train", "karate", "--epochs", "many"], "epochs must be a number, but 'many' came."),
        (["train", "karate", "--set", "b=99"], "The batch b must be at most the 34 nodes"),
        (["train", "karate", "--set", "K"], "--set expects NAME=VALUE"),
        (["train", "karate", "--tau", "1", "--set", "tau=2"], "tau is given twice"),
        (["train", "karate", "--out", "no/such/folder/run.igcl"], "--out expects a file in a folder that exists"),
        (["train"], "The following arguments are required: DATASET."),
        (["train", "karate", "--taus", "1"], "Unrecognized arguments: --taus 1."),
    ],
)
def test_a_mistake_gets_a_sentence(capsys, words, sentence):
    assert main(words) == 2
    out, err = capsys.readouterr()
    assert err.startswith(sentence) and len(err.splitlines()) == 1
    assert out == ""
    assert main([*words, "--json"]) == 2
    assert json.loads(capsys.readouterr().out)["error"].startswith(sentence)


def test_a_diverging_run_says_so_and_keeps_its_last_good_step(capsys, tmp_path):
    file = tmp_path / "run.igcl"
    assert main([*SHORT, "--tau", "1e-30", "--out", str(file), "--json"]) == 1
    *steps, last = json_lines(capsys)
    assert [step["index"] for step in steps] == [0, 1, 2]
    assert "training stopped and step 2 is kept" in last["error"]
    assert Run.open(file).status == "diverged"
