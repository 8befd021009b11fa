"""Alignment undoes what it may undo and nothing else."""

import numpy as np
import pytest

from igcl_core.layout import align


@pytest.fixture
def xy():
    return np.random.default_rng(0).normal(size=(50, 2)) * [3, 1]


def turned(xy, angle, mirror=False):
    c, s = np.cos(angle), np.sin(angle)
    return xy @ np.array([[c, -s], [s, c]]) @ np.diag([1, -1 if mirror else 1])


@pytest.mark.parametrize("mirror", [False, True])
def test_a_turned_moved_and_mirrored_layout_comes_back(xy, mirror):
    assert np.allclose(align(turned(xy, 2.1, mirror) + [5, -3], xy), xy)


def test_size_is_kept_unless_scaling_is_asked_for(xy):
    assert np.allclose(align(2 * xy, xy), 2 * (xy - xy.mean(axis=0)) + xy.mean(axis=0))
    assert np.allclose(align(2 * turned(xy, 1), xy, scale=True), xy)


def test_no_turn_by_a_grid_of_angles_lies_closer(xy):
    other = xy + np.random.default_rng(1).normal(size=xy.shape)
    best = np.linalg.norm(align(other, xy) - xy)
    centred = other - other.mean(axis=0)
    grid = [turned(centred, angle, mirror) for angle in np.linspace(0, 6.3, 200) for mirror in (False, True)]
    assert best <= min(np.linalg.norm(each + xy.mean(axis=0) - xy) for each in grid) + 1e-9


def test_other_items_are_refused(xy):
    with pytest.raises(ValueError, match="same items"):
        align(xy[:-1], xy)
