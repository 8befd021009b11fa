"""Curve options: how curves are drawn, and in words what they show."""

from __future__ import annotations

from typing import Any

import streamlit as st

from igcl_core.metrics import METRICS

DEFAULTS: dict[str, Any] = {"x": "step", "log": False, "weight": 0.6}

MEANINGS = {
    "VGAE reconstruction": ("reconstruction", "kl", "edge_auc", "edge_ap"),
    "Contrastive loss": ("upper", "implicit", "gap", "attraction", "repulsion"),
    "Probe accuracy": ("probe_test", "probe_mu"),
    "Health of the embedding": ("z_norm", "sigma", "effective_rank"),
}


def explain_curves() -> None:
    """What every curve of the Train page means, chart by chart."""
    with st.popover("What the curves mean", icon=":material/help:"):
        st.caption("Blue ground: only the VGAE trains. Yellow ground: the network is contrasted with its Gaussians.")
        for chart, names in MEANINGS.items():
            lines = [f"- **{METRICS[name].label}**: {METRICS[name].help}" for name in names]
            st.markdown("\n".join([f"**{chart}**", *lines]))


def choose_curves() -> None:
    """Axis, scale and smoothing of all curves, folded away."""
    with st.expander("Curves"):
        st.segmented_control("Over", ["step", "seconds"], default=DEFAULTS["x"], key="curve_x", required=True)
        st.toggle("Logarithmic", DEFAULTS["log"], key="curve_log")
        st.slider("Smoothing", 0.0, 0.95, DEFAULTS["weight"], key="curve_weight")


def curve_options(*names: str) -> dict[str, Any]:
    """The options chosen, those named or all."""
    return {name: st.session_state.get(f"curve_{name}", DEFAULTS[name]) for name in names or DEFAULTS}
