"""Far items: at the edge, marked and counted, so that the others have the map."""

import json

import numpy as np
import pytest

from app.figures.far import drawn_in, far_rows, far_words
from app.figures.map import embedding_map
from app.plot.film import film


@pytest.fixture
def cloud() -> np.ndarray:
    xy = np.random.default_rng(0).normal(size=(200, 2)).astype(np.float32)
    xy[7] = 80, -3
    return xy


def test_one_far_item_no_longer_squeezes_the_others(cloud):
    assert far_rows(cloud).tolist() == [7]
    drawn = drawn_in(cloud, far_rows(cloud))
    others = np.delete(np.arange(200), 7)
    assert (drawn[others] == cloud[others]).all() and np.ptp(cloud[others, 0]) < np.ptp(drawn[:, 0])
    assert np.ptp(drawn[:, 0]) < 1.1 * np.ptp(cloud[others, 0])


def test_what_is_more_than_a_few_is_a_clump_and_stays_where_it_is(cloud):
    cloud[:9] += 100
    assert len(far_rows(cloud)) == 0 and drawn_in(cloud, far_rows(cloud)) is cloud
    assert len(far_rows(np.zeros((5, 2)))) == 0


def test_a_map_marks_it_with_an_arrow_outwards(cloud):
    figure = embedding_map(cloud, np.zeros(200, int), ("all",), item="graph").figure
    points, marks = figure.data
    assert marks.customdata.tolist() == [7] and marks.marker.symbol == "arrow" and 45 < marks.marker.angle[0] < 135
    assert marks.x[0] == points.x[7] == points.x.max() < 6
    assert len(embedding_map(cloud[:7], None).figure.data) == 1


def test_a_caption_counts_them():
    assert far_words(0, "node") == ""
    assert far_words(1, "node").startswith("1 far node drawn") and far_words(3, "graph").startswith(
        "3 far graphs drawn"
    )


def test_a_film_names_the_far_items_of_every_frame(cloud):
    calm = np.delete(cloud, 7, axis=0)[:50]
    wild = calm.copy()
    wild[3] = -90, 0
    (pane,) = json.loads(film([{0: calm, 10: wild}]))["panes"]
    assert pane["far"] == [[], [3]] and pane["span"][0] < 10
