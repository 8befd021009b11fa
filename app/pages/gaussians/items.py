"""Items: which Gaussians are drawn, in which projection, with how many samples."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import streamlit as st

from app.figures.map import embedding_map
from app.pages.gaussians.scene import Scene
from app.pages.picking import pickable
from app.plain_text import names_in_chart, plain
from app.plot.live_plot import live_plot
from igcl_core.analysis.gaussians import (
    LinearProjection,
    by_class,
    latent_axes,
    members,
    of_pairs,
    pca_of_means,
    separating_plane,
)

BY_HAND, OF_A_CLASS, CONFUSED, LASSO = "By hand", "A class", "Most confused", "Lasso"
PCA, SEPARATING, AXES = "PCA of the means", "Separates the chosen best", "Two latent axes"
BENT = {"t-SNE, samples only": "tsne", "UMAP, samples only": "umap"}
MOST, DIGITS, FIRST_SHOWN = 40, 12, 10
KEEP = "session"
SEARCHING = "The {}s that are confused most are being looked for…"


@dataclass(frozen=True, eq=False)
class Chosen:
    """Items to draw, the projection, samples per Gaussian and their seed, and a sentence on how items were chosen.

    `bent` names a map that is no linear projection, in which only samples are shown.
    """

    ids: np.ndarray
    projection: LinearProjection
    draws: int
    seed: int
    words: str = ""
    bent: str | None = None


def choose_items(scene: Scene) -> Chosen:
    """The widgets, and what they say now. A mistake gets a sentence, and the picture goes on with a sample."""
    row = st.container(horizontal=True, vertical_alignment="bottom", gap="small")
    kinds = [BY_HAND, OF_A_CLASS, CONFUSED, LASSO]
    first = LASSO if scene.picked else BY_HAND
    kind = row.segmented_control(
        f"Which {scene.item}s", kinds, default=first, key="gaussians-kind", required=True, persist_state=KEEP
    )
    with row:
        ids, words = CHOOSERS[kind](scene)
        projection, bent = choose_projection(scene, ids)
        draws = st.number_input(
            "Samples of each", 0, 400, 20, step=20, key="gaussians-draws", width=130, persist_state=KEEP
        )
        look = {"icon": ":material/casino:", "help": "New samples with the next seed"}
        st.button("Redraw", key="gaussians-redraw", on_click=redraw, **look)
    if kind == LASSO:
        lasso_map(scene)
    return Chosen(ids, projection, draws, st.session_state.get("gaussians-seed", 0), words, bent)


def redraw() -> None:
    """Take the next seed. A callback, since a run of the page that a newer one overtakes would lose the click."""
    st.session_state["gaussians-seed"] = st.session_state.get("gaussians-seed", 0) + 1


def by_hand(scene: Scene) -> tuple[np.ndarray, str]:
    """Numbers typed, a few of every class to begin with."""
    start = by_class(scene.y, FIRST_SHOWN)
    typed = st.text_input(
        f"Numbers of {scene.item}s",
        ", ".join(map(str, start.tolist())),
        key=f"gaussians-ids/{scene.view.graphs.name}",
        width=190,
        persist_state=KEEP,
    )
    ids, problem = read_ids(typed, scene.items, scene.item)
    if problem:
        st.warning(plain(problem), icon=":material/edit:")
    return (ids if len(ids) else start), ""


def read_ids(typed: str, items: int, item: str) -> tuple[np.ndarray, str]:
    """The numbers in a text, each once, and a sentence about those that cannot be."""
    words = typed.replace(",", " ").replace(";", " ").split()
    digits = [word for word in words if word.isascii() and word.isdigit() and len(word) <= DIGITS]
    good = [number for number in dict.fromkeys(map(int, digits)) if number < items]
    bad = [word for word in words if word not in digits or int(word) >= items]
    problem = (
        f"{item.capitalize()}s have numbers from 0 to {items - 1}; {', '.join(bad)} cannot be shown." if bad else ""
    )
    if not words:
        problem = f"Type numbers of {item}s from 0 to {items - 1}, for example 0, 1, 2, 3."
    if len(good) > MOST:
        problem = f"The first {MOST} of {len(good)} {item}s are shown."
    return np.array(good[:MOST], np.int64), problem


def of_a_class(scene: Scene) -> tuple[np.ndarray, str]:
    names = scene.view.graphs.classes or ("all",)
    label = st.selectbox("Class", range(len(names)), format_func=lambda k: names[k], key="gaussians-class", width=180)
    size = st.number_input("How many", 1, MOST, 12, key="gaussians-size", width=110)
    ids = members(scene.y, min(label, len(names) - 1), size)
    total = int((scene.y == label).sum())
    return ids, f"{len(ids)} of the {total:,} {scene.item}s of this class, drawn at random."


def most_confused(scene: Scene) -> tuple[np.ndarray, str]:
    """The pairs whose Gaussians overlapped most before contrasting, those of two classes first; none until found."""
    k = st.number_input("Pairs", 1, 20, 3, key="gaussians-pairs", width=100)
    found = scene.separation(scene.before, "mu")
    if found is None:
        return np.empty(0, np.int64), SEARCHING.format(scene.item)
    pairs = found[1].confused[:k]
    words = "; ".join(f"{a} and {b}{one_class(scene, a, b)}: {overlap:.3g}" for a, b, overlap in pairs[:4])
    among = "" if len(found[1].items) == scene.items else f" among {len(found[1].items):,} sampled by class"
    where = f"Largest overlaps before contrasting ({scene.stages[0].title}){among}"
    return of_pairs(pairs), f"{where}: {words}{' …' if len(pairs) > 4 else '.'}"


def one_class(scene: Scene, first: int, second: int) -> str:
    return "" if scene.view.graphs.y is None or scene.y[first] != scene.y[second] else " (one class)"


def lassoed(scene: Scene) -> tuple[np.ndarray, str]:
    """What is picked, in the map below or on the Embeddings page."""
    ids = np.array(sorted(scene.picked), np.int64)
    if not len(ids):
        return by_class(scene.y, 4), f"Drag around {scene.item}s in the map, or click one; shift adds."
    if len(ids) > MOST:
        return ids[by_class(scene.y[ids], MOST)], f"{MOST} of the {len(ids):,} picked {scene.item}s, sampled by class."
    return ids, f"The {len(ids)} {scene.item}s picked in the map."


CHOOSERS = {BY_HAND: by_hand, OF_A_CLASS: of_a_class, CONFUSED: most_confused, LASSO: lassoed}


def lasso_map(scene: Scene) -> None:
    """The embedding to pick from."""
    view, graphs = scene.view, scene.view.graphs
    figure = embedding_map(view.plane.xy, graphs.y, names_in_chart(graphs.classes), item=graphs.task, height=260)
    picks, alt = pickable(scene.here, scene.data, scene.items), "The embedding, to pick items from with a lasso"
    live_plot(figure, key=f"gaussians-map/{graphs.name}", height=260, picks=picks, alt=alt)


def choose_projection(scene: Scene, ids: np.ndarray) -> tuple[LinearProjection, str | None]:
    """One projection for all panes and all steps, from the newest Gaussians; and the bent map, if one is chosen."""
    kinds = [PCA, SEPARATING, AXES, *BENT]
    kind = st.selectbox("Projection", kinds, key="gaussians-projection", width=230, persist_state=KEEP)
    return linear_projection(scene, ids, kind), BENT.get(kind)


def linear_projection(scene: Scene, ids: np.ndarray, kind: str) -> LinearProjection:
    newest = scene.view.kept[-1]
    state = scene.state(newest)
    size = state.mu.shape[1]
    if kind == AXES:
        first = st.number_input("Across", 0, size - 1, 0, key="gaussians-first", width=100)
        second = st.number_input("Up", 0, size - 1, min(1, size - 1), key="gaussians-second", width=100)
        return latent_axes(first, second if second != first else (first + 1) % size, size)
    if kind == SEPARATING and len(ids):
        return separating_plane(state.mu, state.sigma, ids)
    return pca_of_means(state.mu)
