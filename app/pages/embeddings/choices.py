"""Choices: what a reader has chosen to see: spaces, maps, colours, a step, and what is picked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from app.pages.embeddings.colors import color_names, own_columns
from app.pages.embeddings.explored import Explored
from app.pages.embeddings.linked_looks import USUAL_MAP, color_look, first_number, first_of, looks_of
from app.pages.embeddings.studied_step import studied_step
from app.pages.embeddings.trusting import how_to_read
from app.session.visit import Visit
from igcl_core.layout import PROJECTIONS

KEEP = {"persist_state": "session"}
CLUSTERS = "emb_clusters"
MANY_ITEMS, MOST_SEEDS = 6000, 10_000
LABELS = {
    "perplexity": ("Perplexity", "How many neighbours an item listens to. The paper's figure: 50."),
    "iterations": ("Iterations", "Steps of the layout. The paper's figure: 1000."),
    "n_neighbors": ("Neighbours", "How many nearest items, itself included, an item is tied to."),
    "min_dist": ("Least distance", "How near two points may come: small values draw tight clumps."),
}
RANGES = {"perplexity": (2.0, 500.0, 5.0), "iterations": (100, 5000, 100), "n_neighbors": (2, 200, 1)}
RANGES |= {"min_dist": (0.0, 1.0, 0.05)}


@dataclass(frozen=True)
class Layout:
    """How maps are laid out."""

    method: str
    parameters: tuple[tuple[str, float], ...] = ()
    seed: int = 0


@dataclass(frozen=True, eq=False)
class Choices:
    """What a reader has chosen: `spaces` by name, before and after or a single one, and the step to study.

    `history` asks for maps of all other steps, too, `clusters` for those of K-means; `own` are columns of the reader's.
    """

    spaces: tuple[str, ...]
    layout: Layout
    history: bool
    color: str
    step: int
    own: Mapping[str, np.ndarray]
    picked: tuple[int, ...] = ()
    clusters: bool = False


def choose(here: Visit, explored: Explored) -> Choices:
    """The widgets in a row, and what they say now together with what was chosen elsewhere on the page."""
    row = st.container(horizontal=True, vertical_alignment="bottom", gap="small")
    spaces = choose_spaces(here, explored, row)
    layout, history = choose_layout(here, explored, row)
    with row.popover("Your column", icon=":material/upload_file:"):
        own = own_columns(explored)
    names = color_names(explored, own)
    first = names.index(first_of(here, "color", names, names[0]))
    color = row.selectbox("Colour by", names, first, key="emb_color", width=170, **KEEP)
    looks = looks_of(spaces, usual_spaces(explored), layout.method, layout.seed, dict(layout.parameters))
    here.looks = looks | color_look(color, names[0])
    with row:
        how_to_read(layout.method)
    clusters = bool(st.session_state.get(CLUSTERS))
    picked = here.picks.of(explored.data)
    return Choices(spaces, layout, history, color, studied_step(here, explored), own, picked, clusters)


def usual_spaces(explored: Explored) -> tuple[str, ...]:
    """Two spaces where there are several: as in the paper's figure the VGAE's mean beside z, if there is one."""
    names = tuple(explored.spaces)
    return names if len(names) == 1 else ("mu" if "mu" in names else "untrained", "z")


def choose_spaces(here: Visit, explored: Explored, row: DeltaGenerator) -> tuple[str, ...]:
    names, usual = list(explored.spaces), usual_spaces(explored)
    if len(names) == 1:
        return usual
    about = {"format_func": lambda name: explored.spaces[name].title, "width": 170, **KEEP}
    first, second = (
        names.index(first_of(here, *each)) for each in (("before", names, usual[0]), ("after", names, usual[1]))
    )
    before = row.selectbox("Before", names, first, key="emb_before", **about)
    after = row.selectbox("After", names, second, key="emb_after", **about)
    return before, after


def choose_layout(here: Visit, explored: Explored, row: DeltaGenerator) -> tuple[Layout, bool]:
    """The kind of map with its parameters, and whether every kept step gets one."""
    kinds = list(PROJECTIONS)
    method = row.segmented_control(
        "Map", kinds, default=first_of(here, "map", kinds, USUAL_MAP), key="emb_method", required=True,
        format_func=lambda name: PROJECTIONS[name].title, **KEEP,
    )  # fmt: skip
    few = explored.items <= MANY_ITEMS
    with row.popover("Parameters", icon=":material/tune:"):
        parameters = tuple((name, _parameter(here, method, name)) for name in PROJECTIONS[method].parameters)
        first = first_number(here, "map_seed", 0, MOST_SEEDS, 0)
        seed = st.number_input("Seed of the map", 0, MOST_SEEDS, first, key="emb_seed", **KEEP)
        history = st.toggle(
            "Maps of all kept steps", few, key=f"emb_history/{few}", **KEEP,
            help="Lay out every kept step in the background, so that you can move through time.",
        )  # fmt: skip
    return Layout(method, parameters, int(seed)), history


def _parameter(here: Visit, method: str, name: str) -> float:
    (label, about), (low, high, step) = LABELS[name], RANGES[name]
    value = first_number(here, name, low, high, type(low)(PROJECTIONS[method].parameters[name]))
    return st.number_input(label, low, high, value, step, key=f"emb_{name}", help=about, **KEEP)
