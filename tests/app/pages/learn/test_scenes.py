"""The scenes of the lesson: figures that Plotly takes, questions with one right answer, and the core's numbers."""

import json
import re

import numpy as np
import pytest
import torch

from app.pages.learn.markup import NUMBER
from app.pages.learn.scenes import MAKERS, bound, cloud, distrust, dots, graph, pull_push, scene, temperature, vector
from app.plot.scene import film_of
from app.session.server import RECORDED
from igcl_core.analysis.lesson.club import TAU, club
from igcl_core.analysis.lesson.dots import dots as draw
from igcl_core.analysis.lesson.papers import papers
from igcl_core.nn import losses
from igcl_core.nn.decoder import NodeDecoder
from igcl_core.sparse.structure import Structure

ALL = range(1, len(MAKERS) + 1)


def number_of(maker) -> int:
    return MAKERS.index(maker) + 1


def frames_of(maker):
    return scene(number_of(maker)).frames


def numbers_of(maker, place=-1):
    """The numbers that can be read as such."""
    shown = frames_of(maker)[place].numbers
    return {name: float(text.replace(",", "")) for name, text in shown.items() if re.fullmatch(r"-?[\d,.]+", text)}


def near(value: float) -> object:
    return pytest.approx(value, abs=5.1e-4)


def tensors(moment):
    return [torch.from_numpy(np.asarray(getattr(moment, name), np.float64)) for name in ("z", "mu", "sigma")]


@pytest.mark.parametrize("number", ALL)
def test_every_frame_is_a_figure_with_all_the_numbers_of_its_texts(number):
    here = scene(number)
    assert len(here.chart.figure.data) == len(here.chart.data)
    asked = {name for text in (*here.formula, here.reading) for name in NUMBER.findall(text)}
    for frame in here.frames:
        assert len(frame.traces) == len(here.chart.data)
        assert asked <= set(frame.numbers)
    assert len(json.loads(film_of(here))["frames"]) == len(here.frames)


@pytest.mark.parametrize("number", ALL)
def test_every_question_has_a_right_answer_that_can_be_seen(number):
    asked = scene(number).question
    assert len(asked.options) == 3 == len(set(asked.options))
    assert 0 <= asked.right < 3 and 0 < asked.reveal < len(scene(number).frames)


@pytest.mark.parametrize("number", ALL)
def test_every_scene_explains_at_least_one_symbol_that_has_ink(number):
    here = scene(number)
    inked = {term for trace in here.chart.data for term in trace["meta"]["terms"]}
    assert any(f"[[{term}" in text for term in inked for text in here.texts)


def test_the_graph_counts_friends_as_the_data_do():
    degree = club().graphs.degree
    for member in range(34):
        shown = frames_of(graph)[member + 1].numbers
        assert shown["count"] == str(degree[member]) and len(shown["friends"].split(",")) == degree[member]


def test_the_vector_scene_measures_the_embedding_of_each_step():
    for place, moment in enumerate(club().contrasting):
        shown = numbers_of(vector, place)
        z = torch.from_numpy(moment.z).double()
        assert (shown["x1"], shown["y2"]) == (near(float(z[0, 0])), near(float(z[1, 1])))
        assert shown["apart"] == near(float(torch.dist(z[0], z[1])))


def test_the_cloud_scene_shows_the_vgae_and_its_decoder():
    graphs, last = club().graphs, club().learning[-1]
    shown, mu = numbers_of(cloud), torch.from_numpy(last.mu)
    assert shown["chance"] == near(float(torch.sigmoid(mu[0] @ mu[1])))
    decoder = NodeDecoder(Structure.of(graphs), dense=True, seed=3)
    assert shown["auc"] == pytest.approx(100 * decoder.measure(mu)["edge_auc"], abs=2)
    assert (shown["sx"], shown["kl"]) == (near(float(last.sigma[0, 0])), near(last.metrics["kl"]))


def test_the_dots_are_draws_of_the_cloud():
    last = club().learning[-1]
    mu, sigma = last.mu[dots.MEMBER], last.sigma[dots.MEMBER]
    drawn = draw(mu, sigma, dots.MOST, dots.SEED)
    inside = torch.from_numpy((drawn - mu) / sigma).norm(dim=1) <= 1
    for place, count in enumerate(dots.COUNTS):
        shown = numbers_of(dots, place)
        assert shown["inside"] == int(inside[:count].sum()) and shown["ax"] == near(float(drawn[count - 1, 0]))
        assert shown["mx"] + shown["sx"] * shown["ex"] == pytest.approx(shown["ax"], abs=2e-3)


@pytest.mark.parametrize("place", [0, 7, -1])
def test_pull_and_push_shows_the_contrastive_loss(place):
    rows = list(pull_push.MEMBERS)
    a = torch.from_numpy(draw(club().trained.mu[rows], club().trained.sigma[rows], 1, pull_push.SEED)).double()
    z = frames_of(pull_push)[place].traces[5]
    z = torch.from_numpy(np.stack([z["x"], z["y"]], axis=1)).double()
    shown = numbers_of(pull_push, place)
    assert shown["loss"] == near(float(losses.contrastive(z, a, TAU)))
    share = torch.softmax(z @ a[0, 0] / TAU, dim=0)[0]
    assert (shown["share"], shown["one"]) == (near(float(share)), near(float(-share.log())))


def test_the_bound_scene_shows_the_bound_and_its_terms():
    z, mu, sigma = tensors(club().trained)
    shown = numbers_of(bound)
    assert shown["upper"] == near(float(losses.upper_bound(z, mu, sigma, TAU)))
    away = (z - z[bound.MEMBER]).square() @ sigma[bound.MEMBER].square()
    score = z @ mu[bound.MEMBER] / TAU + away / (2 * TAU**2)
    assert shown["one"] == near(float(torch.logsumexp(score, 0) - z[bound.MEMBER] @ mu[bound.MEMBER] / TAU))
    own, rivals = score[bound.MEMBER], score.clone()
    rivals[bound.MEMBER] = -torch.inf
    assert shown["s0"] + shown["w0"] == pytest.approx(float(own), abs=2e-3)
    assert shown["s1"] + shown["w1"] == pytest.approx(float(rivals.max()), abs=2e-3)
    settled, error = losses.implicit(z, mu, sigma, TAU, 400, torch.Generator().manual_seed(5))
    assert shown["sampled"] == pytest.approx(float(settled), abs=6 * float(error) + 1e-3)


@pytest.mark.parametrize("place", [0, 20, -1])
def test_the_temperature_scene_shows_the_softmax_of_the_bound(place):
    z, mu, sigma = tensors(club().trained)
    tau, item = temperature.TAUS[place], temperature.MEMBER
    score = z @ mu[item] / tau + (z - z[item]).square() @ sigma[item].square() / (2 * tau**2)
    share = torch.softmax(score, dim=0).numpy()
    assert numbers_of(temperature, place)["share"] == near(float(share[item]))
    bars = frames_of(temperature)[place].traces[0]["y"]
    assert bars[:-1] == pytest.approx(100 * share[list(temperature.SHOWN)], abs=1e-3)
    assert bars.sum() == pytest.approx(100)


def test_the_lazy_answer_is_counted_on_the_real_graph():
    shown, links = numbers_of(distrust), papers(RECORDED).edges.shape[1]
    assert (shown["found"], shown["missed"], shown["invented"]) == (0, links, 0)
    assert shown["share"] == near(1 - links / (120 * 119 / 2))
