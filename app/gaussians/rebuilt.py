"""Reconstruction: the graph beside what the means and one sample make of it, with missed and invented edges."""

from __future__ import annotations

import numpy as np
import streamlit as st

from app.figures.adjacency import adjacency_figure
from app.gaussians.scene import Scene
from app.live_plot import live_plot
from igcl_core.adjacency_view import adjacency_view
from igcl_core.gaussians.samples import samples
from igcl_core.missed_edges import EdgeErrors, EdgeGuess, edge_errors

HEIGHT = 250
LISTED = 200
SOURCES = {"from the means μ": "reconstruction σ(μᵢ·μⱼ)", "from one sample a": "reconstruction σ(aᵢ·aⱼ)"}


def rebuilt_panel(scene: Scene, seed: int) -> None:
    """Two columns: from the means, and from one sample of every Gaussian."""
    if scene.item != "node":
        st.info(
            "At graph level a snapshot holds one Gaussian per graph, the mean over its nodes, so single edges cannot "
            "be rebuilt from it. The Train page shows the edge scores of the reconstruction.",
            icon=":material/info:",
        )
        return
    if scene.view.settings.augmentation not in ("implicit", "none"):
        st.info("This run trains no VGAE, so nothing is rebuilt.", icon=":material/info:")
        return
    step = scene.now
    found = scene.ask("edges", (step, seed), lambda: compared(scene, step, seed), "Judging all pairs of nodes…")
    if found is None:
        st.caption("All pairs of nodes are being judged…")
        return
    for column, (source, title) in zip(st.columns(2, gap="medium"), SOURCES.items(), strict=True):
        with column:
            view, errors = found[source]
            st.markdown(f"**{source.capitalize()}.** {words(errors)}")
            figure = adjacency_figure(view, HEIGHT, rebuilt=title)
            live_plot(figure, key=f"gaussians-{source}", height=HEIGHT, alt=f"A and its reconstruction {source}")
            lists(scene, errors, source)
    st.caption(f"Step {found['step']}; shown: {view.caption}. Counts and lists are over all pairs, judged at 1/2.")


def compared(scene: Scene, step: int, seed: int) -> dict:
    """For each source its part of the matrix and its errors. The decoder takes mu and sigma as the VGAE made them."""
    graphs, raw = scene.view.graphs, scene.view.snapshots[step]
    vectors = (raw["mu"], samples(raw["mu"], raw["sigma"], 1, seed)[0])
    pairs = [(adjacency_view(graphs, a), edge_errors(graphs, a, LISTED)) for a in vectors]
    return {"step": step, **dict(zip(SOURCES, pairs, strict=True))}


def words(errors: EdgeErrors) -> str:
    others = errors.pairs - errors.edges
    return (
        f"{errors.missed_count:,} of {errors.edges:,} edges are missed ({share(errors.missed_count, errors.edges)}), "
        f"{errors.invented_count:,} of {others:,} non-edges invented ({share(errors.invented_count, others)})."
    )


def share(part: int, whole: int) -> str:
    return f"{part / whole:.1%}" if whole else "none"


def lists(scene: Scene, errors: EdgeErrors, source: str) -> None:
    """The worst of each kind as tables."""
    kinds = (("missed", errors.missed, errors.missed_count), ("invented", errors.invented, errors.invented_count))
    for column, (kind, guesses, count) in zip(st.columns(2, gap="small"), kinds, strict=True):
        shown = f"the {len(guesses)} worst of {count:,}" if len(guesses) < count else f"all {count:,}"
        column.caption(f"{kind.capitalize()} edges, {shown}")
        column.dataframe([line(scene, guess) for guess in guesses], hide_index=True, height=180, placeholder="–",
                         key=f"gaussians-{source}-{kind}", alt=f"{kind} edges {source}")  # fmt: skip


def line(scene: Scene, guess: EdgeGuess) -> dict:
    classes, y = scene.view.graphs.classes, scene.y
    names = [classes[int(y[node])] if int(y[node]) < len(classes) else "" for node in guess[:2]]
    return {"nodes": f"{guess.first} – {guess.second}", "chance": float(np.round(guess.probability, 3)),
            "classes": names[0] if names[0] == names[1] else f"{names[0]} – {names[1]}"}  # fmt: skip
