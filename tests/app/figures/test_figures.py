"""Figures are pure functions: the same steps and arrays, the same picture."""

import re

import numpy as np
import pytest

from app.figures import contrast, health, probe, reconstruction
from app.figures.palette import CURVES, INK, RUNS
from app.figures.phases import Band, band_labels, bands
from app.figures.rows import Look, Panel, stacked
from app.figures.series import series, smooth
from igcl_core import METRICS, Run, Step
from igcl_core.layout import plane

STEPS = [
    Step(0, 4, "start", {"upper": 2.0, "seconds": 0.0}),
    Step(1, 4, "vgae", {"seconds": 0.5}),
    Step(2, 4, "contrast", {"upper": 1.0, "kl": 3.0, "seconds": 1.5}),
    Step(3, 4, "contrast", {"upper": -1.0, "seconds": 2.0}),
    Step(4, 4, "done", {"upper": 0.5, "seconds": 2.5}),
]
OTHER = [Step(index, 4, "contrast", {"upper": 5.0}) for index in range(3)]


@pytest.fixture(scope="module")
def karate() -> list[Step]:
    run = Run("karate", epochs=30, warmup=10)
    run.advance(40)
    return run.steps


def checked(draw):
    """What a function draws, held against plotly's own rules."""
    return lambda *args, **options: draw(*args, **options).figure


contrast_figure, health_figure = checked(contrast.contrast_figure), checked(health.health_figure)
probe_figure, reconstruction_figure = checked(probe.probe_figure), checked(reconstruction.reconstruction_figure)


@checked
def curves(runs, metrics, *, x="step", log=False, weight=0.6, y_title="", height=260, forks=()):
    """One row of these metrics."""
    return stacked(runs, [Panel(metrics, y_title)], Look(x, log, weight), height, forks)


def by_uid(figure) -> dict:
    return {trace.uid: trace for trace in figure.data}


def assert_drawn(trace, steps, metric, factor=1.0) -> None:
    """The trace holds exactly the numbers the steps report."""
    x, y = series(steps, metric)
    np.testing.assert_array_equal(trace.x, x)
    np.testing.assert_allclose(trace.y, factor * y, rtol=1e-6)


def test_a_raw_line_lies_faint_behind_the_smoothed_one():
    raw, line = curves([("now", STEPS)], {"upper": "L_upper"}, weight=0.5).data
    assert (list(raw.x), list(raw.y)) == ([0, 2, 3, 4], [2.0, 1.0, -1.0, 0.5])
    np.testing.assert_allclose(line.y, smooth([2.0, 1.0, -1.0, 0.5], 0.5), rtol=1e-6)
    assert raw.opacity < 0.5 and raw.line.width < line.line.width and raw.line.color == line.line.color
    assert (line.name, line.showlegend, raw.showlegend, line.legendgroup) == ("L_upper", True, False, raw.legendgroup)


def test_without_smoothing_there_is_one_line_per_metric():
    upper, kl = curves([("now", STEPS)], ["upper", "kl"], weight=0).data
    assert (upper.name, kl.name) == (METRICS["upper"].label, METRICS["kl"].label)
    assert (list(kl.x), list(kl.y)) == ([2], [3.0])


def test_other_runs_lie_thin_under_the_current_one_in_their_own_colours():
    figure = curves([("now", STEPS), ("before", OTHER), ("first", OTHER)], ["upper", "kl"])
    names = [trace.legendgroup for trace in figure.data]
    assert names == ["run first"] * 2 + ["run before"] * 2 + ["upper"] * 2 + ["kl"] * 2
    before = by_uid(figure)["before upper"]
    assert list(before.y) == [5.0, 5.0, 5.0] and before.line.color == RUNS[0] != CURVES["upper"]
    assert before.line.width < by_uid(figure)["upper"].line.width
    assert [trace.name for trace in figure.data if trace.showlegend] == [
        METRICS[name].label for name in ("upper", "kl")
    ]


def test_a_log_axis_says_what_it_cannot_show():
    raw, line = curves([("now", STEPS)], {"upper": "L_upper"}, log=True).data
    assert np.isnan(raw.y[2]) and line.name == "L_upper (≤ 0 not shown)"


def test_seconds_on_the_x_axis():
    figure = curves([("now", STEPS)], ["upper"], x="seconds", weight=0, forks=[2])
    assert list(figure.data[0].x) == [0.0, 1.5, 2.0, 2.5]
    assert "seconds" in [note.text for note in figure.layout.annotations]
    assert figure.layout.shapes[-1].x0 == 1.5


def test_a_phase_of_several_methods_is_never_called_by_one_of_them():
    called = {name: band_labels([Band(name, 0, 1)])[0]["text"] for name in ("vgae", "two views", "walk", "unknown")}
    assert called == {"vgae": "VGAE", "two views": "two views", "walk": "walk", "unknown": "unknown"}


def test_phases_are_bands_from_the_step_before_to_the_last():
    assert bands(STEPS) == [Band("vgae", 0, 1), Band("contrast", 1, 4)]
    assert bands(STEPS, "seconds") == [Band("vgae", 0, 0.5), Band("contrast", 0.5, 2.5)]
    assert bands(STEPS[:1]) == bands([]) == []
    shapes = curves([("now", STEPS)], ["upper"]).layout.shapes
    assert [(shape.x0, shape.x1, shape.layer) for shape in shapes] == [(0, 1, "below"), (1, 4, "below")]


def test_forks_are_dotted_lines_where_the_run_has_been():
    shapes = curves([("now", STEPS)], ["upper"], forks=[3, 99]).layout.shapes
    assert [(shape.x0, shape.x1) for shape in shapes if shape.line.dash == "dot"] == [(3, 3)]


@pytest.mark.parametrize("runs", [[], [("now", [])], [("now", STEPS[1:2])]])
def test_nothing_measured_yet_is_said(runs):
    drawn = [draw(runs) for draw in (contrast_figure, reconstruction_figure, health_figure, probe_figure)]
    for figure in [curves(runs, ["upper"]), *drawn]:
        assert "not measured yet" in [note.text for note in figure.layout.annotations]


def test_reconstruction_and_kl_have_a_row_each(karate):
    figure = reconstruction_figure([("now", karate)], height=200)
    drawn = by_uid(figure)
    assert_drawn(drawn["reconstruction raw"], karate, "reconstruction")
    assert_drawn(drawn["kl raw"], karate, "kl")
    assert (drawn["reconstruction"].yaxis, drawn["kl"].yaxis, figure.layout.height) == ("y", "y2", 200)
    assert figure.layout.yaxis.domain[0] > figure.layout.yaxis2.domain[1]
    kl = f"KL, nats per node <b>{karate[-1].metrics['kl']:.3g}</b>"
    assert any(kl in note.text for note in figure.layout.annotations)


def test_edge_scores_have_a_row_of_their_own(karate):
    figure = reconstruction_figure([("now", karate)])
    drawn = by_uid(figure)
    assert_drawn(drawn["edge_auc raw"], karate, "edge_auc")
    assert_drawn(drawn["edge_ap raw"], karate, "edge_ap")
    assert drawn["edge_auc"].yaxis == drawn["edge_ap"].yaxis == "y3"
    heading = figure.layout.annotations[-2].text
    assert f"Edge AUC <b>{karate[-1].metrics['edge_auc']:.3g}</b>" in heading and "average precision" in heading


def test_the_contrast_shows_the_bound_what_it_bounds_and_both_forces(karate):
    figure = contrast_figure([("now", karate)])
    drawn = by_uid(figure)
    assert_drawn(drawn["upper raw"], karate, "upper")
    assert_drawn(drawn["implicit"], karate, "implicit")
    assert_drawn(drawn["attraction raw"], karate, "attraction")
    assert_drawn(drawn["repulsion raw"], karate, "repulsion")
    assert (drawn["upper"].yaxis, drawn["repulsion"].yaxis) == ("y", "y2") and "loss" not in drawn


def test_the_error_band_of_l_icl_is_two_standard_errors(karate):
    drawn = by_uid(contrast_figure([("now", karate)]))
    _, mean = series(karate, "implicit")
    _, error = series(karate, "implicit_se")
    np.testing.assert_allclose(drawn["implicit low"].y, mean - 2 * error, rtol=1e-6)
    np.testing.assert_allclose(drawn["implicit high"].y, mean + 2 * error, rtol=1e-6)
    names = list(drawn)
    assert names.index("implicit high") == names.index("implicit low") + 1 and drawn["implicit high"].fill == "tonexty"


def test_the_latest_jensen_gap_stands_with_its_uncertainty(karate):
    last = [step.metrics for step in karate if "gap" in step.metrics][-1]
    texts = [note.text for note in contrast_figure([("now", karate)]).layout.annotations]
    assert f"Jensen gap {last['gap']:.2g} ± {2 * last['implicit_se']:.1g}" in texts


def test_a_loss_that_is_not_the_bound_is_shown_beside_it():
    steps = [Step(i, 2, "contrast", {"loss": 3.0, "attraction": 1.0, "repulsion": 2.0}) for i in range(3)]
    assert list(by_uid(contrast_figure([("now", steps)]))["loss raw"].y) == [3.0, 3.0, 3.0]


def test_the_probe_is_in_per_cent_over_its_two_references(karate):
    figure = probe_figure([("now", karate)], untrained=0.5, vgae_only=0.75)
    drawn = by_uid(figure)
    assert_drawn(drawn["probe_test"], karate, "probe_test", 100)
    assert list(drawn["untrained"].y) == [50, 50] and list(drawn["VGAE mean only"].y) == [75, 75]
    assert list(drawn["untrained"].x) == [0, karate[-1].index]
    assert len(probe_figure([("now", karate)]).data) == 1


@pytest.mark.parametrize(
    ("ends_at", "mean", "place"),
    [(0.9, 0.75, "top"), (0.7, 0.75, "bottom"), (0.9, 0.52, "bottom")],
    ids=["under it where the curve is above", "over it where the curve is below", "over it where levels are close"],
)
def test_the_upper_level_is_labelled_where_it_is_free(ends_at, mean, place):
    steps = [Step(i, 1, "contrast", {"probe_test": value}) for i, value in enumerate((0.5, ends_at))]
    figure = probe_figure([("now", steps)], untrained=0.5, vgae_only=mean)
    anchors = {note.text: note.yanchor for note in figure.layout.annotations}
    assert (anchors["untrained 50.0"], anchors[f"VGAE mean only {100 * mean:.1f}"]) == ("top", place)


def test_health_has_three_rows_under_one_another(karate):
    figure = health_figure([("now", karate)])
    drawn = by_uid(figure)
    for metric, axis in (("z_norm", "y"), ("sigma", "y2"), ("effective_rank", "y3")):
        assert_drawn(drawn[metric], karate, metric)
        assert drawn[metric].yaxis == axis
    assert figure.layout.xaxis.anchor == "y3" and figure.layout.yaxis3.domain[0] == 0


def test_figures_sit_on_any_page_and_stay_small(karate):
    figure = contrast_figure([("now", karate), ("same", karate)])
    assert figure.layout.paper_bgcolor == figure.layout.plot_bgcolor == "rgba(0, 0, 0, 0)"
    assert figure.layout.font.color is None and figure.layout.template.layout.font.color == INK
    assert len(figure.to_json()) < 20_000


def test_text_is_never_written_in_the_colour_of_a_curve(karate):
    for draw in (contrast_figure, health_figure, probe_figure, reconstruction_figure):
        for note in draw([("now", karate)]).layout.annotations:
            assert note.font.color is None and not re.sub(r'<span style="color: #\w{6}">━</span>', "", note.text).count(
                "color"
            )


def test_slim_rows_of_health_have_two_ticks_far_apart(karate):
    layout = health_figure([("now", karate)], height=155).layout
    for axis in (layout.yaxis, layout.yaxis2, layout.yaxis3):
        (low, high), (bottom, top) = axis.tickvals, axis.range
        assert low == bottom == 0 and 0.6 * top < high < top


def test_the_plane_holds_all_variance_of_a_flat_embedding():
    flat = np.random.default_rng(0).normal(size=(20, 2)) @ np.random.default_rng(1).normal(size=(2, 5))
    found = plane(flat)
    distances = [np.linalg.norm(array[:, None] - array[None], axis=-1) for array in (found.xy, flat)]
    assert found.share == pytest.approx(1)
    np.testing.assert_allclose(*distances, atol=1e-9)


def test_the_plane_does_not_jump_when_signs_flip():
    z = np.random.default_rng(0).normal(size=(20, 4))
    before = plane(z)
    np.testing.assert_allclose(plane(-z, like=before).xy, before.xy, atol=1e-9)


@pytest.mark.parametrize("z", [np.ones((5, 3)), np.arange(5.0)[:, None]])
def test_a_collapsed_embedding_is_drawn_all_the_same(z):
    found = plane(z, like=plane(z))
    assert found.xy.shape == (5, 2) and np.isfinite(found.xy).all() and found.share == pytest.approx(1)
