"""Limits: how large a file may be, asked before memory is taken for it."""

from __future__ import annotations

from igcl_core.budget import memory_limit
from igcl_core.reading.refused import Refused

MOST_BYTES, MOST_UNPACKED = 500_000_000, 1_000_000_000
MOST_FILES, MOST_COLUMNS = 40, 20_000
MOST_NODES, MOST_EDGES, MOST_CLASSES = 2_000_000, 20_000_000, 1_000
LIMITS = (
    f"Limits: {{megabytes}} MB a file, {MOST_FILES} files in a zip, {MOST_NODES:,} nodes, {MOST_EDGES:,} edges, "
    f"{MOST_COLUMNS:,} columns, {MOST_CLASSES:,} classes, and what fits into the memory that a run may take."
)
OF_TABLE, OF_MARKUP, OF_ARRAYS = 12, 60, 4  # bytes of memory behind a byte of a file while it is read
OF_FEATURE = 24  # bytes of memory behind a feature of a node


def ask_memory(file: str, needed: float, what: str = "to read it") -> None:
    """Refuse what would take more memory than a run may."""
    if needed > memory_limit():
        raise Refused(
            f"{file} would take about {needed / 1e6:,.0f} MB {what}, but {memory_limit() / 1e6:,.0f} MB are allowed. "
            "Bring a smaller one, or have the limit raised with IGCL_MEMORY."
        )


def ask_counts(file: str, nodes: int, edges: int) -> None:
    """Refuse a graph with more nodes or edges than can be worked with."""
    for what, came, most in (("nodes", nodes, MOST_NODES), ("edges", edges, MOST_EDGES)):
        if came > most:
            raise Refused(f"{file} may have {most:,} {what} at most, but it has {came:,}. Bring a part of it.")
