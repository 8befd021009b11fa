"""Curve options: how curves are drawn, not what they show."""

from __future__ import annotations

from typing import Any

import streamlit as st

DEFAULTS: dict[str, Any] = {"x": "step", "log": False, "weight": 0.6}


def choose_curves() -> None:
    """Axis, scale and smoothing of all curves, folded away."""
    with st.expander("Curves"):
        st.segmented_control("Over", ["step", "seconds"], default=DEFAULTS["x"], key="curve_x", required=True)
        st.toggle("Logarithmic", DEFAULTS["log"], key="curve_log")
        st.slider("Smoothing", 0.0, 0.95, DEFAULTS["weight"], key="curve_weight")


def curve_options(*names: str) -> dict[str, Any]:
    """The options chosen, those named or all."""
    return {name: st.session_state.get(f"curve_{name}", DEFAULTS[name]) for name in names or DEFAULTS}
