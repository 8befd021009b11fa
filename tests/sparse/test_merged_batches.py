"""A merged mini-batch gives what the plain one gives: values, gradients, statistics; only faster."""

import copy

import numpy as np
import pytest
import torch

from igcl_core import load
from igcl_core.methods.implicit.settings import IGCLSettings
from igcl_core.methods.implicit.trainer import make_backbone
from igcl_core.nn.decoder import GraphDecoder
from igcl_core.nn.vgae import DEPTH, VGAE, Gaussians, item_gaussians
from igcl_core.sparse.merged_batches import MergingStructure, refine
from igcl_core.sparse.structure import Structure


@pytest.fixture
def batches(small_graphs):
    structure, picked = Structure.of(small_graphs), np.array([7, 2, 3, 11, 0, 5])
    plain, merged = structure.batch(picked), MergingStructure(structure, 5).batch(picked)
    for batch in (plain, merged):
        object.__setattr__(batch, "x", batch.x.double())
    return plain, merged


def test_fewer_rows_than_nodes(batches):
    plain, merged = batches
    assert merged.levels[DEPTH].size < plain.num_nodes
    assert merged.count(DEPTH).sum() == merged.num_nodes == plain.num_nodes


def test_backbone_values_gradients_and_statistics(batches):
    settings, generator = IGCLSettings(backbone="gin", layers=5, D=6), torch.Generator().manual_seed(0)
    models = [make_backbone(2, settings, generator).double()]
    models.append(copy.deepcopy(models[0]))
    outputs = [model(batch, 0.0, generator) for model, batch in zip(models, batches, strict=True)]
    torch.testing.assert_close(outputs[0], outputs[1], rtol=1e-5, atol=1e-6)
    for output in outputs:
        output.tanh().sum().backward()
    for a, b in zip(*(model.parameters() for model in models), strict=True):
        torch.testing.assert_close(a.grad, b.grad, rtol=1e-4, atol=1e-6)
    for a, b in zip(*(model.buffers() for model in models), strict=True):
        torch.testing.assert_close(a, b, rtol=1e-5, atol=1e-6)


def test_vgae_and_decoder(batches):
    vgae = VGAE(2, 8, 3, "linear", torch.Generator().manual_seed(0)).double()
    plain, merged = (vgae(batch) for batch in batches)
    torch.testing.assert_close(batches[1].expand(merged.mu, DEPTH), plain.mu, rtol=1e-5, atol=1e-7)
    pooled = [item_gaussians(batch, each).packed for batch, each in zip(batches, (plain, merged), strict=True)]
    torch.testing.assert_close(*pooled, rtol=1e-5, atol=1e-7)
    decoders = [GraphDecoder(batch) for batch in batches]
    kl = [each.kl(d.kl_weight.double()) for each, d in zip((plain, merged), decoders, strict=True)]
    torch.testing.assert_close(*kl, rtol=1e-5, atol=1e-7)
    a = torch.randn(plain.packed.shape[0], 3)
    torch.testing.assert_close(*(d.loss(a, None) for d in decoders))


def test_every_node_has_its_own_noise(batches):
    gaussians = Gaussians(torch.zeros(batches[1].levels[DEPTH].size, 6, dtype=torch.double))
    draw = gaussians.sample(batches[1], torch.Generator().manual_seed(0))
    assert len(draw.unique(dim=0)) == batches[1].num_nodes


def test_colours_tell_neighbourhoods_apart(small_graphs):
    colours = refine(Structure.of(small_graphs), 3)
    assert all(len(np.unique(a)) <= len(np.unique(b)) for a, b in zip(colours, colours[1:], strict=False))
    degree = small_graphs.degree
    assert all(len(np.unique(degree[colours[0] == c])) == 1 for c in np.unique(colours[0]))


def test_merging_is_left_out_where_no_two_nodes_look_alike():
    graphs = load("digit-graphs")
    assert not MergingStructure(Structure.of(graphs), 2).pays
