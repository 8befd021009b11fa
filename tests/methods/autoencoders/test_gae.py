"""GAE: its loss and its layers beside torch_geometric's, and what it refuses."""

import numpy as np
import pytest
import torch
from torch_geometric.nn import GAE as PygGAE
from torch_geometric.nn import GCNConv

from igcl_core import METHODS, Graphs, preset, train


@pytest.fixture
def trainer(small_graph):
    return METHODS["gae"].start(small_graph, preset(small_graph, "gae").changed(D=3, hidden=4))


def pairs(graphs) -> tuple[torch.Tensor, torch.Tensor]:
    """All edges once, and all other pairs of two nodes."""
    adjacency = np.zeros((graphs.num_nodes,) * 2, bool)
    adjacency[tuple(graphs.edges)] = True
    other = np.triu(~(adjacency | adjacency.T), 1)
    return torch.from_numpy(graphs.edges.astype(np.int64)), torch.from_numpy(np.stack(np.nonzero(other)))


def test_the_loss_and_its_gradient_are_half_of_torch_geometrics_in_double_precision(small_graph, trainer):
    z = torch.randn(21, 3, generator=torch.Generator().manual_seed(0)).requires_grad_()
    exact = z.detach().double().requires_grad_()
    ours = trainer.decoder.loss(z, torch.Generator())
    theirs = PygGAE(torch.nn.Identity()).recon_loss(exact, *pairs(small_graph)) / 2
    assert ours.item() == pytest.approx(theirs.item(), rel=1e-6)
    ours.backward()
    theirs.backward()
    assert torch.allclose(z.grad.double(), exact.grad, rtol=1e-4, atol=1e-7)


def test_the_layers_are_torch_geometrics(small_graph, trainer):
    layers, convs = (trainer.network.first, trainer.network.second), (GCNConv(6, 4), GCNConv(4, 3))
    for layer, conv in zip(layers, convs, strict=True):
        conv.lin.weight.data, conv.bias.data = layer.weight.data.T, layer.bias.data
    edges = pairs(small_graph)[0]
    both = torch.cat([edges, edges.flip(0)], dim=1)
    with torch.no_grad():
        theirs = convs[1](convs[0](torch.from_numpy(np.asarray(small_graph.x)), both).relu(), both)
        assert torch.allclose(trainer.embed(), theirs, atol=1e-6)


@pytest.mark.parametrize("decoder", ["dense", "sampled"])
def test_edges_are_found(decoder):
    *_, last = train("karate", "gae", probe_every=0, decoder=decoder)
    assert last.metrics["edge_auc"] > 0.8 and last.metrics["rebuilding"] < np.log(2)


def test_a_graph_without_edges_is_refused_in_a_sentence():
    alone = Graphs("alone", "node", np.eye(4), np.zeros((2, 0), int))
    with pytest.raises(ValueError, match="GAE learns by rebuilding edges, but 'alone' has no edges. Choose a graph"):
        train(alone, "gae")
