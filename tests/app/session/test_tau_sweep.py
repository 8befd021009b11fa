"""A sweep trains one run for each tau and keeps only its point."""

from app.session.fleet import Fleet
from app.session.tau_sweep import DRAWS, TauSweep
from app.session.visit import Visit
from igcl_core import Run, preset
from igcl_core.analysis.gaussians.between import overlap_between
from igcl_core.methods.implicit.contrasted import contrasted
from tests.app.waiting import until


def wait(sweep: TauSweep) -> list:
    until(lambda: sweep.points() and not sweep.busy)
    return sweep.points()


def test_its_points_are_those_of_single_runs():
    fleet = Fleet(1)
    settings = preset("karate").changed(epochs=20, warmup=10)
    sweep = TauSweep(fleet, "karate", settings, [1.0, 0.2, 1.0])
    points = wait(sweep)
    fleet.stop()
    assert [point.tau for point in points] == [0.2, 1.0] and sweep.done == 1
    run = Run("karate", settings=settings.changed(tau=0.2, icl_samples=DRAWS))
    run.advance(30)
    assert points[0].accuracy == run.method.best_probe(run.steps, run.settings).metrics["probe_test"]
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
    sweep = here.sweep = TauSweep(fleet, "karate", preset("karate").changed(epochs=100_000), [0.1, 0.5])
    here.leave()
    assert not sweep.busy and here.sweep is None
    fleet.stop()
