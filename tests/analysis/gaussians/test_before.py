"""The step before contrasting is kept, whatever the rhythm of snapshots."""

from igcl_core import Run
from igcl_core.analysis.gaussians.before import step_before_contrast


def test_it_is_the_end_of_the_warm_up():
    run = Run("karate", warmup=7, epochs=6, snapshot_every=5)
    run.advance(3)
    assert step_before_contrast(run.steps, run.snapshots) == 0
    run.advance(8)
    assert run.snapshots.steps == [0, 5, 7, 10]
    assert step_before_contrast(run.steps, run.snapshots) == 7


def test_without_a_warm_up_it_is_the_untrained_start():
    run = Run("karate", warmup=0, epochs=3, K=1)
    run.advance(3)
    assert step_before_contrast(run.steps, run.snapshots) == 0
