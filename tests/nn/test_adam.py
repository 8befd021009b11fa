"""Our Adam against torch's, and that its state is all it needs."""

import numpy as np
import torch
from torch import nn

from igcl_core.nn.adam import Adam


def model():
    torch.manual_seed(0)
    return nn.Sequential(nn.Linear(3, 4), nn.BatchNorm1d(4), nn.Linear(4, 2))


def loss(network, k):
    x = torch.arange(15.0).reshape(5, 3).sin() + k
    return network(x).square().sum()


def test_it_is_adam():
    ours, theirs = model(), model()
    adam, reference = Adam(ours), torch.optim.Adam(theirs.parameters(), lr=0.03, weight_decay=0.1)
    adam.set(lr=0.03, weight_decay=0.1)
    for k in range(20):
        loss(ours, k).backward()
        assert adam.step()
        reference.zero_grad()
        loss(theirs, k).backward()
        reference.step()
    for a, b in zip(ours.parameters(), theirs.parameters(), strict=True):
        torch.testing.assert_close(a, b, rtol=1e-4, atol=1e-5)


def test_it_is_torchs_fused_adam_bit_for_bit():
    network = model()
    adam = Adam(network)
    adam.set(lr=0.03, weight_decay=0.1)
    flat = nn.Parameter(adam.weights.clone())
    reference = torch.optim.Adam([flat], lr=0.03, weight_decay=0.1, fused=True)
    for k in range(20):
        loss(network, k).backward()
        flat.grad = adam.gradient.clone()
        reference.step()
        adam.step()
        assert torch.equal(adam.weights, flat.data)


def test_a_gradient_that_is_not_finite_changes_nothing():
    network = model()
    adam = Adam(network)
    adam.set(lr=0.1)
    before = adam.weights.clone()
    (loss(network, 0) * torch.inf).backward()
    assert not adam.step() and torch.equal(adam.weights, before) and (adam.gradient == 0).all()


def test_restored_it_goes_on_the_same():
    first, second = model(), model()
    adam, other = Adam(first), Adam(second)
    for each in (adam, other):
        each.set(lr=0.1)
    for k in range(3):
        loss(first, k).backward()
        adam.step()
    other.restore(adam.state())
    for network, each in ((first, adam), (second, other)):
        loss(network, 9).backward()
        each.step()
    assert torch.equal(adam.weights, other.weights)
    assert np.array_equal(adam.state()["buffer.1.running_mean"], other.state()["buffer.1.running_mean"])


def test_training_never_imports_the_compiler():
    import subprocess
    import sys

    train = "import sys, igcl_core; list(igcl_core.train('karate', epochs=2, warmup=1))"
    code = f"{train}; print('torch._dynamo' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout.strip() == "False"
