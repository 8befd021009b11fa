"""Our graph convolutions against torch_geometric's own, in every form in which its GCNConv takes a graph.

The weights are the same, nothing is dropped out, and the normalised adjacency is made beforehand: what is timed is
two layers forward and back, in processor time.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from itertools import pairwise

import torch
from torch import Tensor, nn
from torch_geometric.nn import GCNConv
from torch_geometric.nn.conv.gcn_conv import gcn_norm
from torch_geometric.utils import to_torch_csr_tensor

from igcl_core.bench.timing import Timing, faster, side_by_side
from igcl_core.data import Graphs, load
from igcl_core.nn.gcn import GCN
from igcl_core.sparse.structure import Structure

LAYERS = 2
WIDTHS = {"cora": 256, "pubmed": 128}
FORMS = {
    "edges": ("edge_index, normalisation cached", 2),
    "csr": ("a normalised CSR adjacency", 1),
    "csr-x": ("a normalised CSR adjacency and CSR features", 1),
}


class Convolutions(nn.ModuleList):
    """torch_geometric's layers with the weights of ours."""

    def __init__(self, ours: GCN, **form: bool):
        widths = [ours.layers[0].weight.shape[0]] + [ours.outputs] * len(ours.layers)
        super().__init__(GCNConv(a, b, **form) for a, b in pairwise(widths))
        for theirs, layer in zip(self, ours.layers, strict=True):
            theirs.lin.weight.data.copy_(layer.weight.data.T)

    def forward(self, x: Tensor, adjacency: Tensor) -> Tensor:
        for layer in self:
            x = layer(x, adjacency).relu()
        return x


def ways(graphs: Graphs, width: int) -> dict[str, Callable[[], list[Tensor]]]:
    """Ours, and each form of theirs: all give the same embedding and the same gradients of weights and biases."""
    structure, generator = Structure.of(graphs), torch.Generator().manual_seed(0)
    ours = GCN(graphs.num_features, width, LAYERS, "relu", generator)
    pull = torch.randn(graphs.num_nodes, width, generator=generator)
    return {
        "ours": _there_and_back(ours, (structure,), pull),
        **{name: _there_and_back(*form, pull) for name, form in _forms_of_theirs(graphs, ours)},
    }


def _forms_of_theirs(graphs: Graphs, ours: GCN) -> Iterator[tuple[str, tuple[nn.Module, tuple[Tensor, Tensor]]]]:
    data, nodes = graphs.to_pyg(), graphs.num_nodes
    dense = data.x.to_dense()
    with torch.sparse.check_sparse_tensor_invariants(enable=False):
        adjacency = to_torch_csr_tensor(*gcn_norm(data.edge_index, num_nodes=nodes), size=(nodes, nodes))
    yield "edges", (Convolutions(ours, cached=True), (dense, data.edge_index))
    yield "csr", (Convolutions(ours, normalize=False), (dense, adjacency))
    yield "csr-x", (Convolutions(ours, normalize=False), (dense.to_sparse_csr(), adjacency))


def _there_and_back(model: nn.Module, inputs: tuple, pull: Tensor) -> Callable[[], list[Tensor]]:
    """A step that gives the embedding and the gradient of every parameter."""

    def step() -> list[Tensor]:
        z = model(*inputs)
        return [z.detach(), *torch.autograd.grad(z, list(model.parameters()), pull)]

    return step


def layers() -> list[Timing]:
    """Two GCN layers, forward and back, on Cora and PubMed against torch_geometric's GCNConv in each of its forms."""
    rows = []
    for dataset, width in WIDTHS.items():
        steps = ways(load(dataset), width)
        for name, (form, factor) in FORMS.items():
            times = side_by_side(steps["ours"], steps[name], 15, time.process_time)
            what = f"Two GCN layers on {dataset}, D = {width}, against GCNConv with {form}."
            rows.append(faster(f"{dataset}-layers-{name}", what, times, factor, "processor time"))
    return rows
