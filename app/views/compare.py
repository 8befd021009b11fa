"""Compare page: what the paper prints, and what the same method does here."""

from __future__ import annotations

import streamlit as st

from app.compare.claims_part import ablation_part, embedding_part, sensitivity_part
from app.compare.tables_part import tables_part
from app.compare.tau_part import tau_part
from app.comparison import VisitRun
from app.house import visit
from app.lab_results import lab_results
from app.live_page import live_page
from app.tau_sweep import best_probe
from app.visit import Visit

PARTS = ("Tables", "Ablation", "Sensitivity", "Embedding", "τ sweep")


def page() -> None:
    here = visit()
    live_page(here, lambda view: None)
    st.markdown(
        "**Does it do what the paper says?** Its tables and figures, with the same method run again here. "
        "Nothing trains to open this page: the numbers are those of runs kept with the lab."
    )
    part = st.segmented_control(
        "What to compare", PARTS, default=PARTS[0], key="compare-part", required=True, label_visibility="collapsed"
    )
    rows = lab_results()
    if not rows and part != "τ sweep":
        st.info("No results are kept with this copy of the lab: the paper's stand alone.", icon=":material/info:")
    if part == "Tables":
        tables_part(rows, chosen_runs(here))
    elif part == "Ablation":
        ablation_part(rows, chosen_runs(here))
    elif part == "Sensitivity":
        sensitivity_part(rows)
    elif part == "Embedding":
        embedding_part(rows)
    else:
        tau_part(here)


def chosen_runs(here: Visit) -> list[VisitRun]:
    """The runs of this visit that the visitor adds to the picture."""
    known = {run.name: run for run in visit_runs(here)}
    if not known:
        return []
    picked = st.multiselect(
        "Add runs of this visit", list(known), key="compare-runs", placeholder="None added", width=420,
        help="Their probe accuracy, at the step best on validation. At graph level the paper's tables use an SVM "
        "instead, so there the two are not the same measure.",
    )  # fmt: skip
    return [known[name] for name in picked]


def visit_runs(here: Visit) -> list[VisitRun]:
    """Every run of the visit that has been probed."""
    found = []
    for seat in here.seats:
        view = seat.view
        best = best_probe(view.steps)
        if best is not None and view.graphs is not None:
            protocol = f"split {view.graphs.split.protocol}, probe at step {best.index}, the best on validation"
            found.append(VisitRun(seat.name, view.graphs.name, best.metrics["probe_test"], protocol))
    return found
