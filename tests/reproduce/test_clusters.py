"""Clusters of a row are scored in two ways that are never mixed, and old lines keep the way they were scored in."""

import json

import numpy as np
import pytest

from igcl_core.evaluate import cluster
from igcl_core.reproduce import TABLES, Results
from igcl_core.reproduce.clusters import MEASURES, UNIT_MEASURES, cluster_metrics
from igcl_core.reproduce.old_rows import in_todays_words
from igcl_core.reproduce.report import report
from igcl_core.reproduce.summary import summarise


def stretched() -> tuple[np.ndarray, np.ndarray]:
    """Two directions, and lengths that have nothing to do with them: raw rows mislead K-means."""
    random, y = np.random.default_rng(0), np.arange(60) % 2
    z = np.eye(2)[y] + 0.05 * random.normal(size=(60, 2))
    return z * random.uniform(0.1, 20, size=(60, 1)), y


def test_plain_names_are_of_the_embedding_as_it_is():
    z, y = stretched()
    metrics, protocol = cluster_metrics(z, y, seed=5)
    for names, normalise in ((MEASURES, False), (UNIT_MEASURES, True)):
        score = cluster(z, y, seed=5, repeats=1, normalise=normalise)
        assert [metrics[name] for name in names] == [score.details[name] for name in MEASURES]
        assert f"{', '.join(names)}: {score.protocol}" in protocol
    assert metrics["acc"] < metrics["acc_unit"] == 1


def old(rows: str, **metrics: float) -> dict:
    about = {"key": "k", "dataset": "cora", "row": "igcl", "seed": 1, "preset": "recommended"}
    protocol = (
        f"split public, logistic regression on L2-normalised rows, C chosen; K-means with k = 7 on {rows}, best of"
    )
    return {**about, "metrics": metrics, "protocol": f"{protocol} 10 starts"}


@pytest.mark.parametrize(("rows", "name"), [("L2-normalised rows", "acc_unit"), ("the raw embedding", "acc")])
def test_old_lines_are_read_as_what_their_protocol_says(tmp_path, rows, name):
    (tmp_path / "old.jsonl").write_text(json.dumps(old(rows, accuracy=0.8, acc=0.7)) + "\n")
    assert Results(tmp_path / "old.jsonl").rows()[0]["metrics"] == {"accuracy": 0.8, name: 0.7}


def test_new_lines_stay_as_they_are():
    new = old("L2-normalised rows", acc=0.6, acc_unit=0.7)
    assert in_todays_words(new) == new and in_todays_words({"key": "k"}) == {"key": "k"}


def test_old_and_new_lines_are_never_averaged():
    rows = [in_todays_words(old("L2-normalised rows", acc=0.7)), old("L2-normalised rows", acc=0.5, acc_unit=0.9)]
    rows[1]["seed"] = 2
    (raw,), (unit,) = summarise(rows, "acc"), summarise(rows, "acc_unit")
    assert (raw.values, unit.values) == ({2: 0.5}, {1: 0.7, 2: 0.9})
    lines = {line.ours.metric: line for line in report(TABLES["clusters"], rows)}
    assert lines["acc"].paper == lines["acc_unit"].paper and lines["acc"].paper.mean == 0.744
