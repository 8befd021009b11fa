"""InfoGraph: its loss beside a naive one, and what it refuses."""

import math

import numpy as np
import pytest
import torch

from igcl_core import METHODS, Graphs, preset, train
from igcl_core.methods.infomax.infograph import agreement_loss


def naive(scores, graph_of_node):
    """Pair by pair: means over the nodes' own graphs, and over all others."""
    own, others = [], []
    for node, graph in enumerate(graph_of_node.tolist()):
        for other in range(scores.shape[1]):
            score = scores[node, other]
            (own if other == graph else others).append(torch.log1p(torch.exp(-score if other == graph else score)))
    return sum(own) / len(own) + sum(others) / len(others) - 2 * math.log(2)


def test_the_loss_and_its_gradient_are_the_printed_ones():
    scores = torch.randn(7, 3, dtype=torch.float64, generator=torch.Generator().manual_seed(0)).requires_grad_()
    graph_of_node = torch.tensor([0, 0, 1, 1, 1, 2, 2])
    ours, theirs = agreement_loss(scores, graph_of_node)[0], naive(scores, graph_of_node)
    assert torch.allclose(ours, theirs, rtol=1e-12)
    assert torch.allclose(*(torch.autograd.grad(loss, scores)[0] for loss in (ours, theirs)), rtol=1e-10)
    assert float(agreement_loss(torch.zeros(7, 3), graph_of_node)[0]) == pytest.approx(0.0, abs=1e-6)


def test_a_node_is_compared_with_the_sum_over_its_own_graph(small_graphs):
    trainer = METHODS["infograph"].start(small_graphs, preset(small_graphs, "infograph").changed(D=4, layers=2))
    members = np.array([3, 1, 8])
    batch = trainer.mini.batch(members)
    with torch.no_grad():
        loss, _, z = trainer.lose(batch, members, trainer.generator, training=False)
        rows = torch.cat(trainer.network.backbone.rows(batch), dim=1)
        parts = rows.split(np.diff(batch.ptr).tolist())
        assert torch.allclose(z, torch.stack([part.sum(0) for part in parts]), atol=1e-5)
        scores = trainer.network.of_nodes(rows) @ trainer.network.of_graphs(z).T
        graph_of_node = torch.cat([torch.full((len(part),), k) for k, part in enumerate(parts)])
        assert float(loss) == pytest.approx(float(naive(scores, graph_of_node)), rel=1e-4)


def test_nodes_learn_to_tell_their_own_graph():
    first, *_, last = train("motifs", "infograph", epochs=4, probe_every=0)
    assert last.metrics["agreement"] < 0.7 * first.metrics["agreement"]
    assert last.metrics["own_trust"] > last.metrics["other_trust"]


def test_a_single_graph_is_refused_in_a_sentence():
    alone = Graphs("alone", "graph", np.eye(3), np.array([[0], [1]]), ptr=[0, 3])
    with pytest.raises(ValueError, match="InfoGraph tells a node's own graph from others, but 'alone' has 1 graph"):
        train(alone, "infograph")
    with pytest.raises(ValueError, match="b must be 0 for all graphs or at least 2"):
        preset("motifs", "infograph").changed(b=1)
