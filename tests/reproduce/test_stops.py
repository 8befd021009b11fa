"""A run is a point of the sensitivity figure only if its VGAE came to the stop that it is named after."""

import pytest

from igcl_core.reproduce.stops import never_reached, reached, sensitivity_points
from igcl_core.reproduce.summary import summarise


def row(name: str, adjacency_accuracy: float, seed: int = 1, accuracy: float = 0.8) -> dict:
    metrics = {"accuracy": accuracy, "adjacency_accuracy": adjacency_accuracy}
    about = {"dataset": "cora", "preset": "recommended", "protocol": ""}
    return {**about, "row": name, "seed": seed, "metrics": metrics}


@pytest.mark.parametrize(
    ("name", "came_to", "answer"),
    [("stop-60", 0.55, False), ("stop-60", 0.6, True), ("stop-10", 0.19, True), ("igcl", 0.0, True)],
)
def test_a_stop_is_reached_at_its_own_adjacency_accuracy(name, came_to, answer):
    assert reached(row(name, came_to)) is answer


def test_runs_that_never_reached_their_stop_are_counted_and_are_no_points():
    rows = [row("stop-50", 0.51), row("stop-60", 0.55), row("stop-60", 0.56, seed=2), row("igcl", 0.5)]
    rows.append({**row("stop-60", 0.0, seed=3), "metrics": {}, "error": "It diverged."})
    assert sensitivity_points(rows) == {"cora": [(0.51, 0.8)]} and never_reached(rows) == {"cora": 2}


def test_a_row_with_no_run_that_reached_its_stop_has_no_mean_but_is_not_hidden():
    (summary,) = summarise([row("stop-60", 0.55), row("stop-60", 0.54, seed=2)])
    assert (summary.n, summary.unreached, summary.failed) == (0, 2, 0)
