"""Results of the lab: the single runs kept in the repository, or in the file that IGCL_RESULTS names."""

from __future__ import annotations

import os
from pathlib import Path

import streamlit as st

from igcl_core.reproduce import Row, counted

KEPT = Path(__file__).resolve().parents[3] / "assets" / "results" / "results.jsonl"


def results_file() -> Path:
    return Path(os.environ.get("IGCL_RESULTS") or KEPT)


def lab_results() -> list[Row]:
    """The runs that count, with our recommended settings and with the paper's."""
    file = results_file()
    changed = file.stat().st_mtime_ns if file.exists() else 0
    return _read(str(file), changed)


@st.cache_data(max_entries=2, show_spinner=False)
def _read(file: str, changed: int) -> list[Row]:
    return counted(file)
