"""Runs of this visit, added to a table or figure of the paper."""

from __future__ import annotations

import streamlit as st

from app.session.visit import Visit
from igcl_core.reproduce import AddedRun


def chosen_runs(here: Visit) -> list[AddedRun]:
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


def visit_runs(here: Visit) -> list[AddedRun]:
    """Every run of the visit that has been trained and probed."""
    found = []
    for live_run in here.live_runs:
        view = live_run.view
        best = view.best_probe()
        if best is not None and view.graphs is not None:
            protocol = f"split {view.graphs.split.protocol}, probe at step {best.index}, the best on validation"
            found.append(AddedRun(live_run.name, view.graphs.name, best.metrics["probe_test"], protocol))
    return found
