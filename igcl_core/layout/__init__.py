"""Layouts: an embedding in two dimensions, watched while it settles, held still, and how far to trust it."""

from igcl_core.layout.align import align, turn
from igcl_core.layout.frame import Frame
from igcl_core.layout.neighbours import Neighbours, cosine_neighbours, neighbours
from igcl_core.layout.pca import Plane, plane
from igcl_core.layout.projections import PROJECTIONS, Projection, project, warm_up
from igcl_core.layout.trust import Separation, Trust, separation, trust

__all__ = [
    "PROJECTIONS",
    "Frame",
    "Neighbours",
    "Plane",
    "Projection",
    "Separation",
    "Trust",
    "align",
    "cosine_neighbours",
    "neighbours",
    "plane",
    "project",
    "separation",
    "trust",
    "turn",
    "warm_up",
]
