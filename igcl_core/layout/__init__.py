"""Layouts: an embedding in two dimensions, watched while it settles, held still, and how far to trust it."""

from igcl_core.layout.align import align, turn
from igcl_core.layout.frame import Frame
from igcl_core.layout.neighbours import Neighbours, cosine_neighbours, neighbours
from igcl_core.layout.pca import Plane, plane
from igcl_core.layout.placed import Placement, project_placed
from igcl_core.layout.projections import PROJECTIONS, Projection, project, warm_up, warm_up_beside
from igcl_core.layout.trust import ClassesApart, K, Trust, classes_apart, trust

__all__ = [
    "ClassesApart",
    "Frame",
    "K",
    "Neighbours",
    "PROJECTIONS",
    "Placement",
    "Plane",
    "Projection",
    "Trust",
    "align",
    "classes_apart",
    "cosine_neighbours",
    "neighbours",
    "plane",
    "project",
    "project_placed",
    "trust",
    "turn",
    "warm_up",
    "warm_up_beside",
]
