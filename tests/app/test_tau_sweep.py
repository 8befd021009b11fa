"""A sweep trains one run for each tau and keeps only its point."""

import time

from app.fleet import Fleet
from app.tau_sweep import DRAWS, TauSweep, best_probe
from app.visit import Visit
from igcl_core import Run, Step, preset
from igcl_core.contrasted import contrasted
from igcl_core.gaussians.between import overlap_between


def wait(sweep: TauSweep) -> list:
    end = time.monotonic() + 60
    while sweep.busy:
        assert time.monotonic() < end, "the sweep never ended"
        points = sweep.points()
        time.sleep(0.02)
    return sweep.points() or points


def test_its_points_are_those_of_single_runs():
    fleet = Fleet(1)
    settings = preset("karate").changed(epochs=20, warmup=10)
    sweep = TauSweep(fleet, "karate", settings, [1.0, 0.2, 1.0])
    points = wait(sweep)
    fleet.stop()
    assert [point.tau for point in points] == [0.2, 1.0] and sweep.done == 1
    run = Run("karate", settings=settings.changed(tau=0.2, icl_samples=DRAWS))
    run.advance(30)
    assert points[0].accuracy == best_probe(run.steps).metrics["probe_test"]
    assert points[0].overlap == overlap_between(contrasted(run.arrays(), run.settings), run.graphs.y)
    assert points[0].gap == run.steps[-1].metrics["gap"] and sweep.untrained == run.steps[0].metrics["probe_test"]


def test_a_run_that_cannot_be_leaves_a_sentence():
    fleet = Fleet(1)
    points = wait(TauSweep(fleet, "karate", preset("karate").changed(b=500), [0.5]))
    fleet.stop()
    assert points[0].accuracy is None and "The batch b must be at most the 34 nodes" in points[0].error


def test_it_ends_with_the_visit():
    fleet = Fleet(1)
    here = Visit(fleet)
    here.sweep = TauSweep(fleet, "karate", preset("karate").changed(epochs=100_000), [0.1, 0.5])
    here.leave()
    assert not here.sweep.busy
    fleet.stop()


def test_the_best_probe_is_the_earliest_of_equals():
    scores = [(0.5, 0.4), (0.6, 0.5), (0.6, 0.9)]
    steps = [Step(k, 2, "contrast", {"probe_val": val, "probe_test": test}) for k, (val, test) in enumerate(scores)]
    assert best_probe(steps).index == 1 and best_probe([]) is None


def test_the_best_probe_is_of_a_trained_embedding():
    phases = [("start", 0.9), ("vgae", 0.9), ("contrast", 0.6), ("done", 0.7)]
    steps = [Step(k, 3, phase, {"probe_val": val}) for k, (phase, val) in enumerate(phases)]
    assert best_probe(steps).index == 3 and best_probe(steps[:2]).index == 1 and best_probe(steps[:1]).index == 0
