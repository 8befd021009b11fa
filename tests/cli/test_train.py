"""train: one JSON line per step, a file that opens again, and a sentence for every mistake."""

import json

import numpy as np
import pytest

from igcl_core import Run
from igcl_core.cli.main import main
from igcl_core.cli.summary import scores

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


@pytest.mark.parametrize("words", [[], ["--with-graph"]])
def test_the_graph_goes_into_the_file_where_it_is_wanted(tmp_path, words):
    file = tmp_path / "run.igcl"
    assert main([*SHORT, "--out", str(file), "--json", *words]) == 0
    with np.load(file) as arrays:
        header = json.loads(arrays["header"].tobytes())
        assert ("graph/edge_ends" in arrays.files) == (header["graph"] is not None) == bool(words)
    assert Run.open(file).graphs.fingerprint == header["fingerprint"]


def test_other_spellings_of_a_name_work(capsys):
    assert main(["train", "Karate-Club", "--method", "VGAE", "--epochs", "1", "--set", "warmup=1", "--json"]) == 0


def test_the_paper_preset_is_used(capsys):
    assert main(["train", "karate", "--preset", "paper"]) == 2
    assert "The paper of iGCL has no settings for 'karate'" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["train", "karat"], "There is no dataset 'karat'. Did you mean 'karate'?"),
        (["train", "karate", "--method", "igl"], "There is no method 'igl'. Did you mean 'igcl'"),
        (["train", "karate", "--set", "tua=1"], "There is no setting 'tua'. Did you mean 'tau'"),
        (["train", "karate", "--set", "backbone=gatt"], "There is no backbone setting 'gatt'."),
        (["train", "karate", "--preset", "papr"], "There is no kind of preset 'papr'. Did you mean 'paper'?"),
        (["train", "karate", "--tau", "-1"], "tau must be above 0 and at most 1,000,000, but -1 came."),
        (["train", "karate", "--tau", "nan"], "tau must be a finite number, but 'nan' came."),
        (["train", "karate", "--epochs", "many"], "epochs must be a number, but 'many' came."),
        (["train", "karate", "--set", "b=99"], "The batch b must be at most the 34 nodes"),
        (["train", "karate", "--set", "K"], "--set expects NAME=VALUE"),
        (["train", "karate", "--tau", "1", "--set", "tau=2"], "tau is given twice"),
        (["train", "karate", "--out", "no/such/folder/run.igcl"], "A file in a folder that exists was expected"),
        (["train", "karate", "--out", "/dev/null"], "A file was expected to write to, but '/dev/null' is no file but"),
        (
            ["train", "karate", "--set", "K=1000000000"],
            "K must be at least 0 and at most 1000, but 1,000,000,000 came.",
        ),
        (["train", "karate", "--set", f"K={'9' * 400}"], "K must be at least 0 and at most 1000, but '9999"),
        (["train", "karate", "--set", f"K={'9' * 5000}"], "K must be a number, but '9999"),
        (["train", "karate", "--tau", "1e300"], "tau must be above 0 and at most 1,000,000, but 1e+300 came."),
        (
            ["train", "karate", "--seed", str(2**53)],
            "seed must be at least 0 and at most 4,294,967,295, but 9.0072e+15",
        ),
        (["train", "karate", "--epochs", "9007199254740993"], "epochs must be at least 0 and at most 100,000, but "),
        (["train", "karate", "--set", "backbone=gat", "--set", "D=7"], "D must be a multiple of attention_heads"),
        (["train", "karate", "--with-graph"], "--with-graph says what to save, but not where: give --out FILE, too."),
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


def test_the_summary_calls_no_untrained_network_best():
    run = Run("karate", warmup=2, epochs=2, lr=0.0, probe_every=1)
    run.advance(2)
    assert not any(name.startswith("best") for name in scores(run)[0])
    run.advance(2)
    assert "best on validation (step 3)" in scores(run)[0]


@pytest.fixture
def files(tmp_path) -> list[str]:
    edges, nodes = tmp_path / "edges.csv", tmp_path / "nodes.csv"
    edges.write_text("from,to\n" + "\n".join(f"n{k},n{(k + 1) % 12}" for k in range(12)))
    nodes.write_text("id,side,age\n" + "\n".join(f"n{k},{'left' if k < 6 else 'right'},{k}" for k in range(12)))
    return [str(edges), "--nodes", str(nodes), "--epochs", "2", "--set", "warmup=1"]


def test_a_file_trains_and_what_was_guessed_is_said(capsys, files, tmp_path):
    out = tmp_path / "run.igcl"
    assert main(["train", *files, "--out", str(out)]) == 0
    said = capsys.readouterr().err
    assert "read label=side: its rows have 2 different words" in said
    run = Run.open(out)
    assert run.graphs.classes == ("left", "right") and run.graphs.num_nodes == 12


def test_guesses_are_changed_on_the_command_line(capsys, files, tmp_path):
    out = tmp_path / "run.igcl"
    changed = ["--read", "label=none", "--read", "features=none", "--read", "made=positions", "--json"]
    assert main(["train", *files, *changed, "--out", str(out)]) == 0
    graphs = Run.open(out).graphs
    assert graphs.y is None and graphs.num_features == 10


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["nothing.csv"], "There is no file 'nothing.csv'."),
        (["karate", "--read", "label=x"], "--nodes and --read are for a file with a graph"),
        (["FILE", "--read", "lable=x"], "There is no choice of how to read 'lable'. Did you mean 'label'"),
        (["FILE", "--read", "header=maybe"], "--read header must be yes or no, but 'maybe' came."),
        (["FILE", "--read", "source=zz"], "has no column 'zz'"),
    ],
)
def test_mistakes_with_files_get_a_sentence(capsys, files, words, sentence):
    words = [files[0] if word == "FILE" else word for word in words]
    assert main(["train", *words, "--epochs", "1"]) == 2
    assert sentence in capsys.readouterr().err
