"""evaluate reads what train saved, and puts every score beside the untrained one."""

import json
from pathlib import Path

import pytest

from igcl_core.cli.main import main
from igcl_core.cli.scoring import Row, paired_difference
from igcl_core.evaluate import Score, cluster
from igcl_core.run import Run


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
    assert found["difference"]["folds"] == 10 and found["difference"]["correction"] == "Nadeau-Bengio"


def scored(name: str, folds: list[float], repeats: int) -> Row:
    return Row(name, "z", 0, Score(0.0, 0.0, "", repeats, {"folds": folds, "repeats": [0.0] * repeats}))


def test_the_standard_error_is_nadeau_and_bengios():
    """Differences .1 .3 .2 .4 of two repeats of two folds: variance .05 / 3, times 1/4 + 1/(2 - 1), is .0208333."""
    rows = [scored("final", [0.6, 0.8, 0.7, 0.9], 2), scored("untrained", [0.5] * 4, 2)]
    difference = paired_difference(rows)
    assert difference["mean"] == pytest.approx(0.25) and difference["folds"] == 4
    assert difference["se"] == pytest.approx(0.14433757)


def test_repeats_alone_do_not_make_the_standard_error_small():
    def error(repeats: int) -> float:
        final, untrained = [0.4, 0.6] * 5 * repeats, [0.5] * 10 * repeats
        found = paired_difference([scored("final", final, repeats), scored("untrained", untrained, repeats)])
        return found["se"]

    assert error(1000) == pytest.approx(0.1 * (1 / 9) ** 0.5, rel=1e-2)


def test_people_read_which_standard_error_it_is(capsys, node_run):
    capsys.readouterr()
    assert main(["evaluate", str(node_run), "--protocol", "svm"]) == 0
    assert "(standard error, Nadeau-Bengio)." in capsys.readouterr().out


@pytest.mark.parametrize("space", ["z", "h", "mu"])
def test_clusters_of_any_space(capsys, node_run, space):
    found = report(capsys, str(node_run), "--protocol", "cluster", "--space", space, "--repeats", "2", "--seed", "3")
    assert {score["repeats"] for score in found["scores"]} == {2}
    assert found["scores"][0]["space"] == space
    assert "seed 3" in found["scores"][0]["protocol"]


@pytest.mark.parametrize(("normalise", "rows"), [("none", "the raw embedding"), ("both", "L2-normalised rows")])
def test_clusters_are_of_normalised_rows_where_the_run_normalises(capsys, tmp_path, normalise, rows):
    file = tmp_path / "run.igcl"
    run = Run("karate", epochs=1, warmup=1, normalise=normalise)
    run.save(file)
    found = report(capsys, str(file), "--protocol", "cluster", "--repeats", "1")
    expected = cluster(run.arrays()["z"], run.graphs.y, repeats=1, normalise=normalise != "none")
    assert all(f"k = 2 on {rows}, best" in score["protocol"] for score in found["scores"])
    assert found["scores"][0]["details"]["inertia"] == pytest.approx(expected.details["inertia"])


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
