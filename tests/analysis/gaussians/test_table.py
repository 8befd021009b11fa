"""The table of numbers before and now."""

from igcl_core.analysis.gaussians.separation import separation
from igcl_core.analysis.gaussians.stages import Stage
from igcl_core.analysis.gaussians.table import LARGEST, NEAREST, change, lines, short
from igcl_core.methods.implicit.contrasted import Contrasted


def test_each_number_has_its_value_before_now_and_its_change_from_both(state, y):
    """z is set against the VGAE that contrasting began with, and against the VGAE of its own step."""
    first, later, z = (
        separation(each, y, place=place) for each, place in ((state, "mu"), (moved(state), "mu"), (state, "z"))
    )
    stages = Stage("VGAE", 0, "mu"), Stage("untrained z", 0, "z"), Stage("VGAE", 70, "mu"), Stage("z", 70, "z")
    found = {row["Number"]: row for row in lines(dict(zip(stages, (first, z, later, z), strict=True)))}
    assert len(found) == 10
    row = found["Overlap within a class"]
    assert row["untrained VGAE"] == short(first.overlap.within) and row["VGAE at step 70"] == short(
        later.overlap.within
    )
    assert row["z at step 70"] == short(z.overlap.within) != row["VGAE at step 70"]
    assert row["change from untrained VGAE"] == change(first.overlap.within, z.overlap.within)
    assert row["change from VGAE at step 70"] == change(later.overlap.within, z.overlap.within)
    assert "±" in found[LARGEST]["change from untrained VGAE"] and "±" in found[NEAREST]["change from untrained VGAE"]
    assert found[LARGEST]["untrained VGAE"].startswith(f"{first.attribution.accuracy:.1%}")
    assert found[NEAREST]["untrained VGAE"].startswith(f"{first.nearest.accuracy:.1%}")


def moved(state: Contrasted) -> Contrasted:
    return Contrasted(state.z, state.mu, 0.5 * state.sigma)


def test_a_change_is_a_difference_and_a_factor():
    assert change(0.5, 0.25) == "-0.25 (× 0.5)"
    assert change(float("nan"), 1.0) == "–" and change(0.0, 1.0) == "+1"


def test_small_and_large_numbers_are_short():
    assert [short(v) for v in (102.0, 0.25, float("nan"), 0.0, 3e-7)] == ["102", "0.25", "–", "0", "3e-07"]
