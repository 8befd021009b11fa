"""Every export reopens to equal arrays, also where names and words are awkward."""

import numpy as np
import pytest

from igcl_core import export
from igcl_core.export import MapTable


@pytest.fixture
def chart():
    random = np.random.default_rng(0)
    columns = {
        "class": np.array(["a, b", 'say "x"', "Zoë", "plain", "1 or 2"]),
        "degree": np.array([3, 1, 4, 1, 5]),
        "sigma": random.random(5).astype(np.float32) / 3,
        "right": np.array([True, False, True, True, False]),
    }
    return MapTable(np.array([10, 4, 7, 2, 9]), random.normal(size=(5, 2)), random.normal(size=(5, 3)) * 1e-7, columns)


def assert_equal(one: MapTable, other: MapTable):
    for name in ("ids", "xy", "z"):
        assert getattr(one, name).dtype == getattr(other, name).dtype
        assert (getattr(one, name) == getattr(other, name)).all()
    assert list(one.columns) == list(other.columns)
    for name, values in one.columns.items():
        assert (values == other.columns[name]).all() and values.dtype.kind == other.columns[name].dtype.kind


@pytest.mark.parametrize("kind", ["csv", "parquet", "npz", "projector"])
def test_reopens_to_equal_arrays(chart, kind):
    content = getattr(export, f"write_{kind}")(chart)
    assert_equal(getattr(export, f"read_{kind}")(content), chart)


def test_graphml_keeps_the_coordinates_and_the_graph(chart):
    edges = np.array([[0, 1, 3], [1, 2, 4]])
    found, links = export.read_graphml(export.write_graphml(chart, edges))
    assert (found.ids == chart.ids).all() and (found.xy == chart.xy).all()
    assert {tuple(sorted(pair)) for pair in links.T.tolist()} == {tuple(sorted(pair)) for pair in edges.T.tolist()}
    assert found.columns["class"].tolist() == chart.columns["class"].tolist()
    points, none = export.read_graphml(export.write_graphml(chart))
    assert len(points.ids) == 5 and none.shape == (2, 0)


def test_rows_of_a_chart(chart):
    part = chart.rows(np.array([1, 3]))
    assert part.ids.tolist() == [4, 2] and part.columns["degree"].tolist() == [1, 1]


def test_mistakes_get_a_sentence(chart):
    with pytest.raises(ValueError, match="'short' needs 5 values"):
        MapTable(chart.ids, chart.xy, chart.z, {"short": np.arange(3)})
    with pytest.raises(ValueError, match="may not be called x"):
        export.write_csv(MapTable(chart.ids, chart.xy, chart.z, {"x": np.arange(5)}))
