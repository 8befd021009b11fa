"""Training helps: on every built-in dataset, and on Cora as far as the README and the issue of this method promise."""

import numpy as np
import pytest
from joblib.externals.loky import get_reusable_executor

from igcl_core import DATASETS, load, preset, train
from igcl_core.reproduce import Results, find_table
from igcl_core.reproduce.sweep import sweep

SEEDS = {"karate": 4, "digits": 2, "planted": 2, "digit-graphs": 1, "motifs": 1}
BUILT_IN = [name for name, card in DATASETS.items() if card.built_in]


def accuracies(graphs, seed):
    """Probe accuracy on test items before and after training with the recommended preset."""
    settings = preset(graphs).changed(seed=seed, probe_every=0, icl_every=0, snapshot_every=0)
    first, *_, last = train(graphs, settings=settings)
    return first.metrics["probe_test"], last.metrics["probe_test"]


@pytest.mark.parametrize("name", BUILT_IN)
def test_training_beats_the_untrained_network(name):
    graphs = load(name)
    before, after = np.mean([accuracies(graphs, seed) for seed in range(SEEDS[name])], axis=0)
    assert after > before + 0.03


def test_cora_reaches_the_promised_accuracy(datasets, tmp_path):
    """Public split, C and epoch chosen on validation, mean of five seeds that chose no preset: at least 82.5 %."""
    jobs = [job for job in find_table("nodes").jobs(["cora"], 5) if job.row == "igcl"]
    get_reusable_executor().shutdown()
    rows = list(sweep(jobs, Results(tmp_path / "rows.jsonl"), workers=2))
    scores = [row["metrics"]["accuracy"] for row in rows]
    assert len(scores) == 5 and np.mean(scores) >= 0.825, scores
