"""Nothing that is meant to run is refused, and what is refused says what takes most and what to lower."""

import json
from pathlib import Path

import numpy as np
import pytest

from igcl_core import DATASETS, METHODS, Graphs, Run, load, preset, train
from igcl_core.methods.implicit.presets import PAPER
from igcl_core.reproduce import VARIANTS
from igcl_core.training.preset import kinds_of

RESULTS = Path(__file__).resolve().parents[2] / "assets" / "results" / "results.jsonl"
BUILT_IN = [name for name, card in DATASETS.items() if card.built_in]


@pytest.fixture(autouse=True)
def stated_limits(monkeypatch):
    """The limits of a small machine, whatever machine this is."""
    monkeypatch.setenv("IGCL_MEMORY", "4G")
    monkeypatch.delenv("IGCL_STEP_SECONDS", raising=False)


def check_presets(name: str) -> None:
    graphs = load(name)
    for method in METHODS.values():
        for kind in kinds_of(name, method) if method.refusal(DATASETS[name]) is None else ():
            method.check_cost(graphs, preset(name, method.name, kind))


@pytest.mark.parametrize("name", BUILT_IN)
def test_every_preset_of_a_built_in_dataset_is_allowed(name):
    check_presets(name)


@pytest.mark.parametrize("name", PAPER)
def test_every_preset_of_the_papers_datasets_is_allowed(name, datasets):
    check_presets(name)


def test_every_run_of_the_results_file_is_allowed(datasets):
    rows = [json.loads(line) for line in RESULTS.read_text().splitlines()]
    wanted = {(row["dataset"], row["row"], json.dumps({**row["settings"], "seed": 0}, sort_keys=True)) for row in rows}
    graphs = {name: load(name) for name, _, _ in wanted}
    for name, row, settings in wanted:
        method = METHODS[VARIANTS[row].method if row in VARIANTS else "igcl"]
        method.check_cost(graphs[name], method.settings().changed(**json.loads(settings)))
    assert len(wanted) > 20


def test_samples_that_fill_the_memory_are_refused_before_they_are_drawn():
    settings = preset("digits").changed(D=2048, M=1000, loss="sampled", b=0)
    for start in (Run, train):
        with pytest.raises(ValueError) as problem:
            start("digits", settings=settings)
        said = str(problem.value)
        assert said.startswith("A run on 'digits' would take about 16.2 GB") and "but 4.0 GB are allowed" in said
        assert "mostly for the samples of L_CL (1" in said and "Lower M, b (0 takes all at once) or D" in said
        assert said.endswith("raise the limit with IGCL_MEMORY.")


def test_a_step_that_would_hold_a_core_is_refused_before_it_starts():
    n = 20_000
    ring = Graphs("ring", "node", np.ones((n, 8)), np.array([np.arange(n), (np.arange(n) + 1) % n]))
    with pytest.raises(ValueError) as problem:
        Run(ring, K=1000, vgae_hidden=1024, D=512, b=100)
    said = str(problem.value)
    assert said.startswith("A step on 'ring' would hold a core for about ") and "but 60 s are allowed" in said
    assert "mostly for the updates of the VGAE" in said and "Lower K, vgae_hidden or D" in said


def test_a_branch_that_would_take_too_long_is_refused(monkeypatch):
    run = Run("karate", epochs=3, warmup=1)
    run.advance(2)
    monkeypatch.setenv("IGCL_STEP_SECONDS", "0.01")
    with pytest.raises(ValueError, match="A step on 'karate' would hold a core"):
        run.branch(K=1000)
    assert run.branch(K=1).advance()


def test_an_operator_sets_the_limits(monkeypatch):
    monkeypatch.setenv("IGCL_MEMORY", "30M")
    with pytest.raises(ValueError, match="A run on 'karate' would take about 42 MB, .*, but 30 MB are allowed"):
        train("karate")
    monkeypatch.setenv("IGCL_MEMORY", "100M")
    monkeypatch.setenv("IGCL_STEP_SECONDS", "0.00001")
    with pytest.raises(ValueError, match="A step on 'karate' would hold a core for about .* are allowed"):
        train("karate")
