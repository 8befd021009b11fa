"""Our layers against torch_geometric's with the same weights, on the whole graph and with edges dropped."""

import numpy as np
import pytest
import torch
from torch_geometric.nn import GATConv, GATv2Conv, GCNConv, GINConv

from igcl_core.nn.gat import GATLayer, GATv2Layer
from igcl_core.nn.gcn import GCNLayer
from igcl_core.nn.gin import GINLayer
from igcl_core.sparse.products import SparseMatrix
from igcl_core.sparse.structure import Structure


@pytest.fixture
def generator():
    return torch.Generator().manual_seed(0)


def directed(edges):
    edges = torch.from_numpy(np.asarray(edges)).long()
    return torch.cat([edges, edges.flip(0)], 1)


def views(graphs):
    """The structure with all edges and with a third of them dropped, each with the edges that are left."""
    structure = Structure.of(graphs)
    keep = torch.arange(structure.edges.shape[1]) % 3 > 0
    dropped = structure.dropping(keep.float(), torch.ones(structure.x.shape[1]))
    return [(structure, directed(structure.edges)), (dropped, directed(structure.edges[:, keep.numpy()]))]


def test_gcn(small_graph, generator):
    ours, theirs = GCNLayer(6, 4, generator), GCNConv(6, 4)
    theirs.lin.weight.data = ours.weight.data.T
    for structure, edge_index in views(small_graph):
        expected = theirs(structure.x, edge_index)
        torch.testing.assert_close(ours(structure, structure.x, depth=1), expected)


def test_gcn_on_sparse_features(small_graph, generator):
    from scipy import sparse

    layer, structure = GCNLayer(6, 4, generator), Structure.of(small_graph)
    x = SparseMatrix.of(sparse.csr_matrix(small_graph.x))
    torch.testing.assert_close(layer(structure, x, depth=1), layer(structure, structure.x, depth=1))


@pytest.mark.parametrize("heads", [1, 2])
def test_gat(small_graph, generator, heads):
    ours, theirs = GATLayer(6, 4, heads, generator), GATConv(6, 4 // heads, heads)
    theirs.lin.weight.data = ours.weight.data.T
    theirs.att_src.data, theirs.att_dst.data = ours.source.data[None], ours.target.data[None]
    for structure, edge_index in views(small_graph):
        torch.testing.assert_close(ours(structure, structure.x), theirs(structure.x, edge_index))


def test_gatv2(small_graph, generator):
    ours, theirs = GATv2Layer(6, 4, 2, generator), GATv2Conv(6, 2, 2)
    theirs.lin_l.weight.data, theirs.lin_r.weight.data = ours.weight.data.T, ours.weight_target.data.T
    theirs.lin_l.bias.data.zero_(), theirs.lin_r.bias.data.zero_()
    theirs.att.data = ours.attention.data[None]
    for structure, edge_index in views(small_graph):
        torch.testing.assert_close(ours(structure, structure.x), theirs(structure.x, edge_index))


@pytest.mark.parametrize("training", [False, True])
def test_gin(small_graph, generator, training):
    ours = GINLayer(6, 4, generator)
    network = torch.nn.Sequential(torch.nn.Linear(6, 4), torch.nn.ReLU(), torch.nn.Linear(4, 4))
    for linear, layer in ((network[0], ours.first), (network[2], ours.second)):
        linear.weight.data, linear.bias.data = layer.weight.data.T, layer.bias.data
    norm = torch.nn.BatchNorm1d(4).train(training)
    for structure, edge_index in views(small_graph):
        expected = norm(GINConv(network)(structure.x, edge_index).relu())
        actual = ours(structure, structure.x, 1, training)
        torch.testing.assert_close(actual, expected, rtol=1e-4, atol=1e-5)
    torch.testing.assert_close(ours.norm.running_mean, norm.running_mean)
    torch.testing.assert_close(ours.norm.running_var, norm.running_var)
