"""as_graphs: whatever a person has, a name, arrays or another library's graph, as Graphs."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, TypeAlias

from scipy import sparse

from .graphs import Graphs
from .loading import load

if TYPE_CHECKING:
    import networkx as nx
    from torch_geometric.data import Data, Dataset

GraphsLike: TypeAlias = (
    "str | Graphs | Data | Dataset | list[Data] | nx.Graph | list[nx.Graph] | sparse.spmatrix | sparse.sparray"
)


def as_graphs(data: GraphsLike) -> Graphs:
    """The dataset of a name, or the graph that came, as `Graphs.from_pyg`, `from_networkx` or `from_scipy` reads it.

    Whatever holds Graphs as its `graphs`, as what `read` makes of a file does, counts as these.
    """
    if isinstance(data, Graphs):
        return data
    if isinstance(data, str):
        return load(data)
    if isinstance(held := getattr(data, "graphs", None), Graphs):
        return held
    if sparse.issparse(data):
        return Graphs.from_scipy(data)
    first = data[0] if isinstance(data, (list, tuple)) and data else data
    if _is_from("torch_geometric.data", first, "Data", "HeteroData", "TemporalData", "Dataset"):
        return Graphs.from_pyg(data)
    if _is_from("networkx", first, "Graph"):
        return Graphs.from_networkx(data)
    raise TypeError(
        "Data must be the name of a dataset, Graphs, a torch_geometric Data, Dataset or list of Data, a networkx graph "
        f"or list of them, or a scipy sparse adjacency, but {_said(data)} came."
    )


def _said(data: Any) -> str:
    if not isinstance(data, (list, tuple)):
        return type(data).__name__
    return f"a {type(data).__name__} of {type(data[0]).__name__}" if data else f"an empty {type(data).__name__}"


def _is_from(library: str, thing: Any, *classes: str) -> bool:
    """Whether it is an object of that library; where the library is not loaded, no such object can exist."""
    module = sys.modules.get(library)
    return module is not None and isinstance(thing, tuple(getattr(module, name) for name in classes))
