"""Reconstruction: the graph beside what the means and one sample make of it, with missed and invented edges."""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from app.figures.adjacency import adjacency_figure
from app.pages.gaussians.scene import Scene
from app.plot.live_plot import live_plot
from igcl_core import Graphs
from igcl_core.analysis import AdjacencyView, EdgeErrors, EdgeGuess, adjacency_view, edge_errors, node_gaussians
from igcl_core.analysis.gaussians import samples
from igcl_core.data import one_graph
from igcl_core.training import RECONSTRUCTION, Arrays

HEIGHT = 250
LISTED = 200
SOURCES = {"from the means μ": "reconstruction σ(μᵢ·μⱼ)", "from one sample a": "reconstruction σ(aᵢ·aⱼ)"}


def rebuilt_panel(scene: Scene, seed: int) -> None:
    """Two columns: from the means, and from one sample of every Gaussian."""
    if not scene.view.shows(RECONSTRUCTION):
        st.info("This run trains no VGAE, so nothing is rebuilt.", icon=":material/info:")
        return
    found = of_nodes(scene, seed) if scene.item == "node" else of_one_graph(scene, seed)
    if found is None:
        st.caption("All pairs of nodes are being judged…")
        return
    for column, (source, title) in zip(st.columns(2, gap="medium"), SOURCES.items(), strict=True):
        with column:
            view, errors = found.sources[source]
            st.markdown(f"**{source.capitalize()}.** {words(errors)}")
            figure = adjacency_figure(view, HEIGHT, rebuilt=title)
            live_plot(figure, key=f"gaussians-{source}", height=HEIGHT, alt=f"A and its reconstruction {source}")
            lists(found.graphs, errors, source)
    st.caption(f"Step {found.step}; shown: {view.caption}. Counts and lists are over all pairs, judged at 1/2.")


@dataclass(frozen=True, eq=False)
class Rebuilt:
    """For each source the part of the matrix that is shown, and its errors."""

    step: int
    graphs: Graphs
    sources: dict[str, tuple[AdjacencyView, EdgeErrors]]


def of_nodes(scene: Scene, seed: int) -> Rebuilt | None:
    """The graph of a node-level run at the step shown."""
    step, raw, graphs = scene.now, scene.view.snapshots[scene.now], scene.view.graphs
    return scene.ask("edges", (step, seed), lambda: compared(step, graphs, raw, seed))


def of_one_graph(scene: Scene, seed: int) -> Rebuilt | None:
    """One graph of a graph-level run as the run is now: the run itself is asked, for snapshots hold whole graphs."""
    graphs, live_run = scene.view.graphs, scene.here.current
    number = st.number_input(
        "Rebuild graph", 0, graphs.num_graphs - 1, 0, key=f"gaussians-graph/{graphs.name}", width=160
    )

    def work() -> Rebuilt:
        step, raw = live_run.ask(lambda run: (run.index, node_gaussians(run, number)))
        return compared(step, one_graph(graphs, number), raw, seed)

    return scene.ask("edges", (scene.view.step.index, number, seed), work)


def compared(step: int, graphs: Graphs, raw: Arrays, seed: int) -> Rebuilt:
    """The decoder takes mu and sigma as the VGAE made them, not as the loss scales them."""
    vectors = (raw["mu"], samples(raw["mu"], raw["sigma"], 1, seed)[0])
    pairs = [(adjacency_view(graphs, a), edge_errors(graphs, a, LISTED)) for a in vectors]
    return Rebuilt(step, graphs, dict(zip(SOURCES, pairs, strict=True)))


def words(errors: EdgeErrors) -> str:
    others = errors.pairs - errors.edges
    return (
        f"{errors.missed_count:,} of {errors.edges:,} edges are missed ({share(errors.missed_count, errors.edges)}), "
        f"{errors.invented_count:,} of {others:,} non-edges invented ({share(errors.invented_count, others)})."
    )


def share(part: int, whole: int) -> str:
    return f"{part / whole:.1%}" if whole else "none"


def lists(graphs: Graphs, errors: EdgeErrors, source: str) -> None:
    """The worst of each kind as tables."""
    kinds = (("missed", errors.missed, errors.missed_count), ("invented", errors.invented, errors.invented_count))
    for column, (kind, guesses, count) in zip(st.columns(2, gap="small"), kinds, strict=True):
        shown = f"the {len(guesses)} worst of {count:,}" if len(guesses) < count else f"all {count:,}"
        column.caption(f"{kind.capitalize()} edges, {shown}")
        column.dataframe([line(graphs, guess) for guess in guesses], hide_index=True, height=180, placeholder="–",
                         key=f"gaussians-{source}-{kind}", alt=f"{kind} edges {source}")  # fmt: skip


def line(graphs: Graphs, guess: EdgeGuess) -> dict:
    row = {"nodes": f"{guess.first} – {guess.second}", "chance": round(guess.probability, 3)}
    if graphs.y is None:
        return row
    names = [graphs.classes[label] if label < len(graphs.classes) else "" for label in graphs.y[list(guess[:2])]]
    return row | {"classes": names[0] if names[0] == names[1] else f"{names[0]} – {names[1]}"}
