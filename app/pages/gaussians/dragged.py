"""Dragged: a place in latent space in the visitor's hand, and what the decoder makes of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import streamlit as st

from app.figures.decoded import png
from app.figures.palette import class_color
from app.pages.gaussians.scene import Scene
from app.plot.latent import Latent, draggable
from igcl_core import DATASETS
from igcl_core.analysis import Field, field
from igcl_core.analysis.gaussians import by_class, pca_of_means
from igcl_core.data import known_name

COUNT, SHOWN = 25, 80
MOST_NUMBERS = 128  # of an item: those of every place of the grid are sent


def dragged_panel(scene: Scene, pictures: bool) -> None:
    """The plane of the means with a place to drag, once the core has decoded every place of a grid in it."""
    if scene.view.graphs.num_features > MOST_NUMBERS:
        return
    found = ask(scene)
    if found is None:
        st.skeleton(height=200)
        return
    draggable(
        latent(scene, found, pictures), key="gaussians-latent", alt="The plane of the means, with a place to drag"
    )
    st.caption(
        f"**Drag the ring**, or move it with the arrow keys: what the decoder of step {found.step} makes of that place "
        f"follows. {COUNT} × {COUNT} places of the plane in which the means differ most, through their middle; "
        f"{min(SHOWN, scene.items)} of {scene.items:,} items stand at their means, sampled by class."
    )


def ask(scene: Scene) -> Field | None:
    """The run is asked beside the page: it has the weights."""
    step, live_run, arrays = scene.now, scene.here.current, scene.view.snapshots[scene.now]
    return scene.ask("field", step, lambda: live_run.ask(lambda run: field(run, step, arrays, COUNT)))


def latent(scene: Scene, found: Field, pictures: bool) -> Latent:
    """The grid, its numbers' names and reach, and items at their means."""
    graphs, shown = scene.view.graphs, by_class(scene.y, SHOWN)
    mu = scene.view.snapshots[found.step]["mu"]
    places = in_cells(pca_of_means(mu).points(mu[shown]), found)
    size = graphs.images[0].shape if pictures else None
    reach = np.tile([0.0, 1.0], (graphs.num_features, 1)) if pictures else reach_of(dense(graphs.x))
    return Latent(found.rows, column_names(scene), reach, size, places, marks(scene, shown, pictures), found.axes)


def in_cells(xy: np.ndarray, found: Field) -> np.ndarray:
    """Places of the plane in cells of the grid, the first at 0."""
    low, high = (np.array([found.x[end], found.y[end]]) for end in (0, -1))
    return (xy - low) / (high - low) * (len(found.x) - 1)


def marks(scene: Scene, shown: np.ndarray, pictures: bool) -> Sequence[Mapping[str, str]]:
    """The picture of each item, or the colour of its class."""
    if not pictures:
        return [{"color": class_color(label)} for label in scene.y[shown].tolist()]
    images = scene.view.graphs.images
    return [{"source": png(images[item] / images.max())} for item in shown]


def column_names(scene: Scene) -> Sequence[str]:
    """What the numbers of an item are called, or their places in its row."""
    graphs = scene.view.graphs
    listed = known_name(graphs)
    return (DATASETS[listed].column_names if listed else ()) or [str(each) for each in range(graphs.num_features)]


def reach_of(x: np.ndarray) -> np.ndarray:
    """The least and the most of every column."""
    return np.stack([x.min(axis=0), x.max(axis=0)], axis=1)


def dense(x: np.ndarray) -> np.ndarray:
    """Rows of data, whether they are kept sparse or not."""
    return np.asarray(x if isinstance(x, np.ndarray) else x.toarray())
