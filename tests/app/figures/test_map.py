"""Maps: every item in its place, in the colour of its class, in few bytes."""

import numpy as np
import pytest

from app.figures.map import embedding_map
from app.figures.palette import class_color

XY = np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]])
Y = np.array([0, 1, 0])


def test_one_trace_per_class_over_the_edges():
    edges, left, right = embedding_map(XY, Y, ("left", "right"), edges=np.array([[0], [1]])).figure.data
    assert (list(left.customdata), list(left.x), list(left.y), left.name) == ([0, 2], [0, 0], [0, 1], "left (2)")
    assert (list(right.customdata), list(right.x), right.name) == ([1], [1.0], "right (1)")
    assert (left.marker.color, right.marker.color) == (class_color(0), class_color(1))
    assert left.marker.symbol != right.marker.symbol
    assert list(edges.x[:2]) == [0.0, 1.0] and np.isnan(edges.x[2])


def test_points_say_which_item_they_are():
    _, right = embedding_map(XY, Y, ("left", "right"), item="graph").figure.data
    assert right.hovertemplate == "graph %{customdata} · right<extra></extra>"


def test_a_class_without_a_name_or_without_members_is_drawn_all_the_same():
    named, nameless = embedding_map(XY, Y, ("left",)).figure.data
    assert nameless.name == "class 1 (1)"
    assert embedding_map(XY, np.zeros(3, int), ("left", "empty")).figure.data[1].name == "empty (0)"
    assert embedding_map(XY, None).figure.data[0].name == "nodes (3)"


def test_both_axes_have_one_scale_and_no_ticks():
    layout = embedding_map(XY, Y).figure.layout
    assert layout.yaxis.scaleanchor == "x" and not layout.xaxis.visible and not layout.yaxis.visible


def test_missing_coordinates_are_refused_in_a_sentence():
    with pytest.raises(ValueError, match="two dimensions"):
        embedding_map(np.zeros((3, 1)), Y)


def test_long_class_names_go_beside_the_map():
    assert embedding_map(XY, Y, ("left", "right")).figure.layout.legend.orientation == "h"
    assert embedding_map(XY, Y, ("a" * 40, "b" * 40)).figure.layout.legend.orientation == "v"


def test_a_map_of_cora_s_size_is_light_and_leaves_its_edges_out():
    random = np.random.default_rng(0)
    xy, y = random.normal(size=(2708, 2)).astype(np.float32), random.integers(0, 7, 2708)
    edges = random.integers(0, 2708, (2, 5278))
    figure = embedding_map(xy, y, [f"a class with a name {k}" for k in range(7)], edges=edges).figure
    assert {trace.type for trace in figure.data} == {"scattergl"} and len(figure.data) == 7
    assert len(figure.to_json()) < 60_000
    assert figure.data[0].marker.size < embedding_map(XY, Y).figure.data[0].marker.size


def test_ellipses_lie_under_the_points_and_not_around_far_ones():
    rings = (np.array([0, 1]), np.array([np.diag([4.0, 1.0]), np.eye(2)]))
    lower, upper, *points = embedding_map(XY, Y, ("left", "right"), rings=rings).figure.data
    assert [trace.mode for trace in (lower, upper, *points)] == ["lines"] * 2 + ["markers"] * 2
    x, y = np.array(lower.x), np.array(lower.y)
    assert np.isnan(x[-1]) and np.nanmax(x) == 2.0 and np.isclose(np.nanmax(y), 1.0)
    np.testing.assert_allclose((x[:-1] / 2) ** 2 + y[:-1] ** 2, 1, atol=1e-6)
    crowd = np.vstack([np.random.default_rng(0).normal(size=(99, 2)), [[50.0, 50.0]]])
    far = embedding_map(crowd, None, rings=(np.array([99]), np.eye(2)[None])).figure.data[0]
    assert far.mode == "lines" and far.x is not None and len(far.x) == 0


def test_where_not_all_are_drawn_the_legend_counts_all_and_a_point_keeps_its_number():
    xy, y = np.random.default_rng(0).normal(size=(40, 2)), np.arange(40) % 2
    traces = embedding_map(xy, y, ("even", "odd"), drawn=np.array([0, 1, 4, 7, 20])).data
    shown = {trace["name"]: trace["customdata"].tolist() for trace in traces if "customdata" in trace}
    assert shown == {"even (20)": [0, 4, 20], "odd (20)": [1, 7]}
