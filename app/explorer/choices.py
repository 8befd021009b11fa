"""Choices: which two spaces are shown, how they are laid out, and what the colours mean."""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from app.seat import View
from igcl_core.layout import PROJECTIONS
from igcl_core.spaces import SPACES, spaces

KEEP = {"persist_state": "session"}
MANY_ITEMS = 6000
LABELS = {
    "perplexity": ("Perplexity", "How many neighbours an item listens to. The paper's figure: 50."),
    "iterations": ("Iterations", "Steps of the layout. The paper's figure: 1000."),
    "n_neighbors": ("Neighbours", "How many nearest items, itself included, an item is tied to."),
    "min_dist": ("Least distance", "How near two points may come: small values draw tight clumps."),
}
RANGES = {"perplexity": (2.0, 500.0, 5.0), "iterations": (100, 5000, 100), "n_neighbors": (2, 200, 1)}
RANGES |= {"min_dist": (0.0, 1.0, 0.05)}


@dataclass(frozen=True)
class Choices:
    """What a reader has chosen to see."""

    before: str
    after: str
    method: str
    parameters: tuple[tuple[str, float], ...]
    seed: int
    history: bool


def choose_maps(view: View, row: DeltaGenerator) -> Choices:
    """The widgets; the paper's embedding figure by default: VGAE mu beside iGCL z in t-SNE."""
    names = spaces(view.snapshots)
    title = {"format_func": lambda name: SPACES[name].title}
    first, second = ("mu" if "mu" in names else "untrained"), "z"
    before = row.selectbox("Before", names, names.index(first), key="emb_before", width=170, **title, **KEEP)
    after = row.selectbox("After", names, names.index(second), key="emb_after", width=170, **title, **KEEP)
    method = row.segmented_control(
        "Map", list(PROJECTIONS), default="tsne", key="emb_method", required=True,
        format_func=lambda name: PROJECTIONS[name].title, **KEEP,
    )  # fmt: skip
    with row.popover("Parameters", icon=":material/tune:"):
        parameters = tuple((name, _parameter(method, name)) for name in PROJECTIONS[method].parameters)
        seed = st.number_input("Seed of the map", 0, 10_000, 0, key="emb_seed", **KEEP)
        items = view.graphs.num_items
        history = st.toggle(
            "Maps of all kept steps", items <= MANY_ITEMS, key=f"emb_history/{items <= MANY_ITEMS}", **KEEP,
            help="Lay out every kept step in the background, so that you can move through time.",
        )  # fmt: skip
    return Choices(before, after, method, parameters, int(seed), history)


def _parameter(method: str, name: str) -> float:
    (label, about), (low, high, step) = LABELS[name], RANGES[name]
    value = type(low)(PROJECTIONS[method].parameters[name])
    return st.number_input(label, low, high, value, step, key=f"emb_{name}", help=about, **KEEP)
