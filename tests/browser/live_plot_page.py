"""Live plots that grow every half second, for the browser test of the element."""

import numpy as np
import plotly.graph_objects as go
import streamlit as st

from app.live_plot import live_plot, picked

POINTS, CLASSES = 2708, 7


def lines(step: int) -> go.Figure:
    x = np.arange(20 + 5 * step, dtype=np.float32)
    figure = go.Figure(layout={"legend": {"orientation": "h", "y": 1.05, "yanchor": "bottom"}})
    figure.add_scatter(x=x, y=np.sin(x / 5), name="first")
    return figure.add_scatter(x=x, y=np.cos(x / 5), name="second")


def cloud(step: int) -> go.Figure:
    random = np.random.default_rng(0)
    label, xy = random.integers(0, CLASSES, POINTS), random.normal(size=(POINTS, 2))
    xy = (xy + 0.02 * np.random.default_rng(step).normal(size=xy.shape)).astype(np.float32)
    figure = go.Figure()
    for number in range(CLASSES):
        members = np.flatnonzero(label == number)
        x, y = xy[members].T
        figure.add_scattergl(x=x, y=y, customdata=members, name=f"class {number}", mode="markers", marker={"size": 5})
    return figure


def few() -> go.Figure:
    place, size = [0.0, 1.0, 2.0], {"size": 24}
    return go.Figure(go.Scatter(x=place, y=place, customdata=["a", "b", "c"], mode="markers", marker=size))


@st.fragment(run_every=0.5)
def live() -> None:
    state = st.session_state
    state.step = state.get("step", 0) + 1
    st.text(f"step {state.step}")
    live_plot(lines(state.step), key="lines", alt="Two waves")
    live_plot(few(), key="few", alt="Three points", height=240, select=True, on_select=count)
    st.text(f"picked {getattr(picked('few'), 'ids', ())} after {state.get('events', 0)} events")


def count() -> None:
    st.session_state.events = st.session_state.get("events", 0) + 1


@st.fragment(run_every=0.5)
def live_cloud() -> None:
    st.session_state.cloud_step = st.session_state.get("cloud_step", 0) + 1
    picks = live_plot(cloud(st.session_state.cloud_step), key="cloud", alt="A cloud", height=420, select=True)
    st.text(f"{len(picks.ids) if picks else 0} points picked")


def main_page() -> None:
    st.title("Live plots")
    live()


def cloud_page() -> None:
    st.title("Cloud")
    live_cloud()


st.navigation(
    [st.Page(main_page, title="Lines", default=True), st.Page(cloud_page, title="Cloud", url_path="cloud")]
).run()
