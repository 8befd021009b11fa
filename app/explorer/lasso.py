"""Lasso: what several picked items have in common, and a table of them to take away."""

from __future__ import annotations

import numpy as np
import streamlit as st

from app.explorer.inspector import class_name
from app.figures.shares import shares_figure
from app.live_plot import live_plot
from app.seat import View
from igcl_core.export import Chart, write_csv
from igcl_core.surroundings import inner_edges, inner_homophily

MANY = 1000


def summarise(view: View, picked: np.ndarray, step: int, chart: Chart) -> None:
    """Count, classes, sigma and homophily of the picked items."""
    graphs = view.graphs
    st.markdown(f"**{len(picked):,} of {graphs.num_items:,} {graphs.task}s picked**")
    st.caption(" · ".join(facts(view, picked, step)))
    if graphs.y is not None:
        names = [class_name(graphs, label) for label in range(graphs.num_classes)]
        height = 60 + 26 * len(names)
        figure = shares_figure(graphs.y, picked, names, height=height)
        live_plot(figure, key="emb_shares", height=height, alt="Classes of the picked items beside those of all")
        st.caption("Share of each class among the picked, in its colour, and among all, in grey.")
    part = chart.rows(picked)
    st.dataframe(table(part), height=220, key="emb_table", alt="The picked items")
    few = Chart(part.ids, part.xy, part.z[:, :0], part.columns)
    st.download_button(
        "Download as CSV", write_csv(few), "picked.csv", "text/csv", key="emb_picked_csv", on_click="ignore",
        icon=":material/download:",
    )  # fmt: skip


def facts(view: View, picked: np.ndarray, step: int) -> list[str]:
    """Mean sigma and homophily inside, beside those of all items."""
    graphs, arrays, found = view.graphs, view.snapshots[step], []
    if "sigma" in arrays:
        found.append(f"mean σ {arrays['sigma'][picked].mean():.3g} (all: {arrays['sigma'].mean():.3g})")
    if graphs.task == "node":
        inside, all_ = inner_homophily(graphs, picked), graphs.homophily
        found.append(f"{inner_edges(graphs, picked).shape[1]:,} links inside")
        if inside is not None and all_ is not None:
            found.append(f"homophily inside {inside:.2f} (all: {all_:.2f})")
    return found


def table(chart: Chart) -> dict[str, np.ndarray]:
    return {"id": chart.ids, **chart.columns, "x": chart.xy[:, 0], "y": chart.xy[:, 1]}
