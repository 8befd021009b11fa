"""Live plots that grow every half second, for the browser test of the element."""

import numpy as np
import plotly.graph_objects as go
import streamlit as st

from app.plot.live_plot import Pickable, live_plot

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
    live_plot(few(), key="few", alt="Three points", height=240, picks=Pickable(state.get("picked", ()), pick))
    live_plot(few(), key="twin", alt="The same points", height=240, picks=Pickable(state.get("picked", ()), pick))
    st.text(f"picked {state.get('picked', ())} after {state.get('events', 0)} events")
    st.button("Pick c", on_click=pick, args=(("c",),))


def pick(ids: tuple[str, ...]) -> None:
    st.session_state.picked = ids
    st.session_state.events = st.session_state.get("events", 0) + 1


@st.fragment(run_every=0.5)
def live_cloud() -> None:
    st.session_state.cloud_step = st.session_state.get("cloud_step", 0) + 1
    picks = Pickable(st.session_state.get("some", ()), lambda ids: st.session_state.update(some=ids))
    live_plot(cloud(st.session_state.cloud_step), key="cloud", alt="A cloud", height=420, picks=picks)
    st.text(f"{len(picks.picked)} points picked")


@st.fragment(run_every=0.5)
def live_overlay() -> None:
    """A trace named after a run that is there at every other refresh."""
    st.session_state.overlays = st.session_state.get("overlays", 0) + 1
    figure = lines(1)
    if st.session_state.overlays % 2:
        figure.add_scatter(y=[1.0, 2.0], uid="4 · branch of 3: tau 0.1 upper")
    live_plot(figure, key="overlay", alt="An overlay")


def overlay_page() -> None:
    st.title("Overlay")
    live_overlay()


def main_page() -> None:
    st.title("Live plots")
    live()


def cloud_page() -> None:
    st.title("Cloud")
    live_cloud()


st.navigation(
    [
        st.Page(main_page, title="Lines", default=True),
        st.Page(cloud_page, title="Cloud", url_path="cloud"),
        st.Page(overlay_page, title="Overlay", url_path="overlay"),
    ]
).run()
