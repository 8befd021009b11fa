"""The growth table: graphs of the size they say, and the exponent of what was measured."""

import numpy as np
import pytest

from igcl_core.bench.growth import CLASSES, EDGES, Cost, cost, exponent, growth, planted_graph


def test_planted_graphs_have_their_size_and_their_classes():
    graphs = planted_graph(10_000)
    assert 0.7 * 10_000 < graphs.num_edges <= 10_000 and graphs.num_nodes == 10_000 // 7
    inside = graphs.y[graphs.edges[0]] == graphs.y[graphs.edges[1]]
    assert 0.6 < inside.mean() < 0.8 and len(np.unique(graphs.y)) == CLASSES


def test_a_step_of_each_phase_is_measured():
    found = cost(1_000)
    assert found.vgae > 0 and found.contrast > 0 and found.memory >= 0


def test_the_exponent_is_that_of_a_power():
    assert exponent((10, 100, 1000), [9.0, 3.0, 3.0 * 10**1.5]) == pytest.approx(1.5)


def test_what_grows_as_the_square_misses_the_target():
    square = [row.met for row in growth(lambda edges: Cost(edges**2, edges, 1.0))]
    assert square == [False, True, True]
    assert [row.name for row in growth(lambda edges: Cost(1.0, 1.0, 1.0))] == [
        "growth-vgae", "growth-contrast", "growth-memory",
    ]  # fmt: skip
    assert f"{EDGES[0]:,}" in growth(lambda edges: Cost(1.0, 1.0, 1.0))[0].note
