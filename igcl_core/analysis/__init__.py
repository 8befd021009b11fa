"""What can be seen in a run: its Gaussians, its spaces, its reconstruction, the surroundings of an item."""

from igcl_core.analysis.adjacency_view import AdjacencyView, adjacency_view
from igcl_core.analysis.around_item import Part, ego, graph, inner_edges, inner_homophily, linked, telling_features
from igcl_core.analysis.decoding import Decoded, Field, decoded, field, way
from igcl_core.analysis.graph_shape import Shape, drawable_part, shape_of
from igcl_core.analysis.missed_edges import EdgeErrors, EdgeGuess, edge_errors
from igcl_core.analysis.node_gaussians import node_gaussians
from igcl_core.analysis.spaces import Space, rows_of, spaces

__all__ = [
    "AdjacencyView",
    "Decoded",
    "Field",
    "EdgeErrors",
    "EdgeGuess",
    "Part",
    "Shape",
    "Space",
    "adjacency_view",
    "decoded",
    "field",
    "drawable_part",
    "edge_errors",
    "ego",
    "graph",
    "inner_edges",
    "inner_homophily",
    "linked",
    "node_gaussians",
    "rows_of",
    "shape_of",
    "spaces",
    "telling_features",
    "way",
]
