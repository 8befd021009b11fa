"""iGCL itself: phases, ablations, losses, and that training does what each setting says."""

import numpy as np
import pytest
import torch

from igcl_core import Graphs, IGCLSettings, load, losses, train
from igcl_core.methods.implicit.contrasted import scaled
from igcl_core.methods.implicit.graph_level import GraphIGCL
from igcl_core.methods.implicit.node_level import NodeIGCL
from igcl_core.nn.decoder import GraphDecoder
from igcl_core.nn.vgae import DEPTH

FAST = dict(epochs=4, warmup=2, D=8, vgae_hidden=8, b=10, icl_every=1)
GIN = dict(backbone="gin", layers=2, vgae_decoder="dense")


def node_steps(graph, **changes):
    return list(train(graph, settings=IGCLSettings(**{**FAST, **changes})))


def graph_steps(graphs, **changes):
    return list(train(graphs, settings=IGCLSettings(**{**FAST, **GIN, **changes})))


def phases(steps):
    return [step.phase for step in steps]


def test_warm_up_then_contrast(small_graph):
    assert phases(node_steps(small_graph)) == ["start", "vgae", "vgae", *["contrast"] * 3, "done"]


def test_interleaved_in_the_first_half(small_graph):
    steps = node_steps(small_graph, warmup=0, K=2, vgae_until=0.5)
    assert phases(steps) == ["start", "joint", "joint", "contrast", "done"]
    auc = [step.metrics["reconstruction"] for step in steps]
    assert auc[1] != auc[2] and auc[3] == auc[4]


@pytest.mark.parametrize("augmentation", ["implicit", "noise", "explicit", "none"])
@pytest.mark.parametrize("level", ["node", "graph"])
def test_every_ablation_trains(small_graph, small_graphs, augmentation, level):
    steps = (
        node_steps(small_graph, augmentation=augmentation)
        if level == "node"
        else graph_steps(small_graphs, augmentation=augmentation)
    )
    first, last = steps[0].arrays, steps[-1].arrays
    assert not np.array_equal(first["z"], last["z"])
    if augmentation == "noise":
        assert (last["mu"] == 0).all() and (last["sigma"] == 1).all()
    if augmentation == "none":
        assert np.array_equal(last["z"], last["mu"]) and "loss" not in steps[-1].metrics
    if augmentation == "explicit":
        assert (last["sigma"] >= 0).all() and last["sigma"].max() > 0


@pytest.mark.parametrize("change", [
    dict(loss="sampled", M=3), dict(direction="released"), dict(normalise="none"), dict(normalise="z"), dict(b=0),
    dict(vgae_decoder="dense"), dict(vgae_heads="relu"), dict(vgae_dropout=0.3), dict(head="none"), dict(head="skip"),
    dict(backbone="gat", attention_heads=2), dict(backbone="gatv2", attention_heads=2), dict(features="row"),
    dict(lr_step=0.5, lr_every=1), dict(lr_warmup=0.5), dict(weight_decay=0.1), dict(features="raw+degree"),
])  # fmt: skip
def test_every_setting_changes_the_result(small_graph, change):
    usual, other = node_steps(small_graph), node_steps(small_graph, **change)
    a, b = usual[-1].arrays, other[-1].arrays
    assert np.isfinite(b["z"]).all()
    assert a["z"].shape != b["z"].shape or not np.array_equal(a["z"], b["z"])


@pytest.mark.parametrize("layers", [2, 5, 8])
@pytest.mark.parametrize("head", ["skip", "linear", "mlp", "none"])
def test_graph_level_depths_and_heads(small_graphs, layers, head):
    last = graph_steps(small_graphs, layers=layers, head=head)[-1]
    assert last.arrays["z"].shape == (12, 8 * layers)
    assert last.arrays["h"].shape == last.arrays["mu"].shape == (12, 8 * layers if head == "none" else 8)


def test_loss_has_its_parts_and_the_bound_lies_above_the_estimate(small_graph):
    for step in node_steps(small_graph, epochs=8)[3:]:
        m = step.metrics
        assert m["attraction"] + m["repulsion"] == pytest.approx(m["upper"])
        assert m["gap"] == pytest.approx(m["upper"] - m["implicit"])
        assert m["gap"] > -6 * m["implicit_se"]


def test_estimates_come_on_their_rhythm_only(small_graph):
    with_estimate = ["implicit" in step.metrics for step in node_steps(small_graph, icl_every=2)]
    assert with_estimate == [False, False, False, False, True, False, True]


def test_the_first_loss_is_the_bound_of_the_first_batch(small_graph):
    settings = IGCLSettings(**{**FAST, "dropout": 0.0, "b": 0, "normalise": "none", "warmup": 0})
    trainer = NodeIGCL(small_graph.unlabelled(), settings)
    before = {name: torch.from_numpy(array) for name, array in trainer.arrays().items()}
    _, metrics = trainer.advance()
    expected = losses.upper_bound(before["h"], before["mu"], before["sigma"], settings.tau)
    assert metrics["loss"] == pytest.approx(float(expected), rel=1e-5)


def test_gaussians_are_those_before_the_inner_updates(small_graph):
    settings = IGCLSettings(**{**FAST, "dropout": 0.0, "b": 0, "warmup": 0, "K": 5})
    trainer, frozen = (
        NodeIGCL(small_graph.unlabelled(), settings),
        NodeIGCL(small_graph.unlabelled(), settings.changed(K=0)),
    )
    assert trainer.advance()[1]["loss"] == pytest.approx(frozen.advance()[1]["loss"], rel=1e-5)


def test_normalised_mu_takes_sigma_with_it(small_graph):
    trainer = NodeIGCL(small_graph.unlabelled(), IGCLSettings(**FAST))
    raw = trainer.gaussians()
    mu, sigma = scaled(raw.mu, raw.sigma, trainer.settings)
    torch.testing.assert_close(mu.norm(dim=1), torch.ones(21))
    torch.testing.assert_close(sigma / mu.abs(), raw.sigma / raw.mu.abs(), rtol=1e-4, atol=1e-4)


def test_learning_rate_schedule(small_graph):
    trainer = NodeIGCL(
        small_graph.unlabelled(),
        IGCLSettings(**{**FAST, "epochs": 100, "lr_step": 0.5, "lr_every": 10, "lr_warmup": 0.05}),
    )
    rates = [trainer.learning_rate(epoch) / 1e-3 for epoch in (0, 4, 9, 10, 25)]
    assert rates == pytest.approx([0.2, 1.0, 1.0, 0.5, 0.25])


def test_a_long_pass_is_cut_into_short_steps():
    graphs = load("digit-graphs")
    small, large = (
        GraphIGCL(graphs, IGCLSettings(**GIN, b=64, epochs=3, warmup=0, D=d, vgae_hidden=d)) for d in (16, 256)
    )
    assert small.steps_per_pass == 1 and large.steps_per_pass > 2 and large.total == 3 * large.steps_per_pass
    parts = [np.concatenate(large.batches(0, part, "contrast")) for part in range(large.steps_per_pass)]
    assert np.array_equal(np.sort(np.concatenate(parts)), np.arange(graphs.num_graphs))


def test_isolated_nodes_and_graphs_of_one_node_train():
    lone = Graphs("lone", "graph", np.ones((5, 1)), np.array([[1, 2], [2, 3]]), ptr=np.array([0, 1, 4, 5]))
    assert all(np.isfinite(v) for v in graph_steps(lone, b=0)[-1].metrics.values())


@pytest.fixture
def halves() -> Graphs:
    """Twelve graphs of two cliques each, some edges left out; the features whisper which half a node is of."""
    sizes = np.repeat(4 + np.arange(12) % 3, 2)
    half = np.repeat(np.arange(24), sizes)
    edges = np.stack(np.nonzero(np.triu(half[:, None] == half, 1)))
    x = np.stack([np.ones(len(half)), 0.3 * (half % 2)], axis=1)
    ptr = np.concatenate([[0], np.cumsum(sizes)[1::2]])
    return Graphs("halves", "graph", x, edges[:, np.arange(edges.shape[1]) % 5 > 0], ptr=ptr)


def test_graphs_stop_their_vgae_by_all_graphs_once_a_pass(halves):
    """It begins at 0.36 and is beyond 0.6 after 5 to 20 steps, whatever the seed."""
    size = dict(vgae_hidden=32, b=5, warmup=100, vgae_lr=0.02, beta=0.01)
    trainer = GraphIGCL(halves, IGCLSettings(**{**FAST, **GIN, **size, "vgae_stop": 0.6}))
    reached = [trainer.first()["adjacency_accuracy"]]
    while trainer.index < trainer.warmup_steps:
        reached.append(trainer.advance()[1]["adjacency_accuracy"])
    stop = next(index for index, value in enumerate(reached) if value >= 0.6)
    assert 0 < stop < 100 and set(reached[stop:]) == {reached[stop]}
    whole = trainer.structure.batch(np.arange(halves.num_graphs))
    with torch.no_grad():
        nodes = trainer.vgae(whole)
    measured = GraphDecoder(whole).measure(whole.expand(nodes.mu, DEPTH))
    assert measured["adjacency_accuracy"] == pytest.approx(reached[-1])
