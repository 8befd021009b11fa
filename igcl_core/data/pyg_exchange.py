"""torch_geometric at the door: its Data and Datasets as Graphs, and Graphs as its Data."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy import sparse

from .disjoint_union import disjoint_union
from .graphs import NODE, Graphs, Split

if TYPE_CHECKING:
    from torch import Tensor
    from torch_geometric.data import Data, Dataset

MASKS = ("train_mask", "val_mask", "test_mask")


def from_pyg(
    data: Data | Dataset | Sequence[Data], name: str | None = None, *, split: int | Split | None = None
) -> Graphs:
    """See Graphs.from_pyg."""
    given = _given(data)
    name = name or _name_of(data, len(given))
    x, edges = ([part(each, name) for each in given] for part in (_features, _edges))
    if len(given) > 1:
        return disjoint_union(name, x, edges, y=_graph_labels(given, name), split=split)
    nodes = x[0].shape[0]
    split = split if isinstance(split, Split) else _split(given[0], nodes, split, name)
    return Graphs(name, NODE, x[0], edges[0], _node_labels(given[0], nodes, name), split=split)


def _given(data: Any) -> list[Data]:
    """All graphs that came, each looked at once."""
    from torch_geometric.data import Batch, Dataset

    if isinstance(data, Batch):
        given = _unbatched(data)
    else:
        given = list(data) if isinstance(data, (Dataset, list, tuple)) else [data]
    if not given:
        raise ValueError(f"At least one torch_geometric graph was expected, but an empty {type(data).__name__} came.")
    for each in given:
        _check_is_data(each)
    return given


def _unbatched(batch: Any) -> list[Data]:
    try:
        return batch.to_data_list()
    except (AttributeError, RuntimeError):
        raise ValueError("This Batch cannot be taken apart. Give the list of Data it was made from.") from None


def _check_is_data(each: Any) -> None:
    from torch_geometric.data import Batch, Data, HeteroData

    if isinstance(each, HeteroData):
        raise TypeError(
            "A Data with one kind of node and one kind of edge was expected, but HeteroData came. "
            "data.to_homogeneous() makes one of it."
        )
    if not isinstance(each, Data) or isinstance(each, Batch):
        raise TypeError(
            f"A torch_geometric Data, a Dataset or a list of Data was expected, but {type(each).__name__} came."
        )


def _name_of(data: Any, count: int) -> str:
    """What a Dataset calls itself, or its kind; a Data has no name."""
    from torch_geometric.data import Dataset

    if not isinstance(data, Dataset):
        return "graphs" if count > 1 else "graph"
    said = getattr(data, "name", None)
    return said if isinstance(said, str) and said else type(data).__name__


def _features(data: Data, name: str) -> np.ndarray | sparse.csr_matrix:
    """x as it came, dense or sparse; no columns where there is none."""
    nodes = _num_nodes(data, name)
    if data.x is None:
        return np.zeros((nodes, 0), np.float32)
    x = _plain(data.x)
    x = x[:, None] if x.ndim == 1 else x
    if x.ndim != 2 or x.shape[0] != nodes:
        raise ValueError(f"x of {name!r} must have one row for each of its {nodes} nodes, not the shape {x.shape}.")
    return x


def _num_nodes(data: Data, name: str) -> int:
    if data.edge_index is None and "adj_t" not in data:
        raise ValueError(
            f"{name!r} has no edge_index, so nothing says which nodes are joined. Set data.edge_index; "
            "for a graph without edges, and with x or num_nodes, to torch.empty((2, 0), dtype=torch.long)."
        )
    if not data.num_nodes:
        raise ValueError(f"{name!r} has no nodes. Set data.x, or data.num_nodes for a graph without features.")
    return data.num_nodes


def _edges(data: Data, name: str) -> np.ndarray:
    """Both ends of every edge, from edge_index or from the sparse adjacency that ToSparseTensor makes of it."""
    if data.edge_index is not None:
        return _plain(data.edge_index)
    adjacency = _plain(data["adj_t"])
    if not sparse.issparse(adjacency):
        raise TypeError(
            f"adj_t of {name!r} must be a sparse torch tensor, but {type(data['adj_t']).__name__} came. "
            "Of a SparseTensor take adj_t.to_torch_sparse_csr_tensor()."
        )
    return np.stack(adjacency.nonzero())


def _node_labels(data: Data, nodes: int, name: str) -> np.ndarray | None:
    if data.y is None:
        return None
    y = _plain(data.y)
    if y.size == 1 < nodes:
        raise ValueError(
            f"{name!r} is one graph with one label for all its {nodes} nodes. Give many such graphs as a list or "
            "Dataset to embed whole graphs, or set data.y = None to embed these nodes."
        )
    return y[:, 0] if y.ndim == 2 and y.shape[1] == 1 else y


def _graph_labels(given: list[Data], name: str) -> np.ndarray | None:
    if all(data.y is None for data in given):
        return None
    labels = [np.zeros(0) if data.y is None else _plain(data.y).ravel() for data in given]
    for number, (data, label) in enumerate(zip(given, labels, strict=True)):
        if len(label) != 1:
            each = ", one per node" if len(label) == data.num_nodes else ""
            raise ValueError(
                f"Each of the {len(given)} graphs of {name!r} needs one label, but graph {number} has "
                f"{len(label)}{each}. Set y of every graph to one whole number or to None; to embed nodes, give one "
                "graph alone."
            )
    return np.concatenate(labels)


def _split(data: Data, nodes: int, column: int | None, name: str) -> Split | None:
    """The split in the three masks, or in this column of them; none unless each part has a node."""
    masks = [_mask(data, key, nodes, name) for key in MASKS]
    widths = {mask.shape[1] for mask in masks if mask is not None}
    width = max(widths, default=0)
    if len(widths - {1}) > 1:
        raise ValueError(f"All masks of {name!r} must be of as many splits, but {sorted(widths)} came.")
    if column is None and width > 1:
        raise ValueError(f"{name!r} has masks of {width} splits. Say which: Graphs.from_pyg(data, split=0).")
    if column is not None and not 0 <= column < width:
        raise ValueError(f"split={column} was asked for, but {name!r} has {width} of them, counted from 0.")
    if any(mask is None for mask in masks):
        return None
    parts = [np.flatnonzero(mask[:, (column or 0) if mask.shape[1] > 1 else 0]) for mask in masks]
    protocol = "masks of the data" if width == 1 else f"masks of the data, number {column} of {width}"
    return Split(*parts, protocol) if all(map(len, parts)) else None


def _mask(data: Data, key: str, nodes: int, name: str) -> np.ndarray | None:
    """A mask as one column per split."""
    if data.get(key) is None:
        return None
    mask = _plain(data[key])
    if mask.dtype not in (np.bool_, np.uint8) or mask.ndim not in (1, 2) or len(mask) != nodes or not mask.size:
        raise ValueError(
            f"{key} of {name!r} must have a True or False for each of its {nodes} nodes, "
            f"but {mask.dtype} values of shape {mask.shape} came."
        )
    return mask.reshape(nodes, -1)


def _plain(value: Any) -> Any:
    """A copy of a tensor as numpy has it, or scipy if it is sparse; anything else as an array."""
    import torch

    if not isinstance(value, torch.Tensor):
        return value.tocsr() if sparse.issparse(value) else np.array(value)
    value = value.detach().cpu()
    value = value.float() if value.dtype == torch.bfloat16 else value
    if value.layout == torch.strided:
        return value.numpy().copy()
    entries = value.to_sparse_coo().coalesce()
    return sparse.coo_matrix((entries.values().numpy(), entries.indices().numpy()), tuple(value.shape)).tocsr()


def to_pyg(graphs: Graphs) -> Data | list[Data]:
    """See Graphs.to_pyg."""
    import torch

    rows = (graphs.x[first:last] for first, last in pairwise(graphs.ptr))
    made = [_data(x, pairs) for x, pairs in zip(rows, _both_directions(graphs), strict=True)]
    y = None if graphs.y is None else torch.tensor(graphs.y)
    if graphs.task == NODE:
        made[0].update(_masks(graphs) if y is None else {"y": y, **_masks(graphs)})
        return made[0]
    for number, data in enumerate(made if y is not None else ()):
        data.y = y[number : number + 1]
    return made


def _both_directions(graphs: Graphs) -> Iterator[np.ndarray]:
    """Of every graph each edge from both its ends, sorted, its nodes numbered from 0."""
    adjacency = graphs.to_scipy()
    pairs = np.stack([np.repeat(np.arange(graphs.num_nodes), np.diff(adjacency.indptr)), adjacency.indices])
    for first, last in pairwise(graphs.ptr):
        yield pairs[:, adjacency.indptr[first] : adjacency.indptr[last]] - first


def _data(x: np.ndarray | sparse.csr_matrix, pairs: np.ndarray) -> Data:
    import torch
    from torch_geometric.data import Data

    edge_index = torch.tensor(pairs, dtype=torch.long)
    if not x.shape[1]:
        return Data(edge_index=edge_index, num_nodes=x.shape[0])
    return Data(x=_tensor(x), edge_index=edge_index)


def _tensor(x: np.ndarray | sparse.csr_matrix) -> Tensor:
    import torch

    if not sparse.issparse(x):
        return torch.tensor(x)
    parts = (torch.tensor(part, dtype=torch.long) for part in (x.indptr, x.indices))
    return torch.sparse_csr_tensor(*parts, torch.tensor(x.data), x.shape, check_invariants=False)


def _masks(graphs: Graphs) -> dict[str, Tensor]:
    import torch

    if graphs.split is None:
        return {}
    masks = {key: torch.zeros(graphs.num_items, dtype=torch.bool) for key in MASKS}
    for key, items in zip(MASKS, (graphs.split.train, graphs.split.val, graphs.split.test), strict=True):
        masks[key][torch.tensor(items)] = True
    return masks
