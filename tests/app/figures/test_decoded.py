"""Pictures at their points and in a row, and a decoded row of a table."""

import numpy as np

from app.figures.decoded import columns_figure, points_figure, strip

PICTURES = np.linspace(0, 1, 2 * 8 * 8).reshape(2, 8, 8)


def test_a_strip_has_every_picture_once_with_a_gap_between():
    row = strip(PICTURES, pixel=3)
    assert row.shape == (24, 3 * 17)
    assert np.array_equal(row[::3, :24:3], PICTURES[0]) and np.array_equal(row[::3, 27::3], PICTURES[1])
    assert (row[:, 24:27] == 0.5).all()


def test_pictures_stand_at_their_points():
    xy = np.array([[0.0, 1.0], [2.0, 3.0]])
    figure = points_figure(xy, PICTURES, xy, np.array([1.0, 2.0]), ("across", "up"), 300)
    shown = figure.layout.images
    assert [(each.x, each.y) for each in shown] == [(0, 1), (2, 3)]
    assert (
        all(each.source.startswith("data:image/png;base64,") for each in shown) and shown[0].source != shown[1].source
    )
    way, place = figure.data
    assert way.x.tolist() == [0, 2] and (place.x.tolist(), place.y.tolist()) == ([1], [2])


def test_a_decoded_row_stands_beside_the_two_items_it_lies_between():
    ends, place, around = np.array([[0, 1], [2, 3]]), np.array([1, 2]), np.array([[1, 1], [2, 2], [3, 3]])
    figure = columns_figure(("alcohol", "ash"), ends, place, around, ("item 3", "item 5"), 300)
    named = {trace.name: list(trace.y) for trace in figure.data if trace.name}
    assert named == {"decoded": [1, 2], "item 3": [0, 1], "item 5": [2, 3]}
    assert len(figure.data) == 6 and tuple(figure.data[0].x) == ("alcohol", "ash")
