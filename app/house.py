"""House: what all visitors share (one fleet) and what is this visitor's (their visit), as Streamlit keeps them."""

from __future__ import annotations

import threading
from importlib import import_module
from pathlib import Path

import streamlit as st

from app.fleet import Fleet
from app.visit import Visit, Visits
from igcl_core.layout import warm_up

SAMPLE = Path(__file__).resolve().parents[1] / "assets" / "sample.igcl"
SAMPLE_NAME = "Sample run: karate club"
WARM_UP_SECONDS = 3.0


@st.cache_resource(show_spinner=False)
def visits() -> Visits:
    """One fleet of workers for the whole server; maps are compiled once the first page has had its time.

    pandas comes first: plotly takes it for loaded while another thread is still loading it, and fails.
    """
    import_module("pandas")
    threading.Timer(WARM_UP_SECONDS, warm_up).start()
    return Visits(Fleet())


def _leave(visit: Visit) -> None:
    visits().release(visit)


@st.cache_resource(scope="session", on_release=_leave, show_spinner=False)
def visit() -> Visit:
    """This visitor's runs; a reload within the grace period finds them again."""
    found = visits().enter(st.query_params.get("visit"))
    if not found.seats and SAMPLE.exists():
        found.open(str(SAMPLE), SAMPLE_NAME).wait(5.0)
    return found
