"""Lasso: what several picked items have in common, and a table of them to take away."""

from __future__ import annotations

import numpy as np
import streamlit as st

from app.figures.shares import shares_figure
from app.pages.embeddings.explored import Explored
from app.plot.live_plot import live_plot
from igcl_core.analysis import inner_edges, inner_homophily
from igcl_core.export import MapTable, write_csv


def summarise(explored: Explored, picked: np.ndarray, step: int, chart: MapTable) -> None:
    """Count, classes, sigma and homophily of the picked items."""
    st.markdown(f"**{len(picked):,} of {explored.items:,} {explored.item}s picked**")
    if found := facts(explored, picked, step):
        st.caption(" · ".join(found))
    if explored.y is not None:
        names = explored.names_in_chart
        height = 60 + 26 * len(names)
        figure = shares_figure(explored.y, picked, names, height=height)
        live_plot(figure, key="emb_shares", height=height, alt="Classes of the picked items beside those of all")
        st.caption("Share of each class among the picked, in its colour, and among all, in grey.")
    part = chart.rows(picked)
    st.dataframe(table(part), height=220, key="emb_table", alt="The picked items")
    few = MapTable(part.ids, part.xy, part.z[:, :0], part.columns)
    st.download_button(
        "Download as CSV", write_csv(few), "picked.csv", "text/csv", key="emb_picked_csv", on_click="ignore",
        icon=":material/download:",
    )  # fmt: skip


def facts(explored: Explored, picked: np.ndarray, step: int) -> list[str]:
    """Mean sigma and homophily inside, beside those of all items."""
    nodes, arrays, found = explored.nodes, explored.snapshots[step], []
    if "sigma" in arrays:
        found.append(f"mean σ {arrays['sigma'][picked].mean():.3g} (all: {arrays['sigma'].mean():.3g})")
    if nodes is not None:
        inside, all_ = inner_homophily(nodes, picked), nodes.homophily
        found.append(f"{inner_edges(nodes, picked).shape[1]:,} links inside")
        if inside is not None and all_ is not None:
            found.append(f"homophily inside {inside:.2f} (all: {all_:.2f})")
    return found


def table(chart: MapTable) -> dict[str, np.ndarray]:
    return {"id": chart.ids, **chart.columns, "x": chart.xy[:, 0], "y": chart.xy[:, 1]}
