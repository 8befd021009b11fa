"""Take it away: the map and the embedding behind it in the formats of other tools."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial

import plotly.graph_objects as go
import streamlit as st

from app.pages.embeddings.drawn import Drawn
from app.session.held_file import held
from app.session.visit import Visit
from igcl_core.export import write_csv, write_graphml, write_npz, write_parquet, write_projector

PAPER = {"paper_bgcolor": "white", "plot_bgcolor": "white", "font": {"color": "#222222"}}
PATIENCE, LOOK = 60.0, 0.05
FILES: dict[str, tuple[str, str, Callable[[Drawn], bytes | str]]] = {
    "CSV": ("csv", "text/csv", lambda drawn: write_csv(drawn.chart())),
    "Parquet": ("parquet", "application/octet-stream", lambda drawn: write_parquet(drawn.chart())),
    "NPZ": ("npz", "application/octet-stream", lambda drawn: write_npz(drawn.chart())),
    "Embedding Projector": ("projector.zip", "application/zip", lambda drawn: write_projector(drawn.chart())),
    "GraphML": ("graphml", "application/xml", lambda drawn: write_graphml(drawn.chart(), drawn.explored.edges)),
    "HTML": ("html", "text/html", lambda drawn: page_of(drawn.picture())),
}


def offer_files(here: Visit) -> None:
    """A button per format; a file is made of what is drawn when its button is pressed.

    Not for the live part of a page: there every refresh gives the buttons new addresses, and a click on an old one
    does nothing.
    """
    st.caption(
        "Take it away, as the maps are when you press. PNG and SVG: the camera and the disk above the map. "
        "Everything else holds coordinates and embedding."
    )
    row = st.container(horizontal=True, gap="small")
    for label, (ending, mime, write) in FILES.items():
        about = {"key": f"emb_file/{label}", "icon": ":material/download:", "on_click": "ignore"}
        name = f"igcl-embedding.{ending}"
        row.download_button(label, held(partial(file_of, here, write), name, mime), name, mime, **about)


def file_of(here: Visit, write: Callable[[Drawn], bytes | str], patience: float = PATIENCE) -> bytes | str:
    """The file of what is drawn. A press that comes before anything is drawn waits for it, beside the page."""
    end = time.monotonic() + patience
    while here.drawn is None and time.monotonic() < end:
        time.sleep(LOOK)
    if here.drawn is None:
        raise ValueError("There is no map to take away. Choose spaces that can be drawn, then press again.")
    return write(here.drawn)


def page_of(figure: go.Figure) -> str:
    """One file that needs nothing else: the maps, with hover, zoom and lasso."""
    figure.update_layout(**PAPER, height=720, dragmode="pan", margin={"t": 90})
    return figure.to_html(include_plotlyjs=True, full_html=True)
