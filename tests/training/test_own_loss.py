"""Diagnosis by a method's own loss: in its words, and never in those of the VGAE."""

import pytest

from igcl_core import METHODS, Run, Step
from igcl_core.training import diagnose_run

DGI = METHODS["dgi"]


def history(count: int, **curves) -> list[Step]:
    steps = [Step(0, 200, "start", {"infomax": 0.69, "z_norm": 1.0, "effective_rank": 20.0})]
    for index in range(1, count + 1):
        own = {"infomax": 0.69 - 0.3 * index / count, "z_norm": 1.0, "effective_rank": 20.0}
        own |= {name: float(curve(index / count)) for name, curve in curves.items()}
        steps.append(Step(index, 200, "infomax", own))
    return steps


@pytest.mark.parametrize(
    ("kind", "curves"),
    [
        ("healthy", {}),
        ("diverging", {"infomax": lambda t: 0.7 + 3 * t}),
        ("diverging", {"infomax": lambda t: float("nan")}),
        ("collapsed", {"z_norm": lambda t: 1e-3}),
        ("collapsed", {"effective_rank": lambda t: 1.05}),
        ("stalled", {"infomax": lambda t: 0.69}),
    ],
)
def test_each_illness_is_named(kind, curves):
    assert diagnose_run(history(100, **curves), DGI)[0].kind == kind


def test_it_speaks_of_the_loss_by_its_name():
    assert diagnose_run(history(100), DGI)[0].sentence == "Nothing looks wrong: the DGI loss went from 0.69 to 0.39."
    assert "The DGI loss has not fallen" in diagnose_run(history(100, infomax=lambda t: 0.69), DGI)[0].sentence
    assert diagnose_run([], DGI)[0].sentence == "Nothing is trained yet."


def test_igcl_keeps_its_own_diagnosis():
    run = Run("karate", epochs=1, warmup=3)
    run.advance(2)
    assert "VGAE" in diagnose_run(run.steps, run.method)[0].sentence


@pytest.mark.parametrize("name", [name for name, method in METHODS.items() if method.loss])
def test_the_loss_of_every_method_is_the_first_of_its_curves(name):
    method = METHODS[name]
    assert method.loss in method.metrics and "loss" in method.curves[0].title.lower()
