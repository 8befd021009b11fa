"""Data of a visitor's own: it trains like any other, within the visit that brought it and in no other."""

import gc
import weakref

import numpy as np
import pytest

from app.session.choice import read_link, write_link
from app.session.fleet import Fleet
from app.session.memory import Memory
from app.session.tab_memory import remembered
from app.session.visit import KEPT_OWN, Visit
from igcl_core import Graphs, load, read
from igcl_core.reading import Given
from tests.app.waiting import until


def ring(nodes: int, name: str = "ring") -> Graphs:
    rows = "\n".join(f"n{k},n{(k + 1) % nodes}" for k in range(nodes))
    return read(Given(f"{name}.csv", rows.encode())).graphs


@pytest.fixture
def fleet():
    fleet = Fleet(1)
    yield fleet
    fleet.stop()


def test_it_trains_like_any_other(fleet):
    here = Visit(fleet)
    choice = here.bring(ring(12))
    here.steer(choice)
    assert choice.card.title == "ring" and choice.settings.features == "onehot"
    live_run = here.begin(choice)
    live_run.step()
    until(lambda: live_run.view.step is not None and live_run.view.step.index == 1)
    assert live_run.view.graphs.num_nodes == 12 and "ring" in live_run.name and "own-" not in live_run.name
    assert here.plan.kind == "go on"


def test_its_link_leads_back_to_it_and_nobody_else_to_anything(fleet):
    mine, other = Visit(fleet), Visit(fleet)
    choice = mine.bring(ring(12))
    query = write_link(choice) | {"tau": "0.3"}
    again, problems = read_link(query, own=mine.own)
    assert problems == [] and again.own is choice.own and again.settings.tau == 0.3
    for theirs in ({}, other.own):
        came, problems = read_link(query, own=theirs)
        assert came.dataset == "karate" and came.own is None
        assert len(problems) == 1 and "which nobody else has" in problems[0] and "ring" not in problems[0]


def test_two_visitors_with_the_same_name_have_their_own(fleet):
    mine, other = Visit(fleet), Visit(fleet)
    one, two = mine.bring(ring(12, "data")), other.bring(ring(20, "data"))
    assert one.dataset != two.dataset and not set(mine.own) & set(other.own)
    assert (one.card.nodes, two.card.nodes) == (12, 20)


def test_a_name_of_the_lab_does_not_make_it_that_dataset(fleet):
    choice = Visit(fleet).bring(ring(12, "cora"))
    assert choice.card.title == "own cora" and choice.own is not None


def test_what_is_a_dataset_of_the_lab_to_the_last_number_is_that(fleet):
    choice = Visit(fleet).bring(load("karate"))
    assert choice.dataset == "karate" and choice.own is None


def test_a_visit_keeps_a_few_and_they_count_as_memory(fleet):
    here = Visit(fleet)
    choices = [here.bring(ring(10 + k)) for k in range(KEPT_OWN + 2)]
    assert list(here.own) == [choice.dataset for choice in choices[2:]]
    assert here.held == sum(choice.own.graphs.edges.nbytes for choice in choices[2:])


def test_what_does_not_fit_is_refused_and_not_kept(fleet):
    here = Visit(fleet, memory=Memory(limit=100))
    with pytest.raises(ValueError, match="no room"):
        here.bring(ring(12))
    assert here.own == {}


def test_nothing_of_it_stays_when_the_visit_ends(fleet):
    here = Visit(fleet)
    graphs = ring(12)
    seen = weakref.ref(graphs)
    here.steer(here.bring(graphs))
    here.leave()
    del graphs
    gc.collect()
    assert seen() is None


def test_a_tab_remembers_no_run_whose_data_is_gone(fleet):
    choice = Visit(fleet).bring(ring(12))
    said = {"key": "abc", "run": write_link(choice), "step": 7}
    assert remembered(said).choice is None
    assert remembered({**said, "run": {"dataset": "karate"}}).choice is not None


def test_the_preset_is_by_size_and_task(fleet):
    here = Visit(fleet)
    rows = np.random.default_rng(0).integers(0, 1500, (2, 5000))
    large = here.bring(Graphs("large", "node", np.zeros((1500, 0)), rows))
    assert large.settings.D > here.bring(ring(12)).settings.D
