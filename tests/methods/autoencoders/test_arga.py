"""ARGA: its losses beside naive ones and torch_geometric's, and who moves in which update."""

import numpy as np
import pytest
import torch
from torch_geometric.nn import ARGA as PygARGA

from igcl_core import METHODS, Graphs, preset, train
from igcl_core.methods.autoencoders.arga import discriminator_loss, fooling_loss


def doubles(count: int, seed: int) -> torch.Tensor:
    return torch.randn(count, dtype=torch.float64, generator=torch.Generator().manual_seed(seed)).requires_grad_()


def test_the_losses_and_their_gradients_are_the_printed_ones():
    drawn, made = doubles(7, 1), doubles(7, 2)
    chance = [1 / (1 + torch.exp(-scores)) for scores in (drawn, made)]
    printed = -torch.log(chance[0]).mean() - torch.log(1 - chance[1]).mean()
    ours = discriminator_loss(drawn, made)
    assert torch.allclose(ours, printed, rtol=1e-12)
    for one, other in zip(*(torch.autograd.grad(loss, (drawn, made)) for loss in (ours, printed)), strict=True):
        assert torch.allclose(one, other, rtol=1e-10)
    assert torch.allclose(fooling_loss(made), -torch.log(1 / (1 + torch.exp(-made))).mean(), rtol=1e-12)


def test_the_fooling_loss_is_torch_geometrics():
    made = doubles(7, 3)
    theirs = PygARGA(torch.nn.Identity(), torch.nn.Identity()).reg_loss(made)
    assert torch.allclose(fooling_loss(made), theirs, rtol=1e-10)


@pytest.fixture
def trainer(small_graph):
    return METHODS["arga"].start(small_graph, preset(small_graph, "arga").changed(D=3, hidden=4))


def test_fooling_the_discriminator_leaves_nothing_for_its_next_update(trainer):
    trainer.first()
    trainer.advance()
    assert not trainer.discriminator_adam.gradient.any() and not trainer.adam.gradient.any()


@pytest.mark.parametrize(("resting", "moving"), [("lr", "discriminator"), ("discriminator_lr", "network")])
def test_each_side_learns_at_its_own_rate(small_graph, resting, moving):
    settings = preset(small_graph, "arga").changed(D=3, hidden=4, **{resting: 0})
    trainer = METHODS["arga"].start(small_graph, settings)
    before = {name: adam.weights.clone() for name, adam in trainer.adams.items()}
    trainer.advance()
    moved = {name for name, adam in trainer.adams.items() if not torch.equal(adam.weights, before[name])}
    assert moved == {moving}


def test_a_step_rebuilds_as_often_as_it_says(small_graph):
    settings = preset(small_graph, "arga").changed(D=3, hidden=4, rebuilds=4)
    trainer = METHODS["arga"].start(small_graph, settings)
    trainer.advance()
    assert (trainer.adam.steps, trainer.discriminator_adam.steps) == (5, 1)


def test_edges_are_found():
    *_, last = train("karate", "arga", probe_every=0)
    assert last.metrics["edge_auc"] > 0.8


def test_a_graph_without_edges_is_refused_in_a_sentence():
    alone = Graphs("alone", "node", np.eye(4), np.zeros((2, 0), int))
    with pytest.raises(ValueError, match="ARGA learns by rebuilding edges, but 'alone' has no edges"):
        train(alone, "arga")
