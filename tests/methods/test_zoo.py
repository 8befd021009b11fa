"""The methods beside iGCL: random numbers of their own, restored bit for bit, and estimated costs."""

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch

from igcl_core import METHODS, Graphs, Run, Settings, Split, load, preset
from igcl_core.data import card_of
from tests.methods.implicit.cost.test_memory import grid, rings

ROOT = Path(__file__).resolve().parents[2]
ZOO = [name for name in METHODS if name not in ("igcl", "vgae")]
MEASURE = """
import json, os, re, sys
sys.path.insert(0, {root!r})
import torch
torch.set_num_threads(1)
from tests.methods.test_zoo import large
from igcl_core import Run
size = lambda name: int(re.search(name + r":\\s*(\\d+) kB", open("/proc/self/status").read())[1]) * 1024
def measure(name):
    graphs, settings = large(name)
    before = size("VmRSS")
    Run(graphs, name, settings).advance(1)
    return size("VmHWM") - before
Run("karate", epochs=1, warmup=1).advance(2)
for name in sys.argv[1:]:
    if (child := os.fork()) == 0:
        print(json.dumps([name, measure(name)]), flush=True)
        os._exit(0)
    assert os.waitpid(child, 0)[1] == 0, name
"""


def large(name: str) -> tuple[Graphs, Settings]:
    """A graph and settings with which the method takes some hundred million bytes."""
    graphs = grid() if "node" in METHODS[name].tasks else rings()
    graphs = grid(55) if METHODS[name].refusal(card_of(graphs)) and not METHODS[name].supervised else graphs
    graphs = labelled(graphs) if METHODS[name].supervised else graphs
    sizes = {"D": 256, "hidden": 256, "rebuilds": 1, "warmup": 1, "walks": 1, "length": 2}
    wide = {knob: value for knob, value in sizes.items() if knob in preset(graphs, name).as_dict()}
    return graphs, preset(graphs, name).changed(epochs=1, probe_every=0, health_every=1000, **wide)


def labelled(graphs: Graphs) -> Graphs:
    items = np.arange(graphs.num_items)
    return replace(graphs, y=items % 3, split=Split(items[:60], items[60:300], items[300:]))


def demo(name: str) -> tuple[str, ...]:
    """Built-in data that the method takes, the smallest first."""
    return ("karate", "planted", "digits") if "node" in METHODS[name].tasks else ("motifs", "digit-graphs")


def quick(name: str, epochs: int) -> Run:
    """A run that is small, whatever the data."""
    settings = preset(demo(name)[0], name)
    small = {knob: value for knob, value in {"D": 8, "layers": 1}.items() if knob in settings.as_dict()}
    return Run(demo(name)[0], name, settings.changed(epochs=epochs, **small))


@pytest.mark.parametrize("name", ZOO)
def test_no_random_number_comes_from_elsewhere(name):
    found = []
    for elsewhere in (1, 2):
        torch.manual_seed(elsewhere)
        np.random.seed(elsewhere)
        before = torch.get_rng_state()
        run = quick(name, epochs=4)
        run.advance(4)
        assert torch.equal(torch.get_rng_state(), before)
        found.append(run.arrays()["z"])
    assert np.array_equal(*found)


@pytest.mark.parametrize("name", ZOO)
def test_a_saved_run_goes_on_bit_for_bit(name, tmp_path):
    whole, half = (quick(name, epochs=8) for _ in range(2))
    whole.advance(8)
    half.advance(3)
    half.save(tmp_path / "half.igcl")
    opened = Run.open(tmp_path / "half.igcl")
    opened.advance(5)
    assert all(np.array_equal(array, opened.arrays()[key]) for key, array in whole.arrays().items())


@pytest.fixture(scope="module")
def bytes_taken() -> dict[str, int]:
    """What every method takes at its worst moment, each in a copy of one process that has imported everything."""
    command = [sys.executable, "-c", MEASURE.format(root=str(ROOT)), *ZOO]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-500:]
    return dict(map(json.loads, done.stdout.splitlines()))


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs a system that tells the size of a process")
@pytest.mark.parametrize("name", ZOO)
def test_large_runs_are_estimated_within_a_factor_of_about_two(name, bytes_taken):
    taken, expected = bytes_taken[name], METHODS[name].bytes_of_run(*large(name))
    assert taken > 1e8
    assert 0.4 < expected / taken < 2.5


@pytest.mark.parametrize("name", ZOO)
def test_wider_is_more_work_and_more_memory(name):
    graphs, method, settings = load(demo(name)[-1]), METHODS[name], preset(demo(name)[-1], name)
    wide = settings.changed(**{size: 2048 for size in ("D", "hidden") if size in settings.as_dict()})
    assert method.seconds_of_step(graphs, wide) > 2 * method.seconds_of_step(graphs, settings) > 0
    assert method.bytes_of_run(graphs, wide) > method.bytes_of_run(graphs, settings)
    assert all(share.what and share.lower for share in [*method.memory(graphs, wide), *method.work(graphs, wide)])


@pytest.mark.parametrize("name", ZOO)
def test_the_demo_data_has_short_steps(name):
    for dataset in demo(name):
        assert METHODS[name].seconds_of_step(load(dataset), preset(dataset, name)) < 1
