"""Figures are pure functions: the same steps and arrays, the same picture."""

import numpy as np
import pytest

from app.figures.curves import curves
from app.figures.map import scatter_map
from app.projection import plane
from igcl_core import Step

STEPS = [Step(0, 4, "start", {"upper": 2.0}), Step(1, 4, "vgae", {}), Step(2, 4, "contrast", {"upper": 1.0, "kl": 3.0})]


def test_a_curve_has_the_steps_that_report_its_metric():
    upper, kl = curves(STEPS, {"upper": "L_upper", "kl": "KL"}, "nats").data
    assert (list(upper.x), list(upper.y), upper.name) == ([0, 2], [2.0, 1.0], "L_upper")
    assert (list(kl.x), list(kl.y)) == ([2], [3.0])


def test_the_axis_spans_the_whole_run_from_the_start():
    assert list(curves(STEPS, {"upper": "L_upper"}, "nats").layout.xaxis.range) == [0, 4]


def test_a_metric_not_yet_reported_is_an_empty_line():
    assert len(curves(STEPS[1:2], {"upper": "L_upper"}, "nats").data[0].x) == 0


def test_a_map_has_one_trace_per_class_over_the_edges():
    xy = np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]])
    edges, left, right = scatter_map(xy, np.array([0, 1, 0]), ("left", "right"), np.array([[0], [1]])).data
    assert (list(left.customdata), list(right.x), left.name) == ([0, 2], [1.0], "left")
    assert left.marker.color != right.marker.color and left.marker.symbol != right.marker.symbol
    assert list(edges.x[:2]) == [0.0, 1.0] and np.isnan(edges.x[2])


def test_the_plane_holds_all_variance_of_a_flat_embedding():
    flat = np.random.default_rng(0).normal(size=(20, 2)) @ np.random.default_rng(1).normal(size=(2, 5))
    found = plane(flat)
    distances = [np.linalg.norm(array[:, None] - array[None], axis=-1) for array in (found.xy, flat)]
    assert found.share == pytest.approx(1)
    np.testing.assert_allclose(*distances, atol=1e-9)


def test_the_plane_does_not_jump_when_signs_flip():
    z = np.random.default_rng(0).normal(size=(20, 4))
    before = plane(z)
    np.testing.assert_allclose(plane(-z, like=before).xy, before.xy, atol=1e-9)


@pytest.mark.parametrize("z", [np.ones((5, 3)), np.arange(5.0)[:, None]])
def test_a_collapsed_embedding_is_drawn_all_the_same(z):
    found = plane(z, like=plane(z))
    assert found.xy.shape == (5, 2) and np.isfinite(found.xy).all() and found.share == pytest.approx(1)
