"""The table of numbers before and now."""

from igcl_core.gaussians.separation import separation
from igcl_core.gaussians.table import change, lines, short


def test_each_number_has_its_value_before_now_and_its_change(state, y):
    vgae, z = separation(state, y, place="mu"), separation(state, y)
    found = {row["Number"]: row for row in lines(vgae, z, z, 70)}
    assert len(found) == 9
    row = found["Overlap within a class"]
    assert row["VGAE alone"] == short(vgae.overlap.within) and row["z at step 70"] == short(z.overlap.within)
    assert row["change"].startswith(f"{z.overlap.within - vgae.overlap.within:+.2g}")
    assert "±" in found["Samples nearest to their own"]["change"]


def test_a_change_is_a_difference_and_a_factor():
    assert change(0.5, 0.25) == "-0.25 (× 0.5)"
    assert change(float("nan"), 1.0) == "–" and change(0.0, 1.0) == "+1"


def test_small_and_large_numbers_are_short():
    assert [short(v) for v in (102.0, 0.25, float("nan"), 0.0, 3e-7)] == ["102", "0.25", "–", "0", "3e-07"]
