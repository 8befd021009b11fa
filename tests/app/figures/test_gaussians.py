"""Figures of the Gaussians: what is drawn is what was computed."""

import json

import numpy as np
import pytest

from app.figures.bound import bound_over_tau, samples_figure
from app.figures.clouds import clouds_figure
from app.figures.ellipses import DrawnItems, before_and_after, side_by_side
from app.figures.labels import PLACES, box, fitting, label_places, meet, scales_of
from app.figures.one_node import dimensions_figure, node_figure, softmax_figure
from app.figures.overlap import overlap_figure
from app.figures.shading import MOST_SHADED
from app.figures.what_tau import Shares, tau_figure
from app.plot.live_plot import payload
from igcl_core.analysis.gaussians.bound import against_samples, against_tau
from igcl_core.analysis.gaussians.cloud import Cloud
from igcl_core.analysis.gaussians.dimensions import dimensions
from igcl_core.analysis.gaussians.one_node import softmax_row
from igcl_core.analysis.gaussians.other_taus import counting, weights_over_tau
from igcl_core.analysis.gaussians.projection import pca_of_means
from igcl_core.methods.implicit.contrasted import Contrasted


@pytest.fixture
def state() -> Contrasted:
    random = np.random.default_rng(0)
    z, mu = random.normal(size=(2, 12, 5)).astype(np.float32)
    return Contrasted(z, mu, random.uniform(0.3, 0.9, size=(12, 5)).astype(np.float32))


@pytest.fixture
def chosen() -> DrawnItems:
    return DrawnItems(np.arange(12) + 100, np.arange(12) % 3, ("red", "green", "blue"))


def by_uid(figure) -> dict:
    return {trace.uid: trace for trace in figure.data}


def test_ellipses_have_the_exact_centre_and_covariance(state, chosen):
    w = pca_of_means(state.mu)
    found = by_uid(before_and_after(w, state, {0: state}, chosen))["contours-x-1"]
    points = np.array([[np.nan if v is None else v for v in axis] for axis in (found.x, found.y)], float).T
    rings = np.split(points, np.flatnonzero(np.isnan(points[:, 0])))
    assert len(rings) == 2 * 4
    for number, size in enumerate((1, 2)):
        ring = rings[number][~np.isnan(rings[number]).any(1)]
        centred = ring - w.points(state.mu[1])
        covariance = w.w @ np.diag(state.sigma[1].astype(float) ** 2) @ w.w.T
        radius = np.einsum("ni,ij,nj->n", centred, np.linalg.inv(covariance), centred)
        np.testing.assert_allclose(radius, size**2, rtol=2e-2)


def test_the_right_pane_ties_every_z_to_its_mean_and_frames_move_it(state, chosen):
    w = pca_of_means(state.mu)
    still = Contrasted(state.mu, state.mu, state.sigma)
    figure = before_and_after(w, state, {0: still, 10: state}, chosen)
    tie = by_uid(figure)["ties-x2"]
    np.testing.assert_allclose([tie.x[0], tie.y[0]], w.points(state.mu[0]), atol=1e-4)
    np.testing.assert_allclose([tie.x[1], tie.y[1]], w.points(state.z[0]), atol=1e-4)
    assert tie.x[2] is None
    assert [frame.name for frame in figure.frames] == ["0", "10"]
    moved = dict(zip(figure.frames[0].traces, figure.frames[0].data, strict=True))
    place = [trace.uid for trace in figure.data].index("z-x2-0")
    np.testing.assert_allclose(moved[place].x, w.points(state.mu)[chosen.y == 0][:, 0], atol=1e-4)
    assert [mark.label for mark in figure.layout.sliders[0].steps] == ["0", "10"]
    assert json.loads(payload(figure))["frames"][1]["name"] == "10"


def test_after_contrasting_the_rings_stand_around_z(state, chosen):
    w = pca_of_means(state.mu)
    figure = by_uid(before_and_after(w, state, {0: state}, chosen))
    for uid, centre in (("contours-x-0", state.mu), ("contours-x2-0", state.z)):
        ring = np.array([figure[uid].x[:48], figure[uid].y[:48]]).T
        np.testing.assert_allclose(ring.mean(axis=0), w.points(centre[0]), atol=1e-3)


def polygons(trace) -> list[np.ndarray]:
    points = np.array([[np.nan if v is None else v for v in axis] for axis in (trace.x, trace.y)], float).T
    parts = np.split(points, np.flatnonzero(np.isnan(points[:, 0])))
    return [part[~np.isnan(part[:, 0])] for part in parts if not np.isnan(part[:, 0]).all()]


def test_what_two_classes_share_is_shaded_and_nothing_else(state, chosen):
    w = pca_of_means(state.mu)
    found = polygons(by_uid(before_and_after(w, state, {0: state}, chosen))["shared-x2-1"])
    assert found and max(np.ptp(part, axis=0).max() for part in found) > 0.1
    away = w.points(state.z)[:, None] - np.concatenate(found)
    inverse = np.linalg.inv(w.covariances(state.sigma))
    within = np.einsum("npi,nij,npj->np", away, inverse, away) <= 1.01
    spread = np.concatenate([np.repeat(np.ptp(part, axis=0).max() > 0.01, len(part)) for part in found])
    classes = np.array([within[chosen.y == label].any(axis=0) for label in range(3)]).sum(axis=0)
    assert (classes[spread] >= 2).all()
    alone = DrawnItems(chosen.ids, np.zeros(12, int), ("one",))
    assert not polygons(by_uid(before_and_after(w, state, {0: state}, alone))["shared-x2-1"])


def test_shading_has_as_many_points_in_every_frame_so_that_it_can_move(state, chosen):
    far = Contrasted(state.z * 50, state.mu, state.sigma)
    figure = before_and_after(pca_of_means(state.mu), state, {0: state, 5: far}, chosen)
    place = [trace.uid for trace in figure.data].index("shared-x2-2")
    near, apart = (frame.data[place] for frame in figure.frames)
    assert len(near.x) == len(apart.x) > 0
    assert max(np.ptp(part, axis=0).max() for part in polygons(near)) > 0.1


def test_many_pairs_are_shaded_by_their_largest_shares():
    mu = np.random.default_rng(2).normal(size=(40, 4)).astype(np.float32)
    state, y = Contrasted(mu, mu, np.ones_like(mu)), np.arange(40) % 2
    traces = by_uid(before_and_after(pca_of_means(mu), state, {0: state}, DrawnItems(np.arange(40), y, ("a", "b"))))
    assert len(polygons(traces["shared-x2-2"])) == MOST_SHADED


def test_until_contrasting_begins_the_rings_stand_around_the_means_and_that_is_said(state, chosen):
    w = pca_of_means(state.mu)
    figure = before_and_after(w, state, {0: state, 5: state}, chosen, begins=0)
    order = [trace.uid for trace in figure.data]
    first, last = ({uid: each for uid, each in zip(order, frame.data, strict=True)} for frame in figure.frames)
    for frame, centre in ((first, state.mu), (last, state.z)):
        np.testing.assert_allclose(frame["z-x2-0"].x, w.points(centre)[chosen.y == 0][:, 0], atol=1e-4)
    assert first["waiting"].x[0] is not None and last["waiting"].x[0] is None
    assert "contrasting has not begun" in by_uid(figure)["waiting"].text[0]


def test_replay_stands_above_the_picture(state, chosen):
    figure = before_and_after(pca_of_means(state.mu), state, {0: state, 5: state}, chosen)
    menu = figure.layout.updatemenus[0]
    assert menu.y == 1 and menu.yanchor == "bottom" and "Replay" in menu.buttons[0].label


def test_numbers_never_lie_on_each_other():
    random = np.random.default_rng(0)
    points = np.concatenate([np.zeros((4, 2)), 0.05 * random.normal(size=(4, 2)), random.normal(size=(4, 2))])
    words, scales = [str(1000 + number) for number in range(12)], scales_of(points)
    sides = label_places(points, words, scales)
    shown = [number for number, side in enumerate(sides) if side]
    assert len(shown) >= 3
    for scale in scales:
        boxes = np.array([box(words[n], sides[n]) + points[n] * scale for n in shown])
        for n in range(len(shown)):
            assert not meet(boxes[n], np.delete(boxes, n, axis=0))
    everywhere = fitting(np.zeros((12, 2)), words, ["top center"] * 12, scales)
    assert (~np.isnan(everywhere[:, 0])).sum() == 1 and set(sides) - {""} <= set(PLACES)


def test_the_slider_of_tau_has_the_core_s_numbers_and_begins_at_the_run_s_own(state):
    taus = [0.1, 0.5, 2.0]
    weights = weights_over_tau(state, taus, 4)
    found = Shares(taus, 0.5, weights[:, [4, 1, 2]], ["own", "a", "b"], 12, counting(weights))
    figure = tau_figure(found, "node")
    assert figure.layout.sliders[0].active == 1 and [frame.name for frame in figure.frames] == ["0.1", "0.5", "2"]
    for tau, frame in zip(taus, figure.frames, strict=True):
        exact = 100 * softmax_row(*state, tau, 4).weight
        np.testing.assert_allclose(frame.data[0].x[:3], exact[[4, 1, 2]])
        assert sum(frame.data[0].x) == pytest.approx(100)
    assert {frame.data[0].type for frame in figure.frames} == {"bar"}
    assert list(figure.data[0].x) == list(figure.frames[1].data[0].x) and figure.data[0].y[-1] == "all 9 others"


def test_samples_are_redrawn_with_their_seed(state, chosen):
    w = pca_of_means(state.mu)
    drawn = [by_uid(before_and_after(w, state, {0: state}, chosen, draws=30, seed=seed))["samples-x-0"]
             for seed in (1, 1, 2)]  # fmt: skip
    assert drawn[0].x == drawn[1].x != drawn[2].x and len(drawn[0].x) == 30 * 4
    assert set(drawn[0].customdata) == {100, 103, 106, 109}
    assert "samples-x-0" not in by_uid(before_and_after(w, state, {0: state}, chosen, draws=0))


def test_in_a_bent_map_there_are_clouds_and_never_ellipses(state, chosen):
    random = np.random.default_rng(1)
    found = Cloud(random.normal(size=(7, 12, 2)), random.normal(size=(12, 2)), random.normal(size=(12, 2)))
    traces = by_uid(clouds_figure(found, chosen, "t-SNE"))
    assert not [uid for uid in traces if "contours" in uid]
    np.testing.assert_allclose(traces["samples-x-1"].x, found.samples[:, chosen.y == 1, 0].ravel(), atol=1e-4)
    np.testing.assert_allclose(traces["z-2"].y, found.z[chosen.y == 2, 1], atol=1e-4)


def test_runs_side_by_side_share_their_axes(state, chosen):
    w = pca_of_means(state.mu)
    figure = side_by_side([("τ 0.1", w, state), ("τ 1", w, state), ("τ 5", w, state)], chosen)
    assert figure.layout.xaxis3.matches == "x" and figure.layout.yaxis2.matches == "y"
    assert [note.text for note in figure.layout.annotations] == ["τ 0.1", "τ 1", "τ 5"]
    assert len({trace.uid for trace in figure.data}) == len(figure.data)


def test_overlaps_are_coloured_by_powers_of_ten_and_written_out():
    matrix = np.array([[1, 0.01], [1e-9, np.nan]])
    figure = overlap_figure([matrix, matrix], ["before", "now"], ["a", "b"])
    np.testing.assert_allclose(np.asarray(figure.data[0].z)[0], [0, -2], atol=1e-6)
    assert figure.data[1].text[1][0] == "1e-9"


def test_one_node_has_its_contours_its_path_and_whom_it_is_confused_with(state):
    row = softmax_row(*state, 0.5, 4)
    others = row.confused_with(3)
    path = np.stack([state.mu[4], state.z[4]])
    y = np.arange(12) % 3
    figure = node_figure(pca_of_means(state.mu), state, 4, path, [0, 10], others, y, draws=25)
    traces = by_uid(figure)
    assert len(traces["samples"].x) == 25 and len(traces["path"].x) == 2 and traces["path"].text[1] == "step 10"
    assert list(traces["others"].customdata) == others.tolist()
    bars = softmax_figure(row, ["own", "a", "b", "c"], np.array([4, *others]))
    np.testing.assert_allclose(bars.data[0].x[-1], 100 * row.weight[4])
    np.testing.assert_allclose(bars.data[1].x[-1], 100 * row.repulsion[4] / row.attraction)
    assert bars.data[0].y[-1] == "own"


def test_inactive_dimensions_are_shaded():
    mu, sigma = np.array([[0.0, 2, 0, 1]]), np.array([[1.0, 0.1, 1, 0.5]])
    figure = dimensions_figure(dimensions(mu, sigma, 0))
    assert figure.layout.shapes[0].x0 == 1.5 and figure.layout.shapes[0].x1 == 3.5
    assert "dimension 1" in by_uid(figure)["mu"].text[0]
    assert not dimensions_figure(dimensions(mu[:, 1:2], sigma[:, 1:2], 0)).layout.shapes


def test_the_bound_is_drawn_over_m_and_over_tau(state):
    figure = samples_figure(against_samples(*state, 0.5, counts=(1, 2, 4)))
    traces = by_uid(figure)
    assert len(traces["high"].x) == 2 and len(traces["implicit"].x) == 3
    assert "released code" in traces["transposed"].name
    found = against_tau(*state, taus=(0.2, 1.0), samples=4)
    figure = bound_over_tau(found, 0.5)
    np.testing.assert_allclose(by_uid(figure)["upper"].y, found.upper)
    assert figure.layout.shapes[0].x0 == 0.5
