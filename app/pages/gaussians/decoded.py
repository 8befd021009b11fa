"""Decoded: go from one item to another through latent space, and see what the decoder makes of every place."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go
import streamlit as st

from app.figures.decoded import columns_figure, points_figure, strip
from app.pages.gaussians.dragged import column_names, dense, dragged_panel
from app.pages.gaussians.one_node import name
from app.pages.gaussians.scene import Scene
from app.plain_text import plain
from app.plot.live_plot import live_plot
from igcl_core.analysis import Decoded, way
from igcl_core.analysis.gaussians import by_class, pca_of_means

PLACES, DRAWS = 9, 8
SHOWN = 80
HEIGHT = 380


def decoded_panel(scene: Scene, ids: np.ndarray) -> None:
    """Two items, a slider between them, and the decoder's answer as pictures or as numbers."""
    if scene.view.recorded:
        st.info("A recording keeps no weights, so nothing can be decoded. Train the run to see it.")
        return
    ends, at = choose_place(scene, ids)
    found = ask(scene, ends, at)
    if found is None:
        st.skeleton(height=HEIGHT)
        return
    pictures = has_pictures(scene)
    (show_pictures if pictures else show_numbers)(scene, ends, at, found)
    dragged_panel(scene, pictures)


def choose_place(scene: Scene, ids: np.ndarray) -> tuple[tuple[int, int], float]:
    """The two items, and how far the place is on the way from the one to the other."""
    key, last = f"{scene.view.graphs.name}", scene.items - 1
    left, middle, right = st.columns([1, 3, 1], gap="medium")
    first = left.number_input("From item", 0, last, int(ids[0]), key=f"gaussians-from/{key}")
    second = right.number_input("to item", 0, last, another(scene, ids), key=f"gaussians-to/{key}")
    at = middle.slider("How far on the way", 0, 100, 50, format="%d %%", key=f"gaussians-way/{key}")
    return (int(first), int(second)), at / 100


def another(scene: Scene, ids: np.ndarray) -> int:
    """The first drawn item of another class than the first."""
    others = ids[scene.y[ids] != scene.y[ids[0]]]
    return int(others[0]) if len(others) else (int(ids[0]) + 1) % scene.items


def ask(scene: Scene, ends: tuple[int, int], at: float) -> Decoded | None:
    """The run is asked beside the page: it has the weights."""
    step, live_run, arrays = scene.now, scene.here.current, scene.view.snapshots[scene.now]

    def work() -> Decoded:
        return live_run.ask(lambda run: way(run, step, arrays, ends, at, PLACES, DRAWS))

    return scene.ask("decoded", (step, ends, at), work)


def has_pictures(scene: Scene) -> bool:
    """Whether the numbers of an item are the pixels of its picture."""
    graphs = scene.view.graphs
    return graphs.images is not None and graphs.images[0].size == graphs.num_features


def show_pictures(scene: Scene, ends: tuple[int, int], at: float, found: Decoded) -> None:
    """Pictures at their points with the way through them; the way decoded, and samples around the place chosen."""
    graphs, left, right = scene.view.graphs, *st.columns(2, gap="medium")
    pictures, shape = graphs.images / graphs.images.max(), graphs.images[0].shape
    with left:
        live_plot(map_of(scene, pictures, ends, at), key="gaussians-pictures", height=HEIGHT,
                  alt="Pictures at their points in latent space, and the way between two of them")  # fmt: skip
        st.caption(f"{SHOWN} pictures at their means μ, sampled by class, and the way between the two items.")
    with right:
        first, second = pictures[list(ends)]
        st.image(strip(np.stack([first, *found.way.reshape(-1, *shape), second])), width="stretch")
        st.caption(
            f"Items {plain(name(scene, ends[0]))} and {plain(name(scene, ends[1]))} at the ends, as they are; between "
            f"them, what the decoder of step {found.step} makes of {PLACES} places on the way from mean to mean."
        )
        st.image(strip(np.stack([found.place, *found.samples]).reshape(-1, *shape)), width="stretch")
        st.caption(
            f"First the place at {at:.0%} of the way; then {len(found.samples)} samples of a Gaussian there, as wide "
            "as those of the two items on average: implicit augmentations, made visible. No graph was needed."
        )


def map_of(scene: Scene, pictures: np.ndarray, ends: tuple[int, int], at: float) -> go.Figure:
    """The plane in which the means differ most, as the decoder sees them."""
    mu = scene.view.snapshots[scene.now]["mu"]
    shown, plane = by_class(scene.y, SHOWN), pca_of_means(mu)
    way = plane.points(mu[list(ends)])
    place = (1 - at) * way[0] + at * way[1]
    return points_figure(plane.points(mu[shown]), pictures[shown], way, place, plane.axes, HEIGHT)


def show_numbers(scene: Scene, ends: tuple[int, int], at: float, found: Decoded) -> None:
    """The row at the place chosen among the columns of the table."""
    rows = dense(scene.view.graphs.x[list(ends)])
    titles = tuple(f"item {plain(name(scene, end))}" for end in ends)
    figure = columns_figure(column_names(scene), rows, found.place, found.samples, titles, HEIGHT)
    live_plot(figure, key="gaussians-decoded", height=HEIGHT, alt="A decoded row of the table between two items")
    st.caption(
        f"The line: what the decoder of step {found.step} expects in every column at {at:.0%} of the way from the mean "
        f"of the one item to that of the other. Faint: {len(found.samples)} samples of a Gaussian there, as wide as "
        "those of the two items on average: implicit augmentations of a table, which has no edge to drop."
    )
