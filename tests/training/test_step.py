"""One rule says which steps may be called best: those whose embedding has been trained."""

import pytest

from igcl_core import Run, Step
from igcl_core.training.step import best_probe, trained


def steps_of(*phases: str, **scores: list[float]) -> list[Step]:
    """Steps 0, 1, 2, ... of these phases, with the k-th of each list of scores."""
    total = len(phases) - 1
    return [
        Step(k, total, phase, {name: values[k] for name, values in scores.items()}) for k, phase in enumerate(phases)
    ]


def test_the_best_probe_is_the_earliest_of_equals():
    steps = steps_of("joint", "contrast", "done", probe_val=[0.5, 0.6, 0.6])
    assert best_probe(steps).index == 1 and best_probe([]) is None


def test_the_best_probe_is_of_a_trained_embedding():
    steps = steps_of("start", "vgae", "contrast", "done", probe_val=[0.9, 0.9, 0.6, 0.7])
    assert best_probe(trained(steps, ("vgae",))).index == 3 and best_probe(trained(steps[:2], ("vgae",))) is None
    assert best_probe(trained(steps)).index == 1 and best_probe(trained(steps[:1])) is None


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        (dict(warmup=2, epochs=2), [3, 4]),
        (dict(warmup=2, epochs=0), []),
        (dict(warmup=0, epochs=0), []),
        (dict(warmup=2, augmentation="noise", epochs=2), [1, 2]),
        (dict(warmup=2, augmentation="none"), [1, 2]),
    ],
)
def test_which_steps_of_a_run_have_trained_its_embedding(changes, expected):
    run = Run("karate", snapshot_every=0, probe_every=0, **changes)
    run.advance(10)
    assert [step.index for step in run.method.trained(run.steps, run.settings)] == expected
