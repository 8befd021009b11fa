"""Supervised GCN: learns from the labels of training items and from no others, by the official loss."""

from dataclasses import replace

import numpy as np
import pytest
import torch
from torch_geometric.nn import GCNConv

from igcl_core import METHODS, Graphs, Split, load, preset, train


@pytest.fixture
def graphs(small_graph) -> Graphs:
    items = np.arange(21)
    return replace(small_graph, split=Split(items[::3], items[1::3], items[2::3]))


def exact_loss(trainer, graphs, x, weights):
    """The loss in double precision by torch_geometric's layers: mean of the training items, and the penalty."""
    convs = GCNConv(6, 4).double(), GCNConv(4, 2).double()
    for conv, (matrix, bias) in zip(convs, (weights[:2], weights[2:]), strict=True):
        del conv.lin.weight, conv.bias
        conv.lin.weight, conv.bias = matrix.T, bias
    edges = torch.from_numpy(graphs.edges.astype(np.int64))
    both = torch.cat([edges, edges.flip(0)], dim=1)
    scores = convs[1](convs[0](x, both).relu(), both)
    told = [torch.log_softmax(scores[item], 0)[int(graphs.y[item])] for item in graphs.split.train]
    return -sum(told) / len(told) + 0.1 / 2 * (weights[0].square().sum() + weights[1].square().sum())


def test_the_loss_and_its_gradients_are_the_official_ones(graphs):
    settings = preset(graphs, "gcn").changed(D=4, dropout=0, weight_decay=0.1)
    trainer = METHODS["gcn"].start(graphs, settings)
    weights = [parameter.detach().double().requires_grad_() for parameter in trainer.network.parameters()]
    theirs = exact_loss(trainer, graphs, torch.from_numpy(np.asarray(graphs.x, np.float64)), weights)
    ours, _ = trainer.lose(trainer.generator)
    assert ours.item() == pytest.approx(theirs.item(), rel=1e-6)
    ours.backward()
    theirs.backward()
    for one, other in zip(trainer.network.parameters(), weights, strict=True):
        assert torch.allclose(one.grad.double(), other.grad, rtol=1e-4, atol=1e-7)


def test_only_labels_of_training_items_are_used(graphs):
    y, train_items = graphs.y.copy(), graphs.split.train
    others = np.setdiff1d(np.arange(21), train_items)
    y[others] = 1 - y[others]
    ours, without = (list(train(each, "gcn", epochs=5))[-1] for each in (graphs, replace(graphs, y=y)))
    assert all(np.array_equal(ours.arrays[name], without.arrays[name]) for name in ours.arrays)
    y[train_items] = 1 - y[train_items]
    told_otherwise = list(train(replace(graphs, y=y), "gcn", epochs=5))[-1]
    assert not np.array_equal(ours.arrays["z"], told_otherwise.arrays["z"])


def test_it_says_that_it_is_supervised():
    method = METHODS["gcn"]
    assert method.supervised and "supervised" in method.title and "Uses labels" in method.about


def test_it_counts_what_it_classifies_right():
    *_, last = train("planted", "gcn")
    graphs = load("planted")
    right = (last.arrays["p"].argmax(1) == graphs.y)[graphs.split.test].mean()
    assert last.metrics["right_test"] == pytest.approx(right) and right > 0.6
    assert np.allclose(last.arrays["p"].sum(1), 1, atol=1e-5)


@pytest.mark.parametrize(
    ("change", "missing"),
    [(dict(y=None, split=None), "fewer than two"), (dict(split=None), "no split")],
)
def test_data_without_labels_or_split_is_refused_in_a_sentence(graphs, change, missing):
    with pytest.raises(ValueError, match=f"'small' has {missing}"):
        train(replace(graphs, **change), "gcn")
