"""What z is compared with is named after what it is: an untrained VGAE, the VGAE before contrasting, the VGAE now."""

import pytest

from igcl_core import Run
from igcl_core.analysis.gaussians.before import step_before_contrast
from igcl_core.analysis.gaussians.stages import stages


def titles(**changes) -> list[str]:
    run = Run("karate", **{"epochs": 3, "warmup": 2, "K": 0, "snapshot_every": 1, **changes})
    run.advance(10)
    before, now = step_before_contrast(run.steps, run.snapshots), run.snapshots.steps[-1]
    return [stage.title for stage in stages(before, now, run.snapshots, run.settings)]


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, ["VGAE at step 2", "untrained z", "z at step 5"]),
        ({"K": 1}, ["VGAE at step 2", "untrained z", "VGAE at step 5", "z at step 5"]),
        ({"K": 1, "warmup": 0}, ["untrained VGAE", "untrained z", "VGAE at step 3", "z at step 3"]),
        ({"K": 0, "warmup": 0}, ["untrained VGAE", "untrained z", "z at step 3"]),
        ({"augmentation": "noise"}, ["means at step 0", "untrained z", "z at step 3"]),
        ({"augmentation": "explicit"}, ["means at step 0", "untrained z", "means at step 3", "z at step 3"]),
        ({"augmentation": "none"}, ["VGAE at step 1", "z at step 1", "VGAE at step 2", "z at step 2"]),
    ],
)
def test_each_stage_is_called_what_it_is(changes, expected):
    assert titles(**changes) == expected


def test_a_run_that_has_not_begun_is_compared_with_its_untrained_self():
    run = Run("karate", warmup=2)
    assert [stage.title for stage in stages(0, 0, run.snapshots, run.settings)] == [
        "untrained VGAE",
        "untrained z",
        "z at step 0",
    ]
