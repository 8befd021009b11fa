"""Maps: every item in its place, in the colour of its class, in few bytes."""

import numpy as np
import pytest

from app.figures.map import embedding_map
from app.figures.palette import class_color

XY = np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]])
Y = np.array([0, 1, 0])


def test_one_trace_per_class_over_the_edges():
    edges, left, right = embedding_map(XY, Y, ("left", "right"), edges=np.array([[0], [1]])).data
    assert (list(left.customdata), list(left.x), list(left.y), left.name) == ([0, 2], [0, 0], [0, 1], "left (2)")
    assert (list(right.customdata), list(right.x), right.name) == ([1], [1.0], "right (1)")
    assert (left.marker.color, right.marker.color) == (class_color(0), class_color(1))
    assert left.marker.symbol != right.marker.symbol
    assert list(edges.x[:2]) == [0.0, 1.0] and np.isnan(edges.x[2])


def test_points_carry_their_own_ids_and_say_them():
    left, right = embedding_map(XY, Y, ("left", "right"), ids=[70, 80, 90], item="graph").data
    assert list(left.customdata) == [70, 90]
    assert right.hovertemplate == "graph %{customdata} · right<extra></extra>"


def test_picked_items_wear_rings():
    ring = embedding_map(XY, Y, ("left", "right"), ids=[70, 80, 90], picked=[80, 5]).data[-1]
    assert (ring.uid, list(ring.x), list(ring.customdata)) == ("picked", [1.0], [80])


def test_a_class_without_a_name_or_without_members_is_drawn_all_the_same():
    named, nameless = embedding_map(XY, Y, ("left",)).data
    assert nameless.name == "class 1 (1)"
    assert embedding_map(XY, np.zeros(3, int), ("left", "empty")).data[1].name == "empty (0)"
    assert embedding_map(XY, None).data[0].name == "nodes (3)"


def test_both_axes_have_one_scale_and_no_ticks():
    layout = embedding_map(XY, Y).layout
    assert layout.yaxis.scaleanchor == "x" and not layout.xaxis.visible and not layout.yaxis.visible


def test_three_dimensions():
    figure = embedding_map(np.eye(3), Y, ("left", "right"), dim=3, edges=np.array([[0], [1]]), picked=[0])
    assert {trace.type for trace in figure.data} == {"scatter3d"}
    assert list(figure.data[1].z) == [0.0, 1.0] and figure.layout.scene.aspectmode == "data"


@pytest.mark.parametrize(("dim", "shape"), [(2, (3, 1)), (3, (3, 2)), (4, (3, 4))])
def test_missing_coordinates_are_refused_in_a_sentence(dim, shape):
    with pytest.raises(ValueError, match="2 or 3 dimensions"):
        embedding_map(np.zeros(shape), Y, dim=dim)


def test_long_class_names_go_beside_the_map():
    assert embedding_map(XY, Y, ("left", "right")).layout.legend.orientation == "h"
    assert embedding_map(XY, Y, ("a" * 40, "b" * 40)).layout.legend.orientation == "v"
    assert embedding_map(XY, Y, ("a" * 40, "b" * 40), legend="top").layout.legend.orientation == "h"


def test_a_map_of_cora_s_size_is_light_and_leaves_its_edges_out():
    random = np.random.default_rng(0)
    xy, y = random.normal(size=(2708, 2)).astype(np.float32), random.integers(0, 7, 2708)
    edges = random.integers(0, 2708, (2, 5278))
    figure = embedding_map(xy, y, [f"a class with a name {k}" for k in range(7)], edges=edges, picked=range(50))
    assert {trace.type for trace in figure.data} == {"scattergl"} and len(figure.data) == 8
    assert len(figure.to_json()) < 60_000
    assert figure.data[0].marker.size < embedding_map(XY, Y).data[0].marker.size
