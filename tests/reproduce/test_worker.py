"""A job gives the scores of its protocol, from the embedding its row names."""

import json

import numpy as np
import pytest

from igcl_core import Diverged, Run, load, train
from igcl_core.evaluate import cluster, linear_probe, svm
from igcl_core.reproduce import run_job, worker
from igcl_core.reproduce.settled import settled
from tests.reproduce.conftest import small_job


@pytest.mark.parametrize("row", ["igcl", "vgae", "explicit", "untrained", "smoothed"])
def test_known_answers_at_node_level(obvious, row):
    metrics = run_job(small_job("karate", row))["metrics"]
    assert [metrics[name] for name in ("accuracy", "acc", "nmi", "ari")] == pytest.approx([1, 1, 1, 1])


@pytest.mark.parametrize("row", ["igcl", "vgae", "noise", "explicit", "untrained", "batch-norm", "smoothed"])
def test_known_answers_at_graph_level(obvious, row):
    metrics = run_job(small_job("motifs", row))["metrics"]
    assert metrics["accuracy"] == 1 and metrics["folds"] == [1] * 10


@pytest.mark.parametrize("row", ["dgi", "gcn", "deepwalk"])
def test_other_systems_are_scored_alike(obvious, row):
    found = run_job(small_job("karate", row, epochs=20))
    metrics = found["metrics"]
    assert metrics["accuracy"] == metrics["acc"] == 1 and 0 < metrics["epoch"]
    assert "chosen on validation" in found["protocol"] and "K-means" in found["protocol"]
    assert found["protocol"].startswith("uses the labels of training nodes") == (row == "gcn")


@pytest.mark.parametrize("row", ["gin", "graph2vec", "autogcl"])
def test_other_systems_have_the_same_folds_of_graphs(obvious, row):
    found = run_job(small_job("motifs", row, epochs=60 if row == "graph2vec" else 15, lr=0.02))
    assert found["metrics"]["accuracy"] == pytest.approx(1.0) and len(found["metrics"]["folds"]) == 10
    assert ("uses labels" in found["protocol"]) == (row == "gin")


def test_the_scores_are_those_of_the_steps_of_the_same_run():
    job = small_job("karate", snapshot_every=2)
    row, graphs = run_job(job), load("karate")
    run = Run("karate", settings=job.settings)
    run.advance(job.settings.epochs + 2)
    contrasted = [step for step in run.snapshots if step > 2]
    probe = linear_probe({step: run.arrays(step)["z"] for step in contrasted}, graphs.y, graphs.split)
    raw, unit = (cluster(run.arrays()["z"], graphs.y, seed=100, repeats=1, normalise=each) for each in (False, True))
    assert row["metrics"]["accuracy"] == probe.value and row["metrics"]["epoch"] == probe.details["epoch"]
    assert (row["metrics"]["ari"], row["metrics"]["ari_unit"]) == (raw.details["ari"], unit.details["ari"])
    assert "chosen on validation" in row["protocol"] and "K-means" in row["protocol"]


@pytest.mark.parametrize(("row", "first"), [("igcl", 3), ("noise", 1), ("explicit", 1), ("vgae", 1), ("untrained", 0)])
def test_no_epoch_is_chosen_from_before_the_row_trained(obvious, row, first):
    metrics = run_job(small_job("karate", row, snapshot_every=1))["metrics"]
    assert metrics["accuracy"] == 1 and metrics["epoch"] == first


def test_rows_of_a_seed_share_first_weights_and_folds(obvious):
    rows = {row: run_job(small_job("motifs", row)) for row in ("untrained", "igcl")}
    job = small_job("motifs")
    graphs = worker.load("motifs")
    first = next(train(graphs, settings=job.settings)).arrays["z"]
    assert rows["untrained"]["metrics"]["folds"] == svm(first, graphs.y, seed=100).details["folds"]
    assert rows["untrained"]["protocol"] == rows["igcl"]["protocol"]


def test_batch_norm_only_is_a_training_at_learning_rate_zero():
    job = small_job("motifs", "batch-norm", K=2)
    *_, last = train("motifs", settings=job.settings)
    assert job.settings.lr == 0
    assert np.array_equal(settled(load("motifs"), job.settings).arrays["z"], last.arrays["z"])


@pytest.mark.parametrize(("dataset", "features", "warmup"), [("karate", "raw", 400), ("motifs", "onehot", 40)])
def test_a_stopped_vgae_has_the_adjacency_accuracy_it_was_stopped_at(dataset, features, warmup):
    size = dict(warmup=warmup, epochs=1, D=16, vgae_hidden=32, b=32)
    job = small_job(dataset, "stop-30", beta=0.1, features=features, **size)
    steps = list(train(dataset, settings=job.settings))
    accuracy = [step.metrics["adjacency_accuracy"] for step in steps]
    reached = next(index for index, value in enumerate(accuracy) if value >= 0.3)
    assert 0 < reached < warmup and len(set(accuracy[reached:])) == 1
    assert run_job(job)["metrics"]["adjacency_accuracy"] == accuracy[-1]


def test_each_seed_draws_its_own_split_where_there_is_no_public_one(monkeypatch):
    monkeypatch.setattr(worker, "SPLIT_PER_SEED", ("karate",))
    train_items = [set(worker.data_of(small_job(seed=seed)).split.train) for seed in (100, 101)]
    assert train_items[0] != train_items[1]
    assert "seed 101" in run_job(small_job(seed=101))["protocol"]


def test_a_row_tells_where_it_came_from_and_is_plain_json():
    row = run_job(small_job())
    assert json.loads(json.dumps(row, allow_nan=False)) == row
    assert row["settings"] == small_job().settings.as_dict() and row["seed"] == row["settings"]["seed"] == 100
    assert {"python", "torch", "numpy", "scikit-learn"} <= row["versions"].keys()
    assert row["seconds"] > 0 and row["finished"].endswith("+00:00")


def test_a_run_that_diverges_is_a_row_with_a_sentence(monkeypatch):
    def diverge(*_, **__):
        raise Diverged("The loss became nan at step 3.")

    monkeypatch.setattr(worker, "train", diverge)
    row = run_job(small_job())
    assert row["metrics"] == {} and row["error"] == "The loss became nan at step 3."


def test_the_embedding_figure_has_a_place_for_every_node():
    row = run_job(small_job(map=True))
    assert np.array(row["metrics"]["map"]).shape == (34, 2)
    assert -1 <= row["metrics"]["silhouette"] <= 1
