"""Diagnosis: each illness is named, and a sound run is left in peace."""

import re

import numpy as np
import pytest

from igcl_core import IGCLSettings, Run, Step
from igcl_core.training.diagnosis import diagnose, falls, running_mean

CALM = {"z_norm": 1.0, "effective_rank": 20.0, "sigma": 0.4, "kl": 5.0, "edge_auc": 0.9, "reconstruction": 0.6}


def history(count: int, total: int = 200, phase: str = "contrast", **curves) -> list[Step]:
    """Steps whose metrics are CALM but for the given curves: functions of the step's place from 0 to 1."""
    steps = [Step(0, total, "start", CALM)]
    for index in range(1, count + 1):
        own = {name: float(curve(index / count)) for name, curve in curves.items()}
        steps.append(Step(index, total, phase if index < total else "done", {**CALM, **own}))
    return steps


def falling(t: float) -> float:
    return 6.0 - 2.0 * t


def kinds(steps: list[Step]) -> list[str]:
    return [finding.kind for finding in diagnose(steps)]


def test_a_falling_loss_is_healthy():
    assert kinds(history(100, loss=falling)) == ["healthy"]


@pytest.mark.parametrize("steps", [[], history(0), history(30, phase="vgae", reconstruction=falling)])
def test_before_contrast_there_is_nothing_to_say(steps):
    assert kinds(steps) == ["healthy"]


@pytest.mark.parametrize(
    "curve",
    [
        {"z_norm": lambda t: 1e-3},
        {"effective_rank": lambda t: 1.05},
        {"effective_rank": lambda t: 0.9 if t > 0.5 else 20.0},
        {"implicit": lambda t: 3.526, "implicit_se": lambda t: 1e-8, "gap": lambda t: 0.0},
    ],
)
def test_a_collapse_is_seen(curve):
    assert kinds(history(100, loss=falling, **curve)) == ["collapsed"]


def test_an_embedding_that_starts_narrow_has_not_collapsed_before_contrast():
    assert kinds(history(100, phase="vgae", effective_rank=lambda t: 1.05, reconstruction=falling)) == ["healthy"]


@pytest.mark.parametrize("metric", ["loss", "reconstruction"])
@pytest.mark.parametrize(
    "curve", [lambda t: 5 + 10 * t, lambda t: 5 if t < 0.9 else 1e9, lambda t: 5 if t < 1 else np.nan]
)
def test_a_divergence_is_seen(metric, curve):
    assert kinds(history(100, **{"loss": falling, metric: curve})) == ["diverging"]


def noisy(t: float) -> float:
    """Falls over the first half, then stays, with a jitter of its own."""
    return 6 - 2 * min(2 * t, 1) + 0.02 * np.sin(997 * t)


def test_a_plateau_is_seen_while_much_is_to_come():
    assert kinds(history(120, total=400, loss=noisy)) == ["stalled"]
    assert kinds(history(120, total=121, loss=noisy)) == ["healthy"]


def test_a_loss_that_fell_in_its_first_steps_is_not_said_never_to_have_fallen():
    random = np.random.default_rng(0)
    early = lambda t: 6.1 + 0.85 * np.exp(-t * 60) + 0.03 * random.normal()  # noqa: E731
    assert kinds(history(100, total=100, loss=early)) == ["healthy"]


@pytest.mark.parametrize(("phase", "metric"), [("contrast", "loss"), ("vgae", "reconstruction")])
def test_a_loss_that_never_fell_is_seen_to_the_end(phase, metric):
    flat = {metric: lambda t: 3 + 0.05 * np.sin(997 * t)}
    assert kinds(history(100, total=100, phase=phase, **flat)) == ["stalled"]


def test_a_posterior_collapse_is_seen_once_the_vgae_has_had_its_chance():
    prior = {"sigma": lambda t: 0.99, "kl": lambda t: 0.01, "edge_auc": lambda t: 0.52, "reconstruction": falling}
    assert kinds(history(60, phase="vgae", **prior)) == ["posterior collapse"]
    assert kinds(history(10, phase="vgae", **prior)) == ["healthy"]


def test_a_loose_bound_is_seen():
    about = {"loss": falling, "implicit": lambda t: 4.0, "implicit_se": lambda t: 0.1}
    assert kinds(history(60, **about, gap=lambda t: 2.5)) == ["loose bound"]
    assert kinds(history(60, **about, gap=lambda t: 1.5)) == ["healthy"]


def test_several_findings_come_worst_first():
    about = {"implicit": lambda t: 4.0, "implicit_se": lambda t: 0.1, "gap": lambda t: 9.0}
    assert kinds(history(100, loss=falling, z_norm=lambda t: 0.0, **about)) == ["collapsed", "loose bound"]


SICK = [
    history(100, loss=falling, z_norm=lambda t: 0.0),
    history(100, loss=lambda t: 5 + 10 * t),
    history(120, total=400, loss=noisy),
    history(60, phase="vgae", sigma=lambda t: 1.0, kl=lambda t: 0.0, reconstruction=falling),
    history(60, loss=falling, implicit=lambda t: 4.0, implicit_se=lambda t: 0.1, gap=lambda t: 2.5),
]


@pytest.mark.parametrize("steps", SICK)
def test_a_finding_is_a_sentence_and_its_advice_names_a_setting(steps):
    (finding,) = diagnose(steps)
    assert finding.sentence.endswith(".") and finding.advice.endswith(".")
    assert set(re.findall(r"\w+", finding.advice)) & set(IGCLSettings.__dataclass_fields__)


def test_a_mean_of_few_values_is_empty_and_of_many_exact():
    assert len(running_mean(np.ones(9), 10)) == 0
    np.testing.assert_allclose(running_mean(np.arange(4.0), 2), [0.5, 1.5, 2.5])


def test_a_fall_must_rise_above_the_noise():
    jitter = np.random.default_rng(0).normal(scale=0.1, size=200)
    assert not falls(5 + jitter, 50)
    assert falls(np.linspace(6, 4, 200) + jitter, 50)


@pytest.mark.parametrize("changes", [{}, {"tau": 5.0}, {"tau": 0.2}, {"normalise": "none"}])
def test_a_sound_run_is_healthy_at_every_step(changes):
    run = Run("karate", **changes)
    run.advance(160)
    assert {kind for count in range(1, 162, 8) for kind in kinds(run.steps[:count])} == {"healthy"}


@pytest.mark.parametrize(
    ("changes", "kind"),
    [
        ({"normalise": "none", "weight_decay": 10.0, "lr": 0.01}, "collapsed"),
        ({"normalise": "none", "lr": 1.0}, "collapsed"),
        ({"beta": 100.0}, "posterior collapse"),
        ({"lr": 0.0, "dropout": 0.0}, "stalled"),
    ],
)
def test_real_illnesses_are_named(changes, kind):
    run = Run("karate", **changes)
    run.advance(160)
    assert kinds(run.steps)[0] == kind
