"""Figures of the Compare page hold the numbers they are given."""

import numpy as np
import pytest

from app.figures.ablation import COLORS, ablation_figure
from app.figures.sensitivity import sensitivity_figure, tenths
from app.figures.tau_sweep import tau_figure
from app.session.tau_sweep import SweepPoint

NAMES = {"cora": "Cora", "mutag": "MUTAG"}
TITLES = {"noise": "w/ noise", "igcl": "iGCL"}


def by_uid(figure) -> dict:
    return {trace.uid: trace for trace in figure.data}


def test_a_box_for_every_strategy_and_a_diamond_for_every_run_of_the_visit():
    found = {"cora": {"igcl": [0.83, 0.84]}, "mutag": {"igcl": [0.9], "noise": [0.7]}}
    figure = ablation_figure(found, TITLES, NAMES, [("cora", "mine", 0.8)])
    traces = by_uid(figure)
    assert figure.layout.xaxis.categoryarray == ("Cora", "MUTAG")
    assert list(traces) == ["noise", "igcl", "visit"]
    assert list(traces["igcl"].x) == ["Cora", "Cora", "MUTAG"] and list(traces["igcl"].y) == [83.0, 84.0, 90.0]
    assert traces["igcl"].boxpoints == "all" and traces["igcl"].line.color == COLORS["igcl"]
    assert (list(traces["visit"].x), list(traces["visit"].y)) == (["Cora"], [80.0])


def test_means_and_deviations_of_each_tenth():
    place, mean, spread = tenths(np.array([11.0, 13.0, 25.0]), np.array([70.0, 80.0, 90.0]))
    assert (place.tolist(), mean.tolist(), spread.tolist()) == ([12.0, 25.0], [75.0, 90.0], [5.0, 0.0])


def test_every_stopped_run_is_a_point():
    figure = by_uid(sensitivity_figure({"cora": [(0.1, 0.7), (0.2, 0.8)]}, NAMES))
    assert list(figure["Cora runs"].x) == [10, 20] and list(figure["Cora"].y) == [70, 80]
    assert figure["Cora"].showlegend and not figure["Cora band"].showlegend


def test_the_legend_says_how_many_runs_were_left_out():
    figure = sensitivity_figure({"cora": [(0.1, 0.7), (0.2, 0.8)], "mutag": [(0.1, 0.9)]}, NAMES, {"cora": 5})
    assert [trace.name for trace in figure.data if trace.showlegend] == ["Cora (5 left out)", "MUTAG"]


@pytest.mark.parametrize("overlap", [None, 0.3])
def test_a_sweep_has_a_panel_for_what_was_measured_and_marks_the_papers_tau(overlap):
    points = [SweepPoint(0.1, 0.7, 0.5, overlap), SweepPoint(1.0, 0.8, 0.1, overlap), SweepPoint(5.0, error="diverged")]
    figure = tau_figure(points, paper_tau=1.0, untrained=0.6)
    traces = by_uid(figure)
    assert ("overlap" in traces) == (overlap is not None)
    assert list(traces["accuracy"].x) == [0.1, 1.0] and list(traces["accuracy"].y) == [70.0, 80.0]
    assert list(traces["gap"].y) == [0.5, 0.1] and list(traces["untrained"].y) == [60.0, 60.0]
    assert figure.layout.shapes[0].x0 == 1.0 and figure.layout.annotations[0].x == 0
    assert figure.layout.xaxis.type == "log"


def test_a_sweep_without_points_is_an_empty_panel():
    figure = tau_figure([], None)
    assert len(figure.layout.shapes) == 0 and [len(trace.x) for trace in figure.data] == [0]
