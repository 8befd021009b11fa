"""Lines of the probe that was not fitted to its optimum are known, marked, and never mixed with newer ones."""

import json
from dataclasses import replace

import pytest

from igcl_core.reproduce import Results
from igcl_core.reproduce.claims import ablation_verdicts, sensitivity_verdict
from igcl_core.reproduce.old_rows import MARK, in_todays_words, of_old_probe, scored_alike
from igcl_core.reproduce.stops import sensitivity_points
from igcl_core.reproduce.summary import paired, summarise
from tests.reproduce.conftest import small_job

PROTOCOL = "split public, logistic regression on L2-normalised rows; K-means on L2-normalised rows, best of 10 starts"


def new(seed: int, accuracy: float, name: str = "igcl", **metrics: float) -> dict:
    about = {"key": f"{name} {seed}", "dataset": "cora", "row": name, "seed": seed, "preset": "recommended"}
    return {**about, "protocol": PROTOCOL, "metrics": {"accuracy": accuracy, "acc": 0.5, "acc_unit": 0.6, **metrics}}


def old(seed: int, accuracy: float, name: str = "igcl", **metrics: float) -> dict:
    """As such a line is read: it has one K-means only."""
    row = new(seed, accuracy, name, **metrics)
    del row["metrics"]["acc_unit"]
    return in_todays_words(row)


def test_a_line_with_one_k_means_is_of_the_old_probe_and_says_so():
    row = old(100, 0.8)
    assert of_old_probe(row) and "the old probe" in row["protocol"] and row["metrics"]["acc_unit"] == 0.5
    assert not of_old_probe(in_todays_words(new(100, 0.8)))
    of_graphs = {"metrics": {"accuracy": 0.9}, "protocol": "support vector machine"}
    assert in_todays_words(of_graphs) == of_graphs


def test_they_count_only_where_there_are_no_newer_ones():
    rows = [old(100, 0.1), old(101, 0.2), old(100, 0.3, "untrained")]
    assert [(each.values, each.old) for each in summarise(rows)] == [({100: 0.1, 101: 0.2}, True), ({100: 0.3}, True)]
    untrained, ours = summarise([*rows, new(102, 0.8)])
    assert (ours.values, ours.old) == ({102: 0.8}, False) and untrained.old
    assert "old probe" not in ours.protocol


def test_what_the_probe_did_not_score_still_counts():
    (clusters,) = summarise([old(100, 0.1), new(101, 0.2)], "acc_unit")
    assert clusters.values == {100: 0.5, 101: 0.6} and not clusters.old


def test_old_and_new_are_never_compared():
    ours, others = summarise([new(100, 0.8)])[0], summarise([old(100, 0.7, "untrained")])[0]
    assert paired(ours, others) is None
    assert paired(summarise([old(100, 0.8)])[0], others).mean == pytest.approx(0.1)
    rows = [row for seed in (1, 2) for row in (new(seed, 0.8), old(seed, 0.7, "explicit"))]
    assert ablation_verdicts(rows)[0].known == 0


def test_the_stops_of_a_curve_are_scored_alike():
    rows = [old(1, 0.1, f"stop-{stop}", adjacency_accuracy=stop / 100) for stop in (10, 20, 30)]
    assert "old probe" in sensitivity_verdict([*rows, old(1, 0.2, "stop-40", adjacency_accuracy=0.4)]).evidence[0]
    rows.append(new(1, 0.8, "stop-40", adjacency_accuracy=0.4))
    assert sensitivity_points(rows) == {"cora": [(0.4, 0.8)]} and scored_alike(rows) == rows[-1:]


def test_evidence_says_which_probe_it_is_of():
    rows = [old(seed, value, name) for seed in (1, 2) for name, value in {"igcl": 0.8, "explicit": 0.7}.items()]
    assert MARK in ablation_verdicts(rows)[0].evidence[0]


def test_such_a_run_is_made_again(tmp_path):
    job = replace(small_job(), needs=("accuracy",))
    line = {**new(job.seed, 0.8), "key": job.key}
    results = Results(tmp_path / "results.jsonl")
    results.path.write_text(json.dumps({**line, "metrics": {"accuracy": 0.7}}) + "\n")
    assert results.missing([job]) == [job] and results.of([job]) == []
    assert results.missing([replace(job, needs=())]) == []
    results.append(line)
    assert results.missing([job]) == [] and results.of([job]) == [line]


def test_the_order_of_lines_does_not_bring_an_old_one_back(tmp_path):
    file, newer = tmp_path / "results.jsonl", new(100, 0.8)
    older = {**newer, "metrics": {"accuracy": 0.7, "acc": 0.5}}
    for lines in ([older, newer], [newer, older]):
        file.write_text("".join(json.dumps(line) + "\n" for line in lines))
        assert Results(file).rows() == [newer]
