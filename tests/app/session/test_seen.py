"""What a visitor sees can be seen by another one: the same run to the bit, at its step, with what is picked."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from app.session.choice import Choice
from app.session.content_key import graphs_key
from app.session.fleet import Fleet
from app.session.frame_link import Frame, read_frame, write_frame
from app.session.recipe import Recipe
from app.session.seen import arrive, arriving_words, open_frame, seen
from app.session.server import RECORDED, SAMPLE
from app.session.tape import SLOW
from app.session.visit import Visit
from igcl_core import Graphs
from tests.app.waiting import until

SHORT = {"epochs": 30, "warmup": 4, "D": 4, "vgae_hidden": 4, "snapshot_every": 5}


@pytest.fixture
def fleet() -> Iterator[Fleet]:
    fleet = Fleet(workers=1)
    yield fleet
    fleet.stop()


def trained(here: Visit, step: int, **changes) -> None:
    """Train what is chosen to a step."""
    here.steer(Choice(changes={**SHORT, **changes}))
    here._planned().play(until=step)
    until(lambda: not here.current.busy)


def opened(fleet: Fleet, sender: Visit) -> Visit:
    """Somebody else, with the link of what the sender sees."""
    query = write_frame(seen(sender), sender.choice)
    frame, problems = read_frame(query, sender.choice)
    somebody = Visit(fleet)
    somebody.choice = sender.choice
    open_frame(somebody, frame)
    until(lambda: not somebody.current.busy)
    arrive(somebody)
    assert problems == [] and write_frame(seen(somebody), somebody.choice) == query
    return somebody


def test_a_branch_with_a_past_is_seen_elsewhere_to_the_bit(fleet):
    here = Visit(fleet)
    trained(here, 12)
    trained(here, 23, tau=0.1)
    here.look(15)
    trained(here, 27, lr=0.05)
    here.pick([3, 1], graphs_key(here.current.view.graphs), 34)
    here.set_tempo(SLOW)
    somebody = opened(fleet, here)
    mine, theirs = here.current.view, somebody.current.view
    assert theirs.step.index == 27 == theirs.plane_step and theirs.settings == mine.settings
    assert all(np.array_equal(mine.snapshots[27][name], array) for name, array in theirs.snapshots[27].items())
    assert mine.steps[27].metrics["upper"] == theirs.steps[27].metrics["upper"]
    assert somebody.picks == here.picks and somebody.tempo == SLOW
    assert len(somebody.live_runs) == 1 and somebody.plan == here.plan


def test_an_earlier_step_with_another_run_over_it(fleet):
    here = Visit(fleet)
    trained(here, 10, tau=0.2)
    other = here.current
    trained(here, 20, seed=4)
    here.overlay = [other]
    here.look(15)
    somebody = opened(fleet, here)
    assert somebody.current.view.step.index == 15 and somebody.current.view.settings.seed == 4
    (over,) = somebody.overlaid()
    until(lambda: over.rests)
    assert over.view.settings.tau == 0.2 and over.view.step.index == 10


@pytest.mark.parametrize("path, step", [(RECORDED, 96), (SAMPLE, 160)])
def test_a_recorded_run_is_opened_not_trained(fleet, path, step):
    here, somebody = Visit(fleet), Visit(fleet)
    for visit in (here, somebody):
        visit.open(str(path), "recorded").wait(60)
        until(lambda visit=visit: not visit.current.busy)
    here.look(step)
    query = write_frame(seen(here), Choice())
    open_frame(somebody, read_frame(query, Choice())[0])
    arrive(somebody)
    assert len(somebody.live_runs) == 1 and somebody.looked == here.looked
    assert seen(somebody).step == step


def test_nothing_is_asked_for_while_the_run_moves(fleet):
    here = Visit(fleet)
    here.begin(Choice(changes={**SHORT, "epochs": 100_000})).play()
    until(lambda: here.current.view.step is not None and here.current.view.step.index > 3)
    assert seen(here) == Frame()
    here.current.pause()


def test_what_a_link_asks_beyond_the_run_is_said(fleet):
    here = Visit(fleet)
    open_frame(here, Frame(Recipe(Choice(changes=SHORT)), 5_000, picks=(3, 34)))
    assert "trained to step 5,000" in arriving_words(here) and seen(here).step == 5_000
    until(lambda: not here.current.busy)
    arrive(here)
    assert "ends at step 34" in here.problems[0] and "karate does not have" in here.problems[1]
    assert here.picks.ids == (3,) and seen(here).step == 34 and arriving_words(here) == ""


def test_a_visitor_who_goes_elsewhere_is_not_called_back(fleet):
    here = Visit(fleet)
    open_frame(here, Frame(Recipe(Choice(changes=SHORT)), 20, picks=(3,)))
    here.begin(Choice(changes={**SHORT, "seed": 9}))
    until(lambda: not here.busy)
    arrive(here)
    assert here.picks.ids == () and here.current.choice.settings.seed == 9 and here.problems == []


def test_a_run_on_data_of_one_s_own_is_in_no_link(fleet):
    here = Visit(fleet)
    edges = np.array([[0, 0, 1, 2, 3, 3, 4], [1, 2, 2, 3, 4, 5, 5]])
    here.steer(replace(here.bring(Graphs("mine", "node", np.zeros((6, 0)), edges)), changes={**SHORT, "b": 0}))
    here._planned().play(until=5)
    until(lambda: not here.current.busy)
    assert here.current.view.step.index == 5 and seen(here) == Frame()
