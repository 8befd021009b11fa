"""Own embedding: a finished embedding dropped by a visitor, looked at with everything the Embeddings page has."""

from __future__ import annotations

import streamlit as st

from app.figures.map import embedding_map
from app.pages.data.dropped import Dropped, drop, forget, show_guesses
from app.pages.embeddings.explored import of_embedding
from app.pages.embeddings.page import page as embeddings_page
from app.plain_text import names_in_chart, plain
from app.plot.live_plot import live_plot
from app.session.visit import Visit
from igcl_core.layout import plane
from igcl_core.reading import EMBEDDING_ENDINGS, Embedding, look_at_embedding

PLACE, HEIGHT = "own_embedding", 380
ABOUT = (
    "Drop an embedding that was made elsewhere, a row per item: CSV, TSV, NPY, NPZ, Parquet or word2vec's text, with "
    "classes and texts in columns of its own or in a second table. The Embeddings page opens it like one of a run: "
    "maps, neighbours, lasso, trust, clusters. Nothing in a file is ever run, and nobody but you sees it."
)
LIMITS = "Limits: {megabytes} MB a file, 10 to 50,000 rows, 2 to 20,000 columns, 1,000 classes."


def own_embedding(here: Visit) -> None:
    """Drop files, look at what they are taken for, explore."""
    st.markdown(ABOUT)
    st.caption(LIMITS.format(megabytes=st.get_option("server.maxUploadSize")))
    dropped = drop(PLACE, "Files of your embedding", EMBEDDING_ENDINGS, look_at_embedding)
    if dropped is None:
        return
    left, right = st.columns([2.2, 1], gap="large")
    if dropped.found is not None:
        with left:
            offer(here, dropped)
    with right if dropped.found is not None else left:
        show_guesses(dropped)


def offer(here: Visit, dropped: Dropped) -> None:
    """Counts, a first picture, and the button that opens the explorer."""
    found: Embedding = dropped.found
    row = st.container(horizontal=True, vertical_alignment="bottom", gap="medium")
    for label, count in (("Rows", len(found.z)), ("Dimensions", found.z.shape[1]), ("Classes", len(found.classes))):
        row.metric(label, f"{count:,}", width="content")
    if row.button("Explore it", key="own_explore", type="primary", icon=":material/scatter_plot:"):
        explore(here, found)
    flat = dropped.picture("plane", lambda: plane(found.z))
    figure = embedding_map(flat.xy, found.y, names_in_chart(found.classes), item="item", height=HEIGHT)
    live_plot(figure, key="own_map", height=HEIGHT, alt="The embedding in its two largest principal components")
    st.caption(f"PCA, {flat.share:.0%} of its variance.")


def explore(here: Visit, found: Embedding) -> None:
    """Hand it to the Embeddings page of this visit, and go there."""
    labels = None if found.y is None else [found.classes[label] for label in found.y]
    try:
        here.bring_embedding(of_embedding(found.name, found.z, labels, texts=found.texts), found.z.nbytes)
    except ValueError as problem:
        st.error(plain(str(problem)), icon=":material/error:")
        return
    forget(PLACE)
    st.switch_page(st.Page(embeddings_page, title="Embeddings", url_path="embeddings"))
