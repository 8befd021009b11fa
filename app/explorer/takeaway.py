"""Take it away: the map and the embedding behind it in the formats of other tools."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np
import plotly.graph_objects as go
import streamlit as st

from app.desk import Desk
from app.explorer.inspector import class_name
from app.explorer.studies import clusters_of, dense, prediction_of
from app.seat import View
from igcl_core import Graphs
from igcl_core.export import Chart, write_csv, write_graphml, write_npz, write_parquet, write_projector

PAPER = {"paper_bgcolor": "white", "plot_bgcolor": "white", "font": {"color": "#222222"}}


def chart_of(view: View, desk: Desk, xy: np.ndarray, z: np.ndarray, step: int, own: dict[str, np.ndarray]) -> Chart:
    """The map with all that is known of the items."""
    graphs, columns = view.graphs, {}
    if graphs.y is not None:
        columns["class"] = np.array([class_name(graphs, label) for label in graphs.y])
    columns |= {"degree": graphs.degree} if graphs.task == "node" else {"nodes": np.diff(graphs.ptr)}
    if graphs.split is not None:
        columns["split"] = split_words(graphs)
    if "sigma" in view.snapshots[step]:
        columns["mean_sigma"] = view.snapshots[step]["sigma"].mean(axis=1)
    said, score = prediction_of(desk, z), clusters_of(desk, z)
    if said is not None:
        columns |= {"predicted": np.array([class_name(graphs, label) for label in said.label])}
        columns["confidence"] = said.confidence
    if score is not None:
        columns["cluster"] = np.array(score.details["assignment"])
    columns |= {f"own_{name}": values for name, values in own.items()}
    return Chart(np.arange(graphs.num_items), xy, dense(z), columns)


def split_words(graphs: Graphs) -> np.ndarray:
    parts = np.full(graphs.num_items, "none", object)
    for name in ("train", "val", "test"):
        parts[getattr(graphs.split, name)] = name
    return parts


@dataclass
class Taking:
    """What could be taken away now. The live part of the page sets it; a button reads it when it is pressed."""

    chart: Callable[[], Chart] | None = None
    edges: np.ndarray | None = None
    figure: Callable[[], go.Figure] | None = None
    offered: bool | None = None


FILES: dict[str, tuple[str, str, Callable[[Taking], bytes | str]]] = {
    "CSV": ("csv", "text/csv", lambda now: write_csv(now.chart())),
    "Parquet": ("parquet", "application/octet-stream", lambda now: write_parquet(now.chart())),
    "NPZ": ("npz", "application/octet-stream", lambda now: write_npz(now.chart())),
    "Embedding Projector": ("projector.zip", "application/zip", lambda now: write_projector(now.chart())),
    "GraphML": ("graphml", "application/xml", lambda now: write_graphml(now.chart(), now.edges)),
    "HTML": ("html", "text/html", lambda now: page_of(now.figure())),
}


def take_away(taking: Taking) -> None:
    """A button per format; a file is made when its button is pressed.

    Not for the live part of a page: there every refresh gives the buttons new addresses, and a click on an old one
    does nothing.
    """
    taking.offered = taking.chart is not None
    if not taking.offered:
        return
    st.caption(
        "Take it away, as the maps are when you press. PNG and SVG: the camera and the disk above the map. "
        "Everything else holds coordinates and embedding."
    )
    row = st.container(horizontal=True, gap="small")
    for label, (ending, mime, write) in FILES.items():
        about = {"key": f"emb_file/{label}", "icon": ":material/download:", "on_click": "ignore"}
        row.download_button(label, partial(write, taking), f"igcl-embedding.{ending}", mime, **about)


def page_of(figure: go.Figure) -> str:
    """One file that needs nothing else: both maps, with hover, zoom and lasso."""
    return figure.update_layout(**PAPER, height=720, dragmode="pan").to_html(include_plotlyjs=True, full_html=True)
