"""The background: urgent first, partial results, dropped wants, held and ended work, problems as sentences."""

import threading
import time

import pytest

from app.session.background import Background, Want, once
from tests.app.waiting import until


@pytest.fixture
def background():
    background = Background()
    yield background
    background.want(())
    background.go_on()


def stepwise(gate, steps=3):
    def make():
        for number in range(steps):
            yield number
            gate.acquire()

    return make


def test_answers_come_in_the_order_of_urgency_and_once(background):
    order = []
    wants = [Want(name, once(lambda name=name: order.append(name) or name.upper())) for name in "abc"]
    background.want(wants)
    until(lambda: background.answer("c") == "C")
    background.want(wants)
    until(lambda: not background.busy)
    assert order == ["a", "b", "c"] and background.answer("d") is None


def test_work_under_way_shows_what_it_has(background):
    gate = threading.Semaphore(0)
    background.want([Want("slow", stepwise(gate))])
    until(lambda: background.so_far("slow") == 0)
    gate.release()
    until(lambda: background.so_far("slow") == 1)
    assert background.answer("slow") is None and background.busy
    gate.release(2)
    until(lambda: background.answer("slow") == 2)
    assert not background.busy


def test_what_is_wanted_no_more_is_dropped_and_what_is_stays(background):
    gate = threading.Semaphore(0)
    slow = Want("slow", stepwise(gate, 5))
    background.want([slow])
    until(lambda: background.so_far("slow") == 0)
    background.want([Want("quick", once(lambda: 1)), slow])
    gate.release()
    until(lambda: background.so_far("slow") == 1)
    background.want([Want("quick", once(lambda: 1))])
    gate.release()
    until(lambda: background.answer("quick") == 1)
    assert background.answer("slow") is None


def test_held_work_stands_still_until_it_goes_on(background):
    gate = threading.Semaphore(0)
    background.want([Want("slow", stepwise(gate))])
    until(lambda: background.so_far("slow") == 0)
    background.pause()
    assert background.paused and not background.busy
    gate.release(3)
    until(lambda: background.so_far("slow") == 1)
    time.sleep(0.05)
    assert background.so_far("slow") == 1
    background.go_on()
    until(lambda: background.answer("slow") == 2)


def test_enough_takes_the_last_result(background):
    gate = threading.Semaphore(0)
    background.want([Want("slow", stepwise(gate, 50))])
    until(lambda: background.so_far("slow") == 0)
    background.enough()
    gate.release()
    until(lambda: background.answer("slow") is not None)
    assert background.answer("slow") == 1


def test_a_problem_is_kept_and_the_rest_goes_on(background):
    def fail():
        raise ValueError("Too few items.")

    background.want([Want("bad", once(fail)), Want("good", once(lambda: 1))])
    until(lambda: background.answer("good") == 1)
    assert background.problem("bad") == "Too few items." and not background.busy


def test_problems_are_those_of_what_is_wanted_each_sentence_once(background):
    def fail():
        raise ValueError("No plane can be found.")

    wants = [Want("plane", once(fail)), Want("another", once(fail)), Want("sum", once(lambda: 3))]
    background.want(wants)
    until(lambda: background.answer("sum") == 3)
    assert background.problems == ["No plane can be found."] and not background.busy
    background.want(wants[2:])
    assert background.problems == []
