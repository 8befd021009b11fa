"""Series: the numbers of a run as arrays, smoothed and thinned without a lie."""

import numpy as np
import pytest

from app.figures.series import decimate, series, smooth
from igcl_core import Step

STEPS = [
    Step(0, 3, "start", {"seconds": 0.5, "kl": 4.0}),
    Step(1, 3, "vgae", {"seconds": 1.0}),
    Step(2, 3, "contrast", {"seconds": 2.0, "kl": 3.0}),
]


@pytest.mark.parametrize(("x", "expected"), [("step", [0, 2]), ("epoch", [0, 2]), ("seconds", [0.5, 2.0])])
def test_a_series_has_the_steps_that_report_the_metric(x, expected):
    found_x, found_y = series(STEPS, "kl", x)
    assert (found_x.tolist(), found_y.tolist()) == (expected, [4.0, 3.0])


def test_a_metric_nobody_reports_is_an_empty_series():
    assert [part.tolist() for part in series(STEPS, "loss")] == [[], []]


def test_an_unknown_axis_is_refused_in_a_sentence():
    with pytest.raises(ValueError, match="one of step, epoch, seconds, not 'hours'"):
        series(STEPS, "kl", "hours")


def test_smoothing_leaves_a_constant_alone():
    np.testing.assert_allclose(smooth(np.full(50, 3.7), 0.9), 3.7, rtol=1e-12)


def test_smoothing_is_unbiased_from_the_first_value_on():
    np.testing.assert_allclose(smooth([4.0, 1.0], 0.5), [4.0, (0.5 * 4 * 0.5 + 0.5 * 1) / 0.75])


def test_no_weight_smooths_nothing():
    assert smooth([1.0, 5.0, 2.0], 0).tolist() == [1.0, 5.0, 2.0]


def test_smoothing_passes_over_what_is_not_finite():
    found = smooth([np.nan, 2.0, np.inf, 2.0], 0.9)
    assert np.isnan(found[[0, 2]]).all() and found[[1, 3]] == pytest.approx(2.0)


@pytest.mark.parametrize("weight", [1.0, -0.1])
def test_an_impossible_weight_is_refused(weight):
    with pytest.raises(ValueError, match="from 0 to below 1"):
        smooth([1.0], weight)


def test_a_short_line_is_kept_whole():
    x, y = decimate(np.arange(600), np.arange(600.0))
    assert len(x) == len(y) == 600


def test_thinning_keeps_every_peak_and_dip_and_both_ends():
    y = np.zeros(20)
    y[3], y[13] = 9.0, -9.0
    y[0], y[19] = 1.0, 2.0
    x, thinned = decimate(np.arange(20), y, limit=6)
    assert len(x) <= 6 and {0, 3, 13, 19} <= set(x.tolist())
    assert dict(zip(x.tolist(), thinned.tolist(), strict=True)) == {place: y[place] for place in x.tolist()}


@pytest.mark.parametrize("count", [601, 1199, 5000, 12345])
def test_thinning_keeps_each_bucket_s_extremes(count):
    y = np.random.default_rng(count).normal(size=count)
    x, thinned = decimate(np.arange(count), y)
    assert len(x) <= 600 and (np.diff(x) > 0).all()
    width = -(-count // 299)
    kept = set(x.tolist())
    for start in range(0, count, width):
        part = y[start : start + width]
        assert {start + int(part.argmin()), start + int(part.argmax())} <= kept
    assert (x[0], x[-1], thinned[0], thinned[-1]) == (0, count - 1, y[0], y[-1])


def test_thinning_sees_peaks_among_gaps():
    y = np.full(1000, np.nan)
    y[[100, 501, 502]] = 1.0, 7.0, -7.0
    x, _ = decimate(np.arange(1000), y, limit=10)
    assert {100, 501, 502} & set(x.tolist()) >= {501, 502}
