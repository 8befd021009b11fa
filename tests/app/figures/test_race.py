"""The chart of a race: every method in its colour, over its own seconds or its steps."""

import numpy as np
import pytest

from app.figures.palette import run_color
from app.figures.race import Racer, empty_map, race_figure
from igcl_core import Step


def steps(values: list[float], seconds: float) -> list[Step]:
    return [
        Step(index, 9, "train", {"probe_test": value, "seconds": seconds * index}) for index, value in enumerate(values)
    ]


QUICK, SLOW = steps([0.2, 0.5, 0.4], 0.5), steps([0.3, 0.6], 8.0)
RACERS = [Racer("DGI", QUICK, best=QUICK[1]), Racer("GCN", SLOW, supervised=True)]


def traces(x: str) -> dict:
    return {trace.uid: trace for trace in race_figure(RACERS, x).figure.data}


@pytest.mark.parametrize("x, quick, slow", [("seconds", [0, 0.5, 1.0], [0, 8.0]), ("step", [0, 1, 2], [0, 1])])
def test_each_line_is_what_its_run_measured_over_its_own_time(x, quick, slow):
    drawn = traces(x)
    np.testing.assert_allclose(drawn["probe-0"].x, quick)
    np.testing.assert_allclose(drawn["probe-1"].x, slow)
    np.testing.assert_allclose(drawn["probe-0"].y, [20, 50, 40], rtol=1e-6)
    assert [drawn[f"probe-{k}"].line.color for k in (0, 1)] == [run_color(0), run_color(1)]


def test_whoever_uses_labels_is_marked():
    drawn = traces("step")
    assert (drawn["probe-0"].line.dash, drawn["probe-1"].line.dash) == ("solid", "dot")
    assert [racer.title for racer in RACERS] == ["DGI", "GCN, uses labels"]
    assert drawn["probe-1"].name == "GCN, uses labels"


def test_a_star_is_at_the_step_that_counts():
    drawn = traces("seconds")
    assert (drawn["best-0"].x, drawn["best-0"].y) == ((0.5,), (50.0,)) and "best-1" not in drawn
    assert "best on validation at step 1, test 50.0 %" in drawn["best-0"].hovertemplate


def test_a_race_that_has_not_begun_says_so():
    figure = race_figure([Racer("DGI", ())]).figure
    assert "not measured yet" in [note.text for note in figure.layout.annotations]


def test_room_for_a_map_says_why_it_is_empty():
    figure = empty_map("loads <b>", 250).figure
    assert figure.layout.height == 250 and figure.layout.annotations[0].text == "loads &lt;b&gt;"
