"""Supervised GIN and pooled GCN: their loss beside torch_geometric's layers, and which labels they use."""

from dataclasses import replace

import numpy as np
import pytest
import torch
from torch import nn
from torch_geometric.nn import GCNConv, GINConv, global_add_pool, global_mean_pool

from igcl_core import METHODS, Split, preset, train

NAMES = ("gin", "gcn")


@pytest.fixture
def graphs(small_graphs):
    """Twelve graphs whose nodes all differ, so that none are merged."""
    items, x = np.arange(12), np.random.default_rng(0).random((small_graphs.num_nodes, 3))
    return replace(small_graphs, x=x, split=Split(items[:6], items[6:9], items[9:]))


def started(graphs, name):
    return METHODS[name].start(graphs, preset(graphs, name).changed(D=4, layers=2, dropout=0, b=0))


def linear(layer):
    same = nn.Linear(*layer.weight.shape).double()
    same.weight.data, same.bias.data = layer.weight.detach().T.double(), layer.bias.detach().double()
    return same


def gin(backbone, x, edges, graph):
    pooled = []
    for layer in backbone.layers:
        conv = GINConv(nn.Identity())
        conv.nn = nn.Sequential(linear(layer.first), nn.ReLU(), linear(layer.second))
        x = nn.functional.batch_norm(conv(x, edges).relu(), None, None, training=True)
        pooled.append(global_add_pool(x, graph))
    return torch.cat(pooled, dim=1)


def gcn(backbone, x, edges, graph):
    for layer in backbone.convolutions.layers:
        conv = GCNConv(*layer.weight.shape).double()
        conv.lin.weight.data, conv.bias.data = layer.weight.detach().T.double(), layer.bias.detach().double()
        x = conv(x, edges).relu()
    return global_mean_pool(x, graph)


@pytest.mark.parametrize(("name", "exact"), [("gin", gin), ("gcn", gcn)])
def test_the_loss_is_that_of_torch_geometrics_layers(graphs, name, exact):
    trainer = started(graphs, name)
    edges = torch.from_numpy(graphs.edges.astype(np.int64))
    parts = torch.from_numpy(graphs.x).double(), torch.cat([edges, edges.flip(0)], dim=1)
    members, everything = graphs.split.train, np.arange(12)
    ours, _, z = trainer.lose(trainer.mini.batch(everything), everything, trainer.generator, training=True)
    theirs = exact(trainer.network.backbone, *parts, torch.from_numpy(graphs.graph_of_node.astype(np.int64)))
    assert (z.double() - theirs).abs().max() < 1e-4
    scores = torch.log_softmax(linear(trainer.network.last)(theirs), 1)
    assert ours.item() == pytest.approx(-np.mean([scores[k, graphs.y[k]].item() for k in everything]), rel=1e-5)
    assert set(np.concatenate(trainer.batches(0, 0))) == set(members)


@pytest.mark.parametrize("name", NAMES)
def test_only_labels_of_training_graphs_are_used(graphs, name):
    y = graphs.y.copy()
    y[graphs.split.val] = 1 - y[graphs.split.val]
    y[graphs.split.test] = 1 - y[graphs.split.test]
    ours, without = (list(train(each, name, epochs=3))[-1] for each in (graphs, replace(graphs, y=y)))
    assert all(np.array_equal(ours.arrays[key], without.arrays[key]) for key in ours.arrays)
    told_otherwise = list(train(replace(graphs, y=1 - graphs.y), name, epochs=3))[-1]
    assert not np.array_equal(ours.arrays["z"], told_otherwise.arrays["z"])


def test_looking_leaves_the_statistics_of_batch_norm_alone(graphs):
    trainer = started(graphs, "gin")
    before = trainer.network.backbone.layers[0].norm.running_mean.clone()
    trainer.first()
    assert torch.equal(trainer.network.backbone.layers[0].norm.running_mean, before)


def test_the_learning_rate_is_halved_again_and_again(graphs):
    trainer = METHODS["gin"].start(graphs, preset(graphs, "gin").changed(lr=0.4, halve_every=10))
    assert [trainer.learning_rate(epoch) for epoch in (0, 9, 10, 25)] == [0.4, 0.4, 0.2, 0.1]


def test_motifs_are_told_apart():
    *_, last = train("motifs", "gin", epochs=15, probe_every=0)
    assert last.metrics["right_test"] > 0.9 and np.allclose(last.arrays["p"].sum(1), 1, atol=1e-5)


def test_graphs_without_labels_are_refused_in_a_sentence(small_graphs):
    with pytest.raises(ValueError, match="A supervised GIN learns to tell classes apart, but 'small-many' has fewer"):
        train(replace(small_graphs, y=None), "gin")
