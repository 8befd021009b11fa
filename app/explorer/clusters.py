"""Clusters: K-means on the true space, scored against the classes."""

from __future__ import annotations

import numpy as np
import streamlit as st

from app.desk import Desk
from app.explorer.inspector import class_name
from app.explorer.studies import clusters_of
from app.figures.confusion import confusion_figure
from app.live_plot import live_plot
from app.seat import View


def show_clusters(view: View, desk: Desk, z: np.ndarray, where: str) -> None:
    """Accuracy, NMI and ARI with their protocol, and which class went to which cluster."""
    score, graphs = clusters_of(desk, z), view.graphs
    if score is None:
        st.caption("K-means is at work…")
        return
    details = score.details
    measures = {"Acc": "acc", "NMI": "nmi", "ARI": "ari"}
    text = " · ".join(f"{name} **{details[k]:.3f}** ± {details[f'{k}_std']:.3f}" for name, k in measures.items())
    left, right = st.columns([1, 1.4])
    left.markdown(f"{where}: {text}")
    left.caption(f"{score.protocol}. Colour the map by K-means cluster to see them.")
    with right:
        names = [class_name(graphs, label) for label in range(graphs.num_classes)]
        height = 130 + 26 * len(names)
        figure = confusion_figure(graphs.y, np.array(details["assignment"]), names, height=height)
        live_plot(figure, key="emb_confusion", height=height, alt="Which class went to which cluster")
