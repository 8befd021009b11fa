"""Neighbourhood: the same embeddings and gradients as the whole graph gives, from fewer nodes."""

from dataclasses import replace

import numpy as np
import pytest
import torch
from scipy import sparse

from igcl_core import Graphs
from igcl_core.methods.implicit.node_level import NodeIGCL
from igcl_core.methods.implicit.settings import IGCLSettings
from igcl_core.methods.implicit.trainer import make_backbone
from igcl_core.sparse.neighbourhood import neighbourhood
from igcl_core.sparse.products import SparseMatrix
from igcl_core.sparse.structure import Structure

ROWS = np.array([20, 3, 7])


@pytest.fixture(params=["dense", "sparse", "augmented"])
def structure(request, small_graph) -> Structure:
    """The small graph with dense features, with sparse ones, and with edges dropped and columns masked."""
    if request.param == "dense":
        structure = Structure.of(small_graph)
        return replace(structure, x=structure.x.double())
    wide = sparse.csr_matrix(np.hstack([small_graph.x, np.zeros((21, 60))]))
    structure = Structure.of(Graphs("wide", "node", wide, small_graph.edges))
    assert isinstance(structure.x, SparseMatrix)
    if request.param == "sparse":
        return structure
    edges = (torch.arange(small_graph.edges.shape[1]) % 3 > 0).float()
    return structure.dropping(edges, (torch.arange(66) % 4 > 0).float())


@pytest.mark.parametrize("layers", [1, 2, 3])
def test_rows_are_those_of_the_whole_graph(structure, layers):
    generator = torch.Generator().manual_seed(0)
    model = make_backbone(structure.x.shape[1], IGCLSettings(layers=layers, D=8), generator).double()
    pull = torch.randn(len(ROWS), 8, generator=generator).double()
    whole = model(structure)[torch.from_numpy(ROWS)]
    near = model.of_rows(structure, torch.from_numpy(ROWS), 0.0, generator)
    torch.testing.assert_close(near, whole)
    slopes = [torch.autograd.grad((z * pull).sum(), [*model.parameters()]) for z in (near, whole)]
    torch.testing.assert_close(*slopes)


def test_only_nodes_within_reach_are_kept(structure):
    dense = structure.adjacency.matrix(torch.ones(structure.adjacency.size)).to_dense()
    reach = dense[torch.from_numpy(ROWS)] > 0
    one, two = neighbourhood(structure, ROWS, 1), neighbourhood(structure, ROWS, 2)
    assert one.x.shape[0] == int(reach.any(0).sum()) < 21
    assert two.gcn(2).shape == (3, one.x.shape[0]) and two.gcn(1).shape == (one.x.shape[0], two.x.shape[0])


@pytest.mark.parametrize("backbone", ["gat", "gatv2"])
def test_attention_gives_the_rows_asked_for(structure, backbone):
    generator = torch.Generator().manual_seed(0)
    model = make_backbone(structure.x.shape[1], IGCLSettings(backbone=backbone, D=8), generator).double()
    rows = torch.from_numpy(ROWS)
    torch.testing.assert_close(model.of_rows(structure, rows, 0.0, generator), model(structure)[rows])


def test_training_never_looks_beyond_the_reach_of_its_batch(small_graph):
    trainer = NodeIGCL(small_graph, IGCLSettings(layers=1, D=8, b=3, dropout=0.0, augmentation="noise"))
    trainer.contrast_adam.set(lr=0.01, weight_decay=0.0)
    near = neighbourhood(trainer.structure, ROWS, 1).x
    unseen = ~(trainer.structure.x[:, None] == near[None]).all(-1).any(1)
    trainer.structure.x[unseen] = torch.nan
    gaussians = trainer.gaussians().rows(torch.from_numpy(ROWS))
    trainer.update_contrast(trainer.structure, gaussians, torch.from_numpy(ROWS))
    assert unseen.any() and all(weight.isfinite().all() for weight in trainer.backbone.parameters())
