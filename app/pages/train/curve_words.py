"""Curve words: what the curves of the Train page mean, chart by chart."""

from __future__ import annotations

import streamlit as st

from igcl_core import Method


def explain_curves(method: Method) -> None:
    """A button that opens them."""
    with st.popover("What the curves mean", icon=":material/help:"):
        for phase in method.phases:
            st.caption(f"Under “{phase.title}” {phase.words}.")
        for chart in method.curves:
            lines = [f"- **{method.metrics[name].label}**: {method.metrics[name].help}" for name in chart.metrics]
            st.markdown("\n".join([f"**{chart.title}**", *lines]))
