"""The adjacency matrix and its reconstruction, side by side on one scale."""

import numpy as np
import pytest

from app.figures.adjacency import adjacency_figure
from app.figures.palette import class_color
from igcl_core.analysis.adjacency_view import AdjacencyView, adjacency_view


@pytest.fixture
def view(small_graph) -> AdjacencyView:
    return adjacency_view(small_graph, np.random.default_rng(0).normal(size=(21, 4)))


def test_both_matrices_share_one_scale_from_0_to_1(view):
    figure = adjacency_figure(view, 200).figure
    shown = figure.layout.coloraxis
    assert (shown.cmin, shown.cmax, shown.colorbar.ticktext) == (0, 100, ("0", "0.5", "1"))
    assert [trace.coloraxis for trace in figure.data] == ["coloraxis"] * 2 and figure.layout.height == 200


def test_the_matrices_are_the_view_s_in_per_cent_without_the_diagonal(view):
    edges, rebuilt = adjacency_figure(view).figure.data
    off = ~np.eye(view.shown, dtype=bool)
    np.testing.assert_array_equal(edges.z, 100 * view.adjacency)
    np.testing.assert_allclose(rebuilt.z[off] / 100, view.probability[off], atol=0.005001)
    assert not np.diag(rebuilt.z).any()


def test_classes_are_marked_in_their_colours_and_bounded(view):
    shapes = adjacency_figure(view).figure.layout.shapes
    strips = [shape for shape in shapes if shape.type == "rect" and shape.xref == "x" and shape.x0 < -0.5]
    assert [(strip.y0, strip.y1, strip.fillcolor) for strip in strips] == [
        (-0.5, 10.5, class_color(0)),
        (10.5, 20.5, class_color(1)),
    ]
    assert [("M10.5,-0.5L10.5,20.5" in shape.path) for shape in shapes if shape.type == "path"] == [True, True]


def test_a_view_of_120_nodes_is_light():
    matrix = np.random.default_rng(0).random((120, 120))
    y = np.sort(np.arange(120) % 7)
    view = AdjacencyView(np.arange(120), y, (matrix > 0.9).astype(np.uint8), matrix, 120, 2708)
    assert len(adjacency_figure(view).figure.to_json()) < 60_000
