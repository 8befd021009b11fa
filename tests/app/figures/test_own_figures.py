"""What a preview draws: how many links nodes have, and how many items classes have."""

import numpy as np
import pytest

from app.figures.class_sizes import MOST, class_sizes_figure
from app.figures.degrees import degrees_figure


@pytest.mark.parametrize(
    "degree", [np.array([0, 1, 1, 3]), np.arange(5000), np.array([0]), np.array([39, 40, 100_000])]
)
def test_every_node_is_in_one_bar(degree):
    bars = degrees_figure(degree).data[0]
    assert sum(bars["y"]) == len(degree) and len(bars["x"]) == len(set(bars["x"])) <= 45


def test_few_numbers_of_links_have_a_bar_each():
    bars = degrees_figure(np.array([0, 1, 1, 3])).data[0]
    assert (list(bars["x"]), list(bars["y"])) == (["0", "1", "2", "3"], [1, 2, 0, 1])


def test_classes_have_their_names_and_of_very_many_only_the_first():
    bars = class_sizes_figure(np.array([3, 0, 5]), ("cat", "dog")).data[0]
    assert (bars["y"], list(bars["x"])) == (["cat", "dog", "class 2"], [3, 0, 5])
    assert len(class_sizes_figure(np.ones(100), ()).data[0]["y"]) == MOST
