"""Compare page: what the paper prints, and what the same method does here."""

from __future__ import annotations

import streamlit as st

from app.pages.compare.claims_part import ablation_part, embedding_part, sensitivity_part
from app.pages.compare.lab_results import lab_results
from app.pages.compare.tables_part import tables_part
from app.pages.compare.tau_part import tau_part
from app.pages.live_page import live_page
from app.session.server import visit
from igcl_core.reproduce import recommended

PARTS = ("Tables", "Ablation", "Sensitivity", "Embedding", "τ sweep")


def page() -> None:
    here = visit()
    live_page(here, lambda view: None)
    st.markdown(
        "**Does it do what the paper says?** Its tables and figures, with the same method run again here: with "
        "our recommended settings, and in the tables with the paper's own, too. "
        "Nothing trains to open this page: the numbers are those of runs kept with the lab."
    )
    part = st.segmented_control(
        "What to compare", PARTS, default=PARTS[0], key="compare-part", required=True, label_visibility="collapsed"
    )
    rows = lab_results()
    if not rows and part != "τ sweep":
        st.info("No results are kept with this copy of the lab: the paper's stand alone.", icon=":material/info:")
    if part == "Tables":
        tables_part(rows, here)
    elif part == "Ablation":
        ablation_part(recommended(rows), here)
    elif part == "Sensitivity":
        sensitivity_part(recommended(rows))
    elif part == "Embedding":
        embedding_part(recommended(rows))
    else:
        tau_part(here)
