"""Mean, spread and paired differences against numbers worked out by hand."""

import math

import pytest

from igcl_core.reproduce import TABLES
from igcl_core.reproduce.report import plain_line, report
from igcl_core.reproduce.standing import standing
from igcl_core.reproduce.summary import paired, summarise


def row(name: str, seed: int, accuracy: float | None, dataset: str = "mutag", preset: str = "recommended") -> dict:
    outcome = {"metrics": {}, "error": "It diverged."} if accuracy is None else {"metrics": {"accuracy": accuracy}}
    about = {"dataset": dataset, "row": name, "seed": seed, "preset": preset, "protocol": f"ten folds, seed {seed}"}
    return {**about, **outcome}


ROWS = [
    row("igcl", 100, 0.90), row("untrained", 100, 0.85),
    row("igcl", 101, 0.88), row("untrained", 101, 0.89),
    row("igcl", 102, 0.92), row("igcl", 103, None),
]  # fmt: skip


def test_mean_spread_and_runs_that_diverged():
    ours = summarise(ROWS)[0]
    assert (ours.dataset, ours.row, ours.n, ours.failed) == ("mutag", "igcl", 3, 1)
    assert ours.mean == pytest.approx(0.90) and ours.spread == pytest.approx(0.02)
    assert ours.protocol == "ten folds, the seed of the run"


def test_a_row_of_which_every_run_diverged_is_not_hidden():
    (line,) = report(TABLES["graphs"], [row("igcl", 100, None)])
    assert (line.shown()["ours"], line.shown()["runs"], line.shown()["diverged"]) == ("-", 0, 1)
    assert math.isnan(line.ours.mean) and standing(line.ours, line.paper) is None


def test_a_report_counts_the_runs_that_never_reached_their_stop():
    ran_out = row("stop-60", 100, 0.9)
    ran_out["metrics"]["adjacency_accuracy"] = 0.5
    (line,) = report(TABLES["sensitivity"], [ran_out])
    assert (line.shown()["ours"], line.shown()["runs"], line.shown()["never reached"]) == ("-", 0, 1)
    assert plain_line(line)["never_reached"] == 1 and plain_line(line)["values"] == {}


def test_presets_are_never_mixed():
    mixed = [row("igcl", 1, 0.9), row("igcl", 1, 0.1, preset="recommended, quick")]
    assert [(summary.preset, summary.mean) for summary in summarise(mixed)] == [
        ("recommended", 0.9),
        ("recommended, quick", 0.1),
    ]


def test_differences_are_between_equal_seeds_only():
    ours, untrained = summarise(ROWS)
    difference = paired(ours, untrained)
    assert (difference.n, difference.up) == (2, 1)
    assert difference.mean == pytest.approx((0.05 - 0.01) / 2) and difference.se == pytest.approx(0.03)
    alone = summarise([row("untrained", 102, 0.9)])[0]
    assert math.isnan(paired(ours, alone).se) and paired(summarise([row("igcl", 1, 0.5)])[0], untrained) is None


def test_a_report_puts_the_printed_number_beside_ours():
    lines = report(TABLES["graphs"], ROWS)
    assert lines[0].shown() == {
        "dataset": "mutag", "row": "igcl", "preset": "recommended", "metric": "accuracy", "ours": "90.0 ± 2.0",
        "runs": 3, "diverged": 1, "paper": "89.8 ± 1.2", "standing": "within",
        "over untrained": "+2.0 (1 of 2 up)", "over smoothed": "-",
        "over batch-norm": "-",
    }  # fmt: skip
    assert lines[1].shown()["paper"] == "-" and lines[1].over == {}
    assert plain_line(lines[0])["paper"] == {"mean": 89.8, "spread": 1.2, "label": "tab Graph Classification"}


def test_clustering_stands_in_the_same_unit():
    cells = {"acc": 0.7, "nmi": 0.5, "ari": 0.4}
    lines = report(TABLES["clusters"], [row("igcl", 100, None, "cora") | {"metrics": cells}])
    assert [(line.shown()["ours"], line.shown()["paper"]) for line in lines[:3]] == [
        ("70.0", "74.4"),
        ("50.0", "56.6"),
        ("40.0", "53.9"),
    ]
