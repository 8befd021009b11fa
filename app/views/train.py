"""Train page: choose a graph and a temperature, press Play, and watch the method learn."""

from __future__ import annotations

from functools import lru_cache

import streamlit as st

from app.choosing import choose
from app.curve_options import choose_curves, curve_options, explain_curves
from app.figures.adjacency import adjacency_figure
from app.figures.contrast import contrast_figure
from app.figures.health import health_figure
from app.figures.map import embedding_map
from app.figures.probe import probe_figure
from app.figures.reconstruction import reconstruction_figure
from app.house import visit
from app.live_page import live_page
from app.live_plot import live_plot, payload
from app.runs import runs_list
from app.seat import View
from app.visit import Visit
from igcl_core import Graphs
from igcl_core.adjacency_view import AdjacencyView
from igcl_core.diagnosis import diagnose
from igcl_core.layout.pca import Plane

MAP_HEIGHT, ADJACENCY_HEIGHT = 300, 185
DRAWN = 16


def page() -> None:
    """Draw the choices on the left, what the run does on the right."""
    here = visit()
    left, right = st.columns([1, 3.4], gap="medium")
    with left:
        st.markdown("**See contrastive learning happen.** Choose a graph and τ, then press Play.")
        choice, problems = choose()
        for problem in problems:
            st.warning(problem, icon=":material/link_off:")
        here.steer(choice)
        runs_list(here)
        choose_curves()
        explain_curves()
    with right:
        live_page(here, lambda view: draw(here, view), chooses=True)


def draw(here: Visit, view: View) -> None:
    """Map and adjacency beside the curves of both losses, the probe and the health of the run."""
    left, right = st.columns([1.15, 1], gap="small")
    with left:
        show_map(view)
        verdict(view)
        show_adjacency(view)
    with right:
        show_curves(here, view)


def show_curves(here: Visit, view: View) -> None:
    """Both losses, the probe and the health, over each other on one axis of steps or seconds."""
    runs = [(view.name, view.steps)]
    runs += [(other.view.name, other.view.steps) for other in here.overlaid() if other.view.steps]
    common = {"x": curve_options()["x"], "forks": [] if view.fork is None else [view.fork]}
    charts = {
        "VGAE reconstruction": reconstruction_figure(runs, height=190, **common, **curve_options("log", "weight")),
        "Contrastive loss": contrast_figure(runs, height=195, **common, **curve_options("log", "weight")),
        "Probe accuracy": probe_figure(runs, height=130, **common, **references(view)),
        "Health of the embedding": health_figure(runs, height=140, **common),
    }
    for name, chart in charts.items():
        live_plot(chart, key=name, height=chart.layout["height"], alt=f"{name} over the training")


def references(view: View) -> dict[str, float | None]:
    """Probe accuracy of the untrained network, and of the VGAE's mean where the run has measured it."""
    means = [step.metrics["probe_mu"] for step in view.steps if "probe_mu" in step.metrics]
    return {"untrained": view.steps[0].metrics.get("probe_test"), "vgae_only": means[-1] if means else None}


def show_map(view: View) -> None:
    alt = "The embedding in its two largest principal components"
    live_plot(map_of(view.plane, view.graphs), key="map", height=MAP_HEIGHT, alt=alt)
    st.caption(
        f"PCA of z at step {view.plane_step}, {view.plane.share:.0%} of its variance; "
        "colours are classes, which the training never saw."
    )


@lru_cache(maxsize=DRAWN)
def map_of(plane: Plane, graphs: Graphs) -> str:
    """The map, made once for every snapshot: it changes more seldom than the curves."""
    edges = graphs.edges if graphs.task == "node" else None
    about = {"edges": edges, "item": graphs.task, "height": MAP_HEIGHT}
    return payload(embedding_map(plane.xy, graphs.y, graphs.classes, **about))


@lru_cache(maxsize=DRAWN)
def adjacency_of(view: AdjacencyView) -> str:
    """A and its reconstruction, made once for every snapshot."""
    return payload(adjacency_figure(view, height=ADJACENCY_HEIGHT))


def verdict(view: View) -> None:
    """One plain sentence on the health of the run, and what to try."""
    finding = diagnose(view.steps)[0]
    words = f"{finding.sentence} {finding.advice}".strip()
    if finding.kind == "healthy":
        st.caption(f":material/check_circle: {words}")
    else:
        st.warning(words, icon=":material/monitor_heart:")


def show_adjacency(view: View) -> None:
    shown = view.adjacency
    if shown is None or view.settings.augmentation not in ("implicit", "none"):
        return
    live_plot(adjacency_of(shown), key="adjacency", height=ADJACENCY_HEIGHT, alt="The graph and its reconstruction")
    st.caption(f"Links, and what the VGAE makes of them: {shown.caption}.")
