"""Clusters: K-means on the true space, scored against the classes."""

from __future__ import annotations

import numpy as np
import streamlit as st

from app.figures.confusion import confusion_figure
from app.pages.embeddings.explored import Explored
from app.pages.embeddings.studies import clusters_fail, clusters_of
from app.plain_text import plain
from app.plot.live_plot import live_plot
from app.session.background import Background


def show_clusters(explored: Explored, background: Background, z: np.ndarray, where: str) -> None:
    """Accuracy, NMI and ARI with their protocol, and which class went to which cluster."""
    score = clusters_of(background, explored, z)
    if score is None:
        st.caption(
            "There are no clusters to show." if clusters_fail(background, explored, z) else "K-means is at work…"
        )
        return
    details = score.details
    measures = {"Acc": "acc", "NMI": "nmi", "ARI": "ari"}
    text = " · ".join(f"{name} **{details[k]:.3f}** ± {details[f'{k}_std']:.3f}" for name, k in measures.items())
    left, right = st.columns([1, 1.4])
    left.markdown(f"{plain(where)}: {text}")
    left.caption(f"{score.protocol}. Colour the map by K-means cluster to see them.")
    with right:
        names = explored.names_in_chart
        height = 130 + 26 * len(names)
        figure = confusion_figure(explored.y, np.array(details["assignment"]), names, height=height)
        live_plot(figure, key="emb_confusion", height=height, alt="Which class went to which cluster")
