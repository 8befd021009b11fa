"""The estimate of memory beside what a process really takes, each in a process of its own."""

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from igcl_core import METHODS, Graphs, IGCLSettings, load, preset
from igcl_core.methods.implicit.cost.memory import memory_shares

ROOT = Path(__file__).resolve().parents[4]
MEASURE = """
import json, re, sys
sys.path.insert(0, {root!r})
import torch
torch.set_num_threads(1)
from tests.methods.implicit.cost.test_memory import made
from igcl_core import Run
Run("karate", epochs=1, warmup=1).advance(2)
graphs, settings = made(*json.loads(sys.argv[1]))
size = lambda name: int(re.search(name + r":\\s*(\\d+) kB", open("/proc/self/status").read())[1]) * 1024
before = size("VmRSS")
Run(graphs, settings=settings).advance(3)
print(size("VmHWM") - before)
"""
LARGE = [
    ("digits", dict(D=1024, vgae_hidden=64, loss="sampled", M=200, b=512, warmup=0)),
    ("digits", dict(D=512, vgae_hidden=8192, K=1, warmup=0)),
    ("karate", dict(D=2048, vgae_hidden=2048, warmup=1)),
    ("karate", dict(D=4096, vgae_hidden=64, loss="sampled", M=1000, warmup=0)),
    ("grid", dict(D=256, vgae_hidden=1024, b=500, warmup=1)),
    ("grid", dict(D=128, vgae_hidden=64, backbone="gatv2", b=500, warmup=0)),
    ("rings", dict(D=700, vgae_hidden=64, b=0, layers=3, warmup=0)),
    ("rings", dict(D=256, vgae_hidden=64, b=0, layers=3, augmentation="explicit", warmup=0)),
]


def grid(side: int = 150) -> Graphs:
    """A large graph of one's own, with eight features."""
    node = np.arange(side * side).reshape(side, side)
    pairs = [(node[:, :-1], node[:, 1:]), (node[:-1], node[1:])]
    edges = np.concatenate([np.stack([a.ravel(), b.ravel()]) for a, b in pairs], axis=1)
    return Graphs("grid", "node", np.random.default_rng(0).random((side * side, 8)), edges)


def rings(count: int = 600, size: int = 30) -> Graphs:
    """Many graphs of one's own, no two nodes alike."""
    node = np.arange(count * size).reshape(count, size)
    edges = np.stack([node.ravel(), np.roll(node, 1, axis=1).ravel()])
    x = np.random.default_rng(0).random((count * size, 8))
    return Graphs("rings", "graph", x, edges, ptr=np.arange(count + 1) * size)


def made(name: str, changes: dict) -> tuple[Graphs, IGCLSettings]:
    own = {"grid": grid, "rings": rings}
    graphs = own[name]() if name in own else load(name).unlabelled()
    usual = dict(epochs=1, probe_every=0, icl_every=0, health_every=1000, snapshot_every=1)
    return graphs, preset(graphs).changed(**{**usual, **changes})


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs a system that tells the size of a process")
@pytest.mark.parametrize(("name", "changes"), LARGE, ids=lambda value: str(value))
def test_large_runs_are_estimated_within_a_factor_of_two(name, changes):
    command = [sys.executable, "-c", MEASURE.format(root=str(ROOT)), json.dumps([name, changes])]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-500:]
    taken, expected = int(done.stdout), METHODS["igcl"].bytes_of_run(*made(name, changes))
    assert taken > 2e8
    assert 0.5 < expected / taken < 2


def test_the_largest_comes_first_and_the_shares_are_the_sum():
    graphs, settings = made("digits", dict(D=1024, loss="sampled", M=500))
    shares = memory_shares(graphs, settings)
    amounts = [share.amount for share in shares]
    assert shares[0].what == "the samples of L_CL" and amounts == sorted(amounts, reverse=True)
    assert METHODS["igcl"].bytes_of_run(graphs, settings) == int(sum(amounts))


def test_a_long_history_counts():
    graphs, settings = made("karate", {})
    longer = settings.changed(epochs=100_000, snapshot_every=0)
    assert METHODS["igcl"].bytes_of_run(graphs, longer) > METHODS["igcl"].bytes_of_run(graphs, settings) + 2e8
