"""Supervised GraphSAGE and GAT: losses and gradients beside torch_geometric's layers in double precision."""

from dataclasses import replace

import numpy as np
import pytest
import torch
from torch_geometric.nn import GATConv, SAGEConv

from igcl_core import METHODS, Split, load, preset, train


@pytest.fixture
def graphs(small_graph):
    items = np.arange(21)
    return replace(small_graph, split=Split(items[::3], items[1::3], items[2::3]))


def both_ways(graphs):
    edges = torch.from_numpy(graphs.edges.astype(np.int64))
    return torch.cat([edges, edges.flip(0)], dim=1)


def loaded(conv, pairs):
    """The layer in double precision with these weights; the pairs of its parameters and ours."""
    conv = conv.double()
    for theirs, ours in pairs:
        theirs.data = ours.detach().double().reshape(theirs.shape)
    return conv


def exact(graphs, first, last, activation):
    x, edges = torch.from_numpy(np.asarray(graphs.x, np.float64)), both_ways(graphs)
    scores = last(activation(first(x, edges)), edges)
    told = [torch.log_softmax(scores[item], 0)[int(graphs.y[item])] for item in graphs.split.train]
    return -sum(told) / len(told)


def compared(trainer, theirs, pairs):
    ours, _ = trainer.lose(trainer.generator)
    assert ours.item() == pytest.approx(theirs.item(), rel=1e-6)
    ours.backward()
    theirs.backward()
    for other, one in pairs:
        assert torch.allclose(one.grad.double().reshape(other.shape), other.grad, rtol=1e-4, atol=1e-7)


class Transposed:
    """One of our weight matrices, columns and rows exchanged, as torch_geometric keeps them."""

    def __init__(self, weight):
        self.weight = weight

    def detach(self):
        return self.weight.detach().T

    @property
    def grad(self):
        return self.weight.grad.T


def test_sage_is_torch_geometrics(graphs):
    trainer = METHODS["sage"].start(graphs, preset(graphs, "sage").changed(D=4, dropout=0))
    layers, pairs = [trainer.network.hidden[0], trainer.network.last], []
    convs = SAGEConv(6, 4), SAGEConv(4, 2)
    for conv, layer in zip(convs, layers, strict=True):
        of_layer = [(conv.lin_l.weight, Transposed(layer.others)), (conv.lin_r.weight, Transposed(layer.own))]
        pairs += loaded(conv, [*of_layer, (conv.lin_l.bias, layer.bias)]) and of_layer
    compared(trainer, exact(graphs, *convs, torch.relu), pairs)


def test_gat_is_torch_geometrics(graphs):
    trainer = METHODS["gat"].start(graphs, preset(graphs, "gat").changed(D=4, heads=2, last_heads=3, dropout=0))
    layers, pairs = [trainer.network.hidden[0], trainer.network.last.heads], []
    convs = GATConv(6, 2, heads=2), GATConv(4, 2, heads=3, concat=False)
    for conv, layer in zip(convs, layers, strict=True):
        of_layer = [(conv.lin.weight, Transposed(layer.weight)), (conv.att_src, layer.source)]
        of_layer.append((conv.att_dst, layer.target))
        pairs += loaded(conv, of_layer) and of_layer
    compared(trainer, exact(graphs, *convs, torch.nn.functional.elu), pairs)


def test_gat_drops_attention_in_training_alone(graphs):
    trainer = METHODS["gat"].start(graphs, preset(graphs, "gat").changed(D=4, heads=2))
    layer, structure = trainer.network.hidden[0], trainer.structure
    calm, noisy = layer(structure, structure.x), layer(structure, structure.x, 0.6, torch.Generator().manual_seed(0))
    assert torch.equal(calm, layer(structure, structure.x, 0.6, None)) and not torch.allclose(calm, noisy)


def test_a_width_that_the_heads_cannot_share_is_refused_in_a_sentence():
    with pytest.raises(ValueError, match="D must be a multiple of heads, but D=10 and heads=4"):
        preset("karate", "gat").changed(D=10)


@pytest.mark.parametrize(("name", "title"), [("sage", "GraphSAGE"), ("gat", "GAT")])
def test_they_say_that_they_use_labels_and_learn_the_classes(name, title):
    method, graphs = METHODS[name], load("planted")
    assert method.supervised and method.title == f"{title} (supervised)" and method.about.startswith("Uses labels")
    *_, last = train(graphs, name, epochs=60, probe_every=0)
    assert last.metrics["right_test"] > 0.7
    with pytest.raises(ValueError, match=f"A supervised {title} learns to tell classes apart, but .* fewer than two"):
        train(replace(graphs, y=None, split=None), name)
