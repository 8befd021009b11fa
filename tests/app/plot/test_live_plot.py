"""The live plot without a browser: what it sends, what it serves and what it refuses."""

import base64
import json
from pathlib import Path

import numpy as np
import plotly.graph_objects as go
import pytest
from streamlit.testing.v1 import AppTest

from app.figures.chart import Chart
from app.plot import live_plot as module
from app.plot.live_plot import live_plot, payload
from app.plot.served_files import NAME, SCRIPT
from tests.app.waiting import LIMIT


def cloud(points: int = 2708, classes: int = 7) -> go.Figure:
    xy = np.random.default_rng(0).normal(size=(points, 2)).astype(np.float32)
    figure = go.Figure()
    for members in np.array_split(np.arange(points), classes):
        figure.add_scattergl(x=xy[members, 0], y=xy[members, 1], customdata=members, mode="markers")
    return figure


def _page():
    import plotly.graph_objects as go
    import streamlit as st

    from app.plot.live_plot import Pickable, live_plot

    state = st.session_state
    places, picks = state.get("places", [1, 2, 3]), Pickable(state.get("picks", ()), lambda ids: None)
    live_plot(go.Figure(go.Scatter(y=places)), key="plot", alt="Three points", picks=picks)


@pytest.fixture
def at() -> AppTest:
    at = AppTest.from_function(_page, default_timeout=LIMIT).run()
    assert not at.exception
    return at


def element(at: AppTest):
    return at.get("bidi_component")[0].proto


def test_the_element_sends_the_figure_and_no_script(at):
    proto = element(at)
    data = json.loads(proto.json)
    assert (proto.component_name, proto.js_source_path, proto.js_content) == (NAME, SCRIPT.name, "")
    assert not proto.isolate_styles
    assert (data["alt"], data["height"], data["select"], data["picked"]) == ("Three points", 320, True, [])
    assert json.loads(data["figure"])["data"][0]["y"] == [1, 2, 3]


def test_new_data_goes_to_the_same_element(at):
    before = element(at).id
    at.session_state["places"] = [3, 2, 1, 0]
    at.run()
    assert element(at).id == before
    assert json.loads(json.loads(element(at).json)["figure"])["data"][0]["y"] == [3, 2, 1, 0]


def test_every_visitor_gets_the_element():
    for _ in range(2):
        assert not AppTest.from_function(_page, default_timeout=LIMIT).run().exception


def test_a_refresh_is_small():
    assert len(payload(cloud())) < 60_000


def test_the_page_gives_the_look_unless_the_figure_does():
    figure = go.Figure(go.Scatter(y=[1.0, float("nan")]), layout={"paper_bgcolor": "red"})
    content = json.loads(payload(figure))
    assert content["layout"] == {"paper_bgcolor": "red"}
    assert content["data"][0]["y"] == [1.0, None]
    assert figure.layout.template.layout.colorway


def test_nothing_points_to_another_server(at):
    sources = [SCRIPT.read_text(encoding="utf-8"), Path(module.__file__).read_text(encoding="utf-8"), str(element(at))]
    assert [source for source in sources if "http" in source.lower() or "cdn" in source.lower()] == []


def test_a_text_for_those_who_do_not_see_it_is_needed():
    with pytest.raises(TypeError, match="alt"):
        live_plot(go.Figure(), key="plot")
    with pytest.raises(ValueError, match="alt"):
        live_plot(go.Figure(), key="plot", alt=" ")


def test_what_python_picks_goes_to_the_browser(at):
    at.session_state["picks"] = (2, 0)
    data = json.loads(element(at.run()).json)
    assert data["picked"] == [2, 0] and data["heard"] is None


def test_a_chart_travels_like_the_figure_it_stands_for():
    traces = [{"type": "scatter", "x": np.arange(5), "y": np.linspace(0, 1, 5, dtype=np.float32), "uid": "line"}]
    chart = Chart(traces, {"height": 100, "template": "none", "xaxis": {"range": [np.float32(0.5), np.int64(2)]}})
    fast, checked = json.loads(payload(chart)), json.loads(payload(chart.figure))
    for name in ("x", "y"):
        arrays = [np.frombuffer(base64.b64decode(each["data"][0][name]["bdata"]), each["data"][0][name]["dtype"])
                  for each in (fast, checked)]  # fmt: skip
        np.testing.assert_array_equal(*arrays)
    assert fast["layout"] == checked["layout"] == {"height": 100, "xaxis": {"range": [0.5, 2]}}
