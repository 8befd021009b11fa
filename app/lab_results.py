"""Results of the lab: the single runs kept in the repository, or in the file that IGCL_RESULTS names."""

from __future__ import annotations

import os
from pathlib import Path

import streamlit as st

from igcl_core.reproduce import Results
from igcl_core.reproduce.results import Row
from igcl_core.reproduce.tables import is_current

KEPT = Path(__file__).resolve().parents[1] / "assets" / "results" / "results.jsonl"
FULL_PRESET = "recommended"


def results_file() -> Path:
    return Path(os.environ.get("IGCL_RESULTS") or KEPT)


def lab_results() -> list[Row]:
    """The runs with the recommended preset as it is now; rehearsals and other presets stay in the file."""
    file = results_file()
    changed = file.stat().st_mtime_ns if file.exists() else 0
    return _read(str(file), changed)


@st.cache_data(max_entries=2, show_spinner=False)
def _read(file: str, changed: int) -> list[Row]:
    return [row for row in Results(file).rows() if row["preset"] == FULL_PRESET and is_current(row)]
