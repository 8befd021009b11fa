"""evaluate reads what train saved, and puts every score beside the untrained one."""

import json
from pathlib import Path

import pytest

from igcl_core.cli.main import main


@pytest.fixture(scope="module")
def node_run(tmp_path_factory) -> Path:
    file = tmp_path_factory.mktemp("runs") / "node.igcl"
    assert (
        main(["train", "karate", "--epochs", "4", "--set", "warmup=2", "--set", "snapshot_every=2", "--out", str(file)])
        == 0
    )
    return file


@pytest.fixture(scope="module")
def graph_run(tmp_path_factory) -> Path:
    file = tmp_path_factory.mktemp("runs") / "graph.igcl"
    assert main(["train", "motifs", "--epochs", "1", "--set", "warmup=1", "--set", "D=8", "--out", str(file)]) == 0
    return file


def report(capsys, *words: str) -> dict:
    capsys.readouterr()
    assert main(["evaluate", *words, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_a_node_level_run_is_probed_at_every_kept_epoch(capsys, node_run):
    found = report(capsys, str(node_run))
    scores = {score["embedding"]: score for score in found["scores"]}
    assert found["protocol"] == "probe" and found["difference"] is None
    assert list(scores) == ["best on validation", "final", "untrained", "VGAE mean"]
    assert scores["best on validation"]["details"]["epochs"] == [0, 2, 4, 6]
    assert (scores["final"]["step"], scores["untrained"]["step"], scores["VGAE mean"]["space"]) == (6, 0, "mu")


def test_a_graph_level_run_is_compared_on_the_same_folds(capsys, graph_run):
    found = report(capsys, str(graph_run))
    final, untrained = found["scores"][:2]
    assert found["protocol"] == "svm"
    assert found["difference"]["mean"] == pytest.approx(final["value"] - untrained["value"])
    assert found["difference"]["folds"] == 10


@pytest.mark.parametrize("space", ["z", "h", "mu"])
def test_clusters_of_any_space(capsys, node_run, space):
    found = report(capsys, str(node_run), "--protocol", "cluster", "--space", space, "--repeats", "2", "--seed", "3")
    assert {score["repeats"] for score in found["scores"]} == {2}
    assert found["scores"][0]["space"] == space
    assert "seed 3" in found["scores"][0]["protocol"]


def test_people_see_a_table_and_the_protocol(capsys, node_run):
    capsys.readouterr()
    assert main(["evaluate", str(node_run)]) == 0
    out = capsys.readouterr().out
    assert out.startswith("iGCL on karate") and "untrained" in out and "Protocol: split" in out


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["no-such.igcl"], "There is no file 'no-such.igcl'."),
        ([__file__], "is not a saved run"),
        (["x", "--repeats", "0"], "Argument --repeats: a whole number of at least 1 was expected"),
        (["x", "--space", "w"], "Argument --space: invalid choice"),
    ],
)
def test_a_mistake_gets_a_sentence(capsys, words, sentence):
    assert main(["evaluate", *words]) == 2
    assert sentence in capsys.readouterr().err
