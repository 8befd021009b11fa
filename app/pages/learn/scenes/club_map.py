"""The drawing of the club that two scenes share: linked members near each other, lying down."""

from __future__ import annotations

from functools import cache

import numpy as np

from app.figures.drawing import places
from igcl_core.analysis.lesson import club
from igcl_core.layout import plane


@cache
def club_map() -> np.ndarray:
    """A place for each member, the long way across."""
    graphs = club().graphs
    return plane(places(graphs.edges, graphs.num_nodes)).xy
