"""evaluate reads what train saved, and puts every score beside the untrained one."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from igcl_core.cli.main import main
from igcl_core.cli.scoring import Scored, paired_difference
from igcl_core.data import random_split
from igcl_core.evaluate import Score
from igcl_core.reproduce.clusters import MEASURES, cluster_metrics
from igcl_core.training.run import Run


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
    assert scores["best on validation"]["details"]["epochs"] == [4, 6]
    assert (scores["final"]["step"], scores["untrained"]["step"], scores["VGAE mean"]["space"]) == (6, 0, "mu")


def test_no_untrained_network_is_called_best_on_validation(capsys, tmp_path):
    """At learning rate 0 and in warm-up, z is what it was at step 0, which ties would otherwise choose."""
    run = Run("karate", warmup=2, epochs=2, lr=0.0, snapshot_every=1)
    run.advance(2)
    run.save(tmp_path / "warm.igcl")
    run.advance(2)
    run.save(tmp_path / "done.igcl")
    warm, done = (report(capsys, str(tmp_path / name))["scores"] for name in ("warm.igcl", "done.igcl"))
    assert [score["embedding"] for score in warm] == ["final", "untrained", "VGAE mean"]
    assert (done[0]["embedding"], done[0]["step"], done[0]["details"]["epochs"]) == ("best on validation", 3, [3, 4])


def test_the_mean_of_the_vgae_is_best_where_the_vgae_was_trained(capsys, node_run):
    best = report(capsys, str(node_run), "--space", "mu")["scores"][0]
    assert best["details"]["epochs"] == [2, 4, 6]


def test_a_graph_level_run_is_compared_on_the_same_folds(capsys, graph_run):
    found = report(capsys, str(graph_run))
    final, untrained = found["scores"][:2]
    assert found["protocol"] == "svm"
    assert found["difference"]["mean"] == pytest.approx(final["value"] - untrained["value"])
    assert found["difference"]["folds"] == 10 and found["difference"]["correction"] == "Nadeau-Bengio"


def scored(name: str, folds: list[float], repeats: int) -> Scored:
    return Scored(name, "z", 0, Score(0.0, 0.0, "", repeats, {"folds": folds, "repeats": [0.0] * repeats}))


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


@pytest.mark.parametrize("normalise", ["none", "both"])
def test_clusters_are_of_the_embedding_as_it_is_as_in_the_tables(capsys, tmp_path, normalise):
    file = tmp_path / "run.igcl"
    run = Run("karate", epochs=1, warmup=1, normalise=normalise)
    run.save(file)
    found = report(capsys, str(file), "--protocol", "cluster", "--repeats", "1")
    z, y = run.arrays()["z"], run.graphs.y
    expected, _ = cluster_metrics(z, y, seed=0)
    assert all("k = 2 on the raw embedding, best" in score["protocol"] for score in found["scores"])
    assert [found["scores"][0]["details"][name] for name in MEASURES] == [expected[name] for name in MEASURES]


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
        (["x", "--seed", "9" * 400], "Argument --seed: a whole number from 0 to 4,294,967,295 was expected, but '999"),
        (["/dev/zero"], "'/dev/zero' should be a file, but it is a device."),
        (["x", "--repeats", "0"], "Argument --repeats: a whole number of at least 1 was expected"),
        (["x", "--space", "w"], "Argument --space: invalid choice"),
    ],
)
def test_a_mistake_gets_a_sentence(capsys, words, sentence):
    assert main(["evaluate", *words]) == 2
    assert sentence in capsys.readouterr().err


def test_a_run_without_a_vgae_has_no_mean_of_one(capsys, tmp_path):
    run = Run("karate", augmentation="noise", epochs=1)
    run.advance(1)
    run.save(tmp_path / "noise.igcl")
    found = report(capsys, str(tmp_path / "noise.igcl"))
    assert [score["embedding"] for score in found["scores"]] == ["best on validation", "final", "untrained"]


def test_a_file_that_holds_its_graph_needs_nothing_else(capsys, tmp_path, small_graph):
    """A graph of a caller's own that is called like a listed dataset, and that no name leads to."""
    own = replace(small_graph, name="cora", split=random_split(21, 0.5, 0.2))
    file = tmp_path / "own.igcl"
    run = Run(own, epochs=2, warmup=2, D=4, vgae_hidden=4, b=0)
    run.advance(4)
    run.save(file)
    found = report(capsys, str(file))
    assert (found["dataset"], found["protocol"]) == ("cora", "probe")
    assert {score["embedding"]: score["value"] for score in found["scores"]}["final"] == run.steps[-1].metrics[
        "probe_test"
    ]
    assert main(["gaussians", str(file)]) == 0
    assert "Among 21 of 21 nodes" in capsys.readouterr().out


def test_a_graph_without_labels_gets_a_sentence(capsys, tmp_path, small_graph):
    Run(replace(small_graph, y=None), epochs=1, warmup=1, D=4, vgae_hidden=4, b=0).save(tmp_path / "own.igcl")
    assert main(["evaluate", str(tmp_path / "own.igcl")]) == 2
    assert "needs one label per item, but there are none" in capsys.readouterr().err
    assert main(["gaussians", str(tmp_path / "own.igcl")]) == 0


def test_no_fold_tests_a_supervised_method_on_labels_that_it_was_told(capsys, tmp_path):
    file = str(tmp_path / "gin.igcl")
    run = Run("motifs", "gin", epochs=1, D=4, layers=1)
    run.advance(1)
    run.save(file)
    assert report(capsys, file)["protocol"] == "probe"
    assert main(["evaluate", file, "--protocol", "svm"]) != 0
    assert "The folds of the svm hold labels that GIN (supervised) was told" in capsys.readouterr().err
