"""MVGRL: its diffusion and loss beside naive ones, its windows, and what it refuses before it works anything out."""

import numpy as np
import pytest
import torch
from torch_geometric.transforms import GDC

from igcl_core import DATASETS, METHODS, Graphs, preset, train
from igcl_core.methods.infomax.dgi import infomax_loss
from igcl_core.methods.infomax.mvgrl import across


def doubles(*shape: int, seed: int) -> torch.Tensor:
    return torch.randn(*shape, dtype=torch.float64, generator=torch.Generator().manual_seed(seed)).requires_grad_()


def naive(real, false, discriminator):
    """Node by node, with the chances written out; each view's nodes beside the other view's summary."""
    summaries = [1 / (1 + torch.exp(-sum(view) / len(view))) for view in real]
    told = []
    for mine, other in ((0, 1), (1, 0)):
        for h in real[mine]:
            told.append(torch.log(torch.sigmoid(h @ discriminator @ summaries[other])))
        for h in false[mine]:
            told.append(torch.log(1 - torch.sigmoid(h @ discriminator @ summaries[other])))
    return -sum(told) / len(told)


def test_the_loss_and_its_gradients_are_the_printed_ones():
    parts = [doubles(5, 3, seed=seed) for seed in range(4)]
    discriminator = doubles(3, 3, seed=9)
    ours = infomax_loss(*across(tuple(parts[:2]), tuple(parts[2:]), discriminator))
    theirs = naive(parts[:2], parts[2:], discriminator)
    assert torch.allclose(ours, theirs, rtol=1e-12)
    every = [*parts, discriminator]
    for one, other in zip(torch.autograd.grad(ours, every), torch.autograd.grad(theirs, every), strict=True):
        assert torch.allclose(one, other, rtol=1e-9, atol=1e-14)


@pytest.fixture
def trainer(small_graph):
    return METHODS["mvgrl"].start(small_graph, preset(small_graph, "mvgrl").changed(D=4, alpha=0.3, b=8))


def test_the_diffusion_is_torch_geometrics(trainer, small_graph):
    edges = torch.from_numpy(small_graph.edges.astype(np.int64))
    both = torch.cat([edges, edges.flip(0), torch.arange(21).repeat(2, 1)], dim=1)
    transform = GDC(self_loop_weight=None)
    edge_index, weight = transform.transition_matrix(both, torch.ones(both.shape[1]), 21, "sym")
    theirs = transform.diffusion_matrix_exact(edge_index, weight, 21, method="ppr", alpha=0.3)
    assert torch.allclose(trainer.diffused, theirs, atol=1e-5)


def test_a_window_is_cut_out_of_both_views(trainer):
    links, diffused, x = trainer.window(torch.Generator().manual_seed(3))
    whole = torch.from_numpy(trainer.links.toarray())
    firsts = [k for k in range(14) if torch.equal(trainer.structure.x[k : k + 8], x)]
    assert len(firsts) == 1
    rows = slice(firsts[0], firsts[0] + 8)
    assert torch.equal(diffused, trainer.diffused[rows, rows])
    assert torch.allclose(links @ torch.eye(8), whole[rows, rows])


def test_it_learns_to_tell_real_from_false():
    *_, last = train("planted", "mvgrl", epochs=60, probe_every=0)
    assert last.metrics["infomax"] < 0.9 * np.log(2) and last.metrics["real_trust"] > last.metrics["false_trust"]


def test_large_graphs_are_refused_before_anything_is_loaded():
    said = METHODS["mvgrl"].refusal(DATASETS["pubmed"])
    assert "'pubmed' would need 4.7 GB for its 19,717 nodes, and at most 1 GB are allowed" in said
    assert METHODS["mvgrl"].refusal(DATASETS["cora"]) is None


def test_a_graph_without_edges_is_refused_in_a_sentence():
    alone = Graphs("alone", "node", np.eye(4), np.zeros((2, 0), int))
    with pytest.raises(ValueError, match="MVGRL compares links with what spreads along them, but 'alone' has no edges"):
        train(alone, "mvgrl")
