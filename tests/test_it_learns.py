"""Training helps: on every built-in dataset, and on Cora as far as the README and the issue of this method promise.

Bounds lie several standard deviations of their mean over seeds from what is reached, and from the untrained network.
"""

from pathlib import Path

import numpy as np
import pytest
from joblib.externals.loky import get_reusable_executor

from igcl_core import DATASETS, load, preset, train
from igcl_core.reproduce import Results, find_table
from igcl_core.reproduce.sweep import sweep

SEEDS = {"karate": 8, "digits": 5, "planted": 6, "wine": 5, "digit-graphs": 1, "motifs": 6}
WITHOUT_GRAPH = {"wine": "implicit-vae"}
KEPT = Path(__file__).resolve().parents[1] / "assets/results/results.jsonl"
BUILT_IN = [name for name, card in DATASETS.items() if card.built_in]


def accuracies(graphs, seed):
    """Probe accuracy on test items before and after training with the recommended preset."""
    method = WITHOUT_GRAPH.get(graphs.name, "igcl")
    settings = preset(graphs, method).changed(seed=seed, probe_every=0, icl_every=0, snapshot_every=0)
    first, *_, last = train(graphs, method, settings=settings)
    return first.metrics["probe_test"], last.metrics["probe_test"]


@pytest.mark.parametrize("name", BUILT_IN)
def test_training_beats_the_untrained_network(name):
    graphs = load(name)
    before, after = np.mean([accuracies(graphs, seed) for seed in range(SEEDS[name])], axis=0)
    assert after > before + 0.02


def test_the_kept_runs_on_cora_reach_the_promised_accuracy():
    """Public split, C and epoch chosen on validation, mean over seeds that chose no preset: at least 82.5 %."""
    jobs = [job for job in find_table("nodes").jobs(["cora"]) if job.row == "igcl"]
    scores = [row["metrics"]["accuracy"] for row in Results(KEPT).of(jobs)]
    assert len(scores) >= 10 and np.mean(scores) >= 0.825


def test_cora_trained_here_scores_like_the_kept_runs(datasets, tmp_path):
    """One kept run is 83.0 % with a deviation of 0.7, untrained 73.6 %: the mean of four lies far above 81 %."""
    jobs = [job for job in find_table("nodes").jobs(["cora"], 4) if job.row == "igcl"]
    get_reusable_executor().shutdown()
    rows = list(sweep(jobs, Results(tmp_path / "rows.jsonl"), workers=2))
    scores = [row["metrics"]["accuracy"] for row in rows]
    assert len(scores) == 4 and np.mean(scores) > 0.81, scores
