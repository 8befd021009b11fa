"""The figures of the Embeddings page."""

import numpy as np
import pytest

from app.figures.coloring import by_class, by_column, by_split, by_truth, by_value
from app.figures.confusion import confusion_figure
from app.figures.drawing import drawing
from app.figures.palette import class_color
from app.figures.panes import Pane, panes_figure
from app.figures.shares import shares_figure


@pytest.fixture
def xy():
    return np.random.default_rng(0).normal(size=(6, 2))


def points(figure, pane):
    return [trace for trace in figure.data if trace.mode == "markers" and trace.meta["pane"] == pane]


def test_both_panes_have_the_same_items_in_the_same_colours(xy):
    paint = by_class("Class", np.array([0, 0, 1, 1, 2, 2]), ("a", "b", "c"))
    figure = panes_figure([Pane("left", xy), Pane("right", -xy)], paint, edges=np.array([[0, 1], [2, 3]]))
    left, right = points(figure, 0), points(figure, 1)
    for label, (one, other) in enumerate(zip(left, right, strict=True)):
        assert one.customdata.tolist() == other.customdata.tolist() == [2 * label, 2 * label + 1]
        assert one.marker.color == other.marker.color == class_color(label)
        assert np.allclose(one.x, xy[one.customdata, 0]) and np.allclose(other.x, -xy[other.customdata, 0])
        assert one.legendgroup == other.legendgroup and one.showlegend and not other.showlegend
    assert {trace.xaxis for trace in right} == {"x2"} and figure.layout.yaxis2.scaleanchor == "x2"


def test_edges_are_a_line_whose_gaps_no_film_moves(xy):
    figure = panes_figure([Pane("map", xy)], by_value("degree", np.arange(6)), edges=np.array([[0, 1], [2, 3]]))
    line = figure.data[0]
    assert line.customdata.tolist() == [0, 2, -1, 1, 3, -1]
    assert np.isnan(line.x[2]) and line.x[1] == np.float32(xy[2, 0])
    assert figure.data[1].marker.color.tolist() == [0, 1, 2, 3, 4, 5]


def test_a_box_gives_the_axes_their_range(xy):
    box = np.array([0.0, 1.0]), np.array([10.0, 20.0])
    figure = panes_figure([Pane("map", xy, box)], by_truth(np.ones(6, bool)))
    assert figure.layout.xaxis.range == pytest.approx((-0.4, 10.4))
    assert figure.layout.yaxis.range == pytest.approx((0.2, 21.8))


def test_many_points_are_drawn_by_webgl():
    figure = panes_figure([Pane("map", np.zeros((1500, 2)))], by_value("x", np.zeros(1500)))
    assert {trace.type for trace in figure.data} == {"scattergl"}


def test_no_class_is_grey_and_comes_last():
    paint = by_class("Cluster", np.array([0, -1, 1]), ("a", "b"))
    assert paint.kind.tolist() == [0, 2, 1] and paint.names == ("a", "b", "none")


def test_split_names_the_rest():
    paint = by_split(4, np.array([0]), np.array([1]), np.array([2]))
    assert paint.kind.tolist() == [0, 1, 2, 3] and paint.names[3] == "in no part"
    assert len(by_split(3, np.array([0]), np.array([1]), np.array([2])).names) == 3


def test_a_column_of_ones_own_is_kinds_or_a_scale():
    assert by_column("n", np.arange(50.0)).value is not None
    words = by_column("w", np.array(["b", "a", "b"]))
    assert words.names == ("a", "b") and words.kind.tolist() == [1, 0, 1]
    many = by_column("w", np.array([f"k{number % 30}" for number in range(40)]))
    assert len(many.names) == 12 and many.names[-1] == "19 others" and (many.kind == 11).sum() == 19


def test_a_drawing_has_all_nodes_and_links():
    figure = drawing(np.array([[0, 0], [1, 2]]), 4, kind=np.array([0, 1, 1, 0]), names=("a", "b"), centre=0)
    lines, dots = figure.data
    assert len(dots.x) == 4 and len(lines.x) == 6 and dots.hovertext[1] == "node 1 · b"
    assert dots.marker.line.width[0] > dots.marker.line.width[1]


def test_confusion_counts():
    figure = confusion_figure(np.array([0, 0, 1, 1]), np.array([0, 1, 1, -1]), ("a", "b"))
    assert figure.data[0].text.tolist() == [[1, 1, 0], [0, 1, 1]] and figure.data[0].x == ("a", "b", "none")


def test_shares_of_the_picked_beside_all():
    all_, picked = shares_figure(np.array([0, 0, 0, 1]), np.array([0, 3]), ("a", "b")).data
    assert all_.x.tolist() == [0.75, 0.25] and picked.x.tolist() == [0.5, 0.5]
