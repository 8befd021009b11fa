"""Mini-batches, explicit augmentation and features."""

import numpy as np
import pytest
import torch
from scipy import sparse

from igcl_core import Graphs, train
from igcl_core.sparse.features import features_of
from igcl_core.sparse.products import SparseMatrix
from igcl_core.sparse.structure import Structure


def dense(matrix):
    return matrix.pattern.matrix(matrix.values).to_dense()


def test_a_batch_is_the_diagonal_blocks_of_the_whole(small_graphs):
    structure, picked = Structure.of(small_graphs), np.array([4, 1, 9])
    batch = structure.batch(picked)
    nodes = np.concatenate([np.arange(structure.ptr[g], structure.ptr[g + 1]) for g in picked])
    for which in ("gcn", "neighbours"):
        expected = dense(getattr(structure, which)(1))[nodes][:, nodes]
        torch.testing.assert_close(dense(getattr(batch, which)(1)), expected)
        matrix = getattr(batch, which)(1)
        torch.testing.assert_close(matrix.pattern.transposed_matrix(matrix.values).to_dense(), expected.T)
    assert torch.equal(batch.x, structure.x[torch.from_numpy(nodes)])
    assert set(map(tuple, nodes[batch.edges].T)) <= set(map(tuple, structure.edges.T))


def test_dropping_an_edge_leaves_the_others_normalised(small_graph):
    structure = Structure.of(small_graph)
    weight = torch.ones(structure.edges.shape[1])
    weight[0] = 0.0
    a = dense(structure.dropping(weight, torch.ones(6)).gcn(1))
    i, j = structure.edges[:, 0]
    assert a[i, j] == a[j, i] == 0
    fewer = Structure.of(Graphs("fewer", "node", small_graph.x, structure.edges[:, 1:]))
    torch.testing.assert_close(a, dense(fewer.gcn(1)))


def test_pooling(small_graphs):
    structure = Structure.of(small_graphs)
    h = torch.randn(structure.num_nodes, 3)
    rows = slice(int(structure.ptr[3]), int(structure.ptr[4]))
    torch.testing.assert_close(structure.pool(h, 1)[3], h[rows].sum(0))
    torch.testing.assert_close(structure.pool(h, 1, mean=True)[3], h[rows].mean(0))


def test_features(small_graph):
    x = features_of(small_graph, "row")
    torch.testing.assert_close(x.sum(1), torch.ones(21))
    assert features_of(small_graph, "degree").shape == (21, 1)
    onehot = features_of(small_graph, "onehot")
    assert (onehot.sum(1) == 1).all() and (onehot.argmax(1).numpy() == small_graph.degree).all()
    assert features_of(small_graph, "raw+degree").shape == (21, 7)


def test_sparse_features_stay_sparse_while_that_is_faster(small_graph):
    full = Graphs("full", "node", sparse.csr_matrix(small_graph.x), small_graph.edges)
    torch.testing.assert_close(features_of(full, "raw"), features_of(small_graph, "raw"))
    wide = np.hstack([small_graph.x, np.zeros((21, 60), np.float32)])
    plain = Graphs("wide", "node", wide, small_graph.edges)
    graphs = Graphs("sparse", "node", sparse.csr_matrix(wide), small_graph.edges)
    for kind, width in (("raw", 66), ("row", 66), ("raw+degree", 67)):
        x = features_of(graphs, kind)
        assert isinstance(x, SparseMatrix) and x.shape == (21, width)
        torch.testing.assert_close(dense(x), features_of(plain, kind))
    masked = features_of(graphs, "raw").mask_columns(torch.arange(66) != 1)
    assert (dense(masked)[:, 1] == 0).all() and (dense(masked)[:, 2] != 0).all()


def test_sparse_features_of_many_graphs_are_dense_as_their_batches_need_them(small_graphs):
    wide = np.hstack([small_graphs.x, np.zeros((small_graphs.num_nodes, 60), np.float32)])
    many = Graphs("many", "graph", sparse.csr_matrix(wide), small_graphs.edges, ptr=small_graphs.ptr)
    assert torch.equal(features_of(many, "raw"), torch.from_numpy(wide))
    *_, step = train(many, epochs=2, warmup=1, D=4, vgae_hidden=4)
    assert step.phase == "done"


def test_no_features_needs_degrees():
    graphs = Graphs("bare", "node", np.zeros((3, 0)), np.array([[0], [1]]))
    with pytest.raises(ValueError, match="'degree' or 'onehot'"):
        features_of(graphs, "raw")
