"""DGI: its loss beside a naive one and torch_geometric's, its layer beside GCNConv, and what it refuses."""

import numpy as np
import pytest
import torch
from torch_geometric.nn import DeepGraphInfomax, GCNConv

from igcl_core import Graphs, train
from igcl_core.methods.infomax.dgi import DGINetwork, infomax_loss, scores
from igcl_core.sparse.structure import Structure


def doubles(*shape: int, seed: int = 0) -> torch.Tensor:
    return torch.randn(*shape, dtype=torch.float64, generator=torch.Generator().manual_seed(seed)).requires_grad_()


@pytest.fixture
def parts():
    """Embeddings of nine real and nine false nodes, and a discriminator."""
    return doubles(9, 4, seed=1), doubles(9, 4, seed=2), doubles(4, 4, seed=3)


def naive(real, false, discriminator):
    """Node by node, with the chances written out, as the paper prints it."""
    summary = 1 / (1 + torch.exp(-sum(real) / len(real)))
    chance = lambda h: 1 / (1 + torch.exp(-(h @ discriminator @ summary)))  # noqa: E731
    told = [torch.log(chance(h)) for h in real] + [torch.log(1 - chance(h)) for h in false]
    return -sum(told) / len(told)


def test_the_loss_and_its_gradients_are_those_of_the_paper(parts):
    ours, theirs = infomax_loss(*scores(*parts)), naive(*parts)
    assert torch.allclose(ours, theirs, rtol=1e-12)
    for one, other in zip(torch.autograd.grad(ours, parts), torch.autograd.grad(theirs, parts), strict=True):
        assert torch.allclose(one, other, rtol=1e-10, atol=1e-14)


def test_the_loss_is_half_of_torch_geometrics(parts):
    real, false, discriminator = parts
    model = DeepGraphInfomax(4, torch.nn.Identity(), lambda z: z.mean(0).sigmoid(), lambda z: z)
    model.weight.data = discriminator.detach()
    theirs = model.loss(real, false, real.mean(0).sigmoid())
    assert torch.allclose(infomax_loss(*scores(*parts)), theirs / 2, rtol=1e-10)


def test_false_nodes_are_those_of_the_graph_with_shuffled_features(small_graph):
    network = DGINetwork(6, 5, torch.Generator().manual_seed(0))
    order = torch.randperm(21, generator=torch.Generator().manual_seed(1))
    conv = GCNConv(6, 5)
    conv.lin.weight.data, conv.bias.data = network.layer.weight.data.T, network.layer.bias.data
    x, edges = torch.from_numpy(np.asarray(small_graph.x)), torch.from_numpy(small_graph.edges.astype(np.int64))
    both = torch.cat([edges, edges.flip(0)], dim=1)
    with torch.no_grad():
        real, false = network.real_and_false(Structure.of(small_graph), order)
        assert torch.allclose(real, network.activation(conv(x, both)), atol=1e-6)
        assert torch.allclose(false, network.activation(conv(x[order], both)), atol=1e-6)
        assert torch.allclose(real, network(Structure.of(small_graph)), atol=1e-6)


def test_it_learns_to_tell_the_graphs_apart():
    *_, last = train("planted", "dgi", probe_every=0)
    assert last.metrics["infomax"] < 0.8 * np.log(2)
    assert last.metrics["real_trust"] > 0.5 > last.metrics["false_trust"]


def test_a_graph_without_edges_is_refused_in_a_sentence():
    alone = Graphs("alone", "node", np.eye(4), np.zeros((2, 0), int))
    with pytest.raises(ValueError, match="DGI tells a graph from .*, but 'alone' has no edges. Choose a graph"):
        train(alone, "dgi")
