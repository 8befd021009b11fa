"""Whole backbones and heads: shapes, depth, dropout only in training, gradients reaching every weight."""

import pytest
import torch

from igcl_core.methods.implicit.settings import IGCLSettings
from igcl_core.methods.implicit.trainer import make_backbone
from igcl_core.nn.head import HEADS, make_head
from igcl_core.nn.parts import ACTIVATIONS, dropout
from igcl_core.sparse.structure import Structure


@pytest.mark.parametrize("backbone", ["gcn", "gat", "gatv2"])
@pytest.mark.parametrize("layers", [1, 2, 3])
def test_node_backbones(small_graph, backbone, layers):
    settings = IGCLSettings(backbone=backbone, layers=layers, D=8, attention_heads=2)
    structure, generator = Structure.of(small_graph), torch.Generator().manual_seed(0)
    model = make_backbone(6, settings, generator)
    z = model(structure)
    assert z.shape == (21, 8) and len(model.layers) == layers
    assert torch.equal(z, model(structure, 0.5))
    assert not torch.equal(z, model(structure, 0.5, generator))
    model(structure).square().sum().backward()
    assert all(p.grad is not None and torch.isfinite(p.grad).all() for p in model.parameters())


@pytest.mark.parametrize("layers", [2, 5, 8])
def test_gin_concatenates_the_sums_of_all_layers(small_graphs, layers):
    structure, generator = Structure.of(small_graphs), torch.Generator().manual_seed(0)
    model = make_backbone(2, IGCLSettings(backbone="gin", layers=layers, D=4), generator)
    z = model(structure)
    assert z.shape == (12, 4 * layers) == (12, model.outputs)
    h = structure.x
    for depth, layer in enumerate(model.layers, start=1):
        h = layer(structure, h, depth, training=False)
        last = slice(int(structure.ptr[-2]), int(structure.ptr[-1]))
        torch.testing.assert_close(z[-1, 4 * (depth - 1) : 4 * depth], h[last].sum(0))


@pytest.mark.parametrize("kind", HEADS)
def test_heads(kind):
    head, width = make_head(kind, 6, 4, torch.Generator().manual_seed(0))
    assert head(torch.randn(3, 6)).shape == (3, width) == (3, 6 if kind == "none" else 4)


@pytest.mark.parametrize("activation", ACTIVATIONS)
def test_activations(small_graph, activation):
    model = make_backbone(6, IGCLSettings(activation=activation, D=4), torch.Generator())
    assert torch.isfinite(model(Structure.of(small_graph))).all()


def test_dropout_keeps_the_mean_and_the_share():
    x = dropout(torch.ones(20_000), 0.8, torch.Generator().manual_seed(0))
    assert abs(float((x == 0).float().mean()) - 0.8) < 0.02
    assert abs(float(x.mean()) - 1.0) < 0.1
