"""The desk: urgent first, partial results, dropped wants, held and ended work, problems as sentences."""

import threading
import time

import pytest

from app.desk import Desk, Want, once


@pytest.fixture
def desk():
    desk = Desk()
    yield desk
    desk.want(())
    desk.go_on()


def until(condition, seconds=20):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it never happened"
        time.sleep(0.005)


def stepwise(gate, steps=3):
    def make():
        for number in range(steps):
            yield number
            gate.acquire()

    return make


def test_answers_come_in_the_order_of_urgency_and_once(desk):
    order = []
    wants = [Want(name, once(lambda name=name: order.append(name) or name.upper())) for name in "abc"]
    desk.want(wants)
    until(lambda: desk.answer("c") == "C")
    desk.want(wants)
    until(lambda: not desk.busy)
    assert order == ["a", "b", "c"] and desk.answer("d") is None


def test_work_under_way_shows_what_it_has(desk):
    gate = threading.Semaphore(0)
    desk.want([Want("slow", stepwise(gate))])
    until(lambda: desk.so_far("slow") == 0)
    gate.release()
    until(lambda: desk.so_far("slow") == 1)
    assert desk.answer("slow") is None and desk.busy
    gate.release(2)
    until(lambda: desk.answer("slow") == 2)
    assert not desk.busy


def test_what_is_wanted_no_more_is_dropped_and_what_is_stays(desk):
    gate = threading.Semaphore(0)
    slow = Want("slow", stepwise(gate, 5))
    desk.want([slow])
    until(lambda: desk.so_far("slow") == 0)
    desk.want([Want("quick", once(lambda: 1)), slow])
    gate.release()
    until(lambda: desk.so_far("slow") == 1)
    desk.want([Want("quick", once(lambda: 1))])
    gate.release()
    until(lambda: desk.answer("quick") == 1)
    assert desk.answer("slow") is None


def test_held_work_stands_still_until_it_goes_on(desk):
    gate = threading.Semaphore(0)
    desk.want([Want("slow", stepwise(gate))])
    until(lambda: desk.so_far("slow") == 0)
    desk.pause()
    assert desk.paused and not desk.busy
    gate.release(3)
    until(lambda: desk.so_far("slow") == 1)
    time.sleep(0.05)
    assert desk.so_far("slow") == 1
    desk.go_on()
    until(lambda: desk.answer("slow") == 2)


def test_enough_takes_the_last_result(desk):
    gate = threading.Semaphore(0)
    desk.want([Want("slow", stepwise(gate, 50))])
    until(lambda: desk.so_far("slow") == 0)
    desk.enough()
    gate.release()
    until(lambda: desk.answer("slow") is not None)
    assert desk.answer("slow") == 1


def test_a_problem_is_kept_and_the_rest_goes_on(desk):
    def fail():
        raise ValueError("Too few items.")

    desk.want([Want("bad", once(fail)), Want("good", once(lambda: 1))])
    until(lambda: desk.answer("good") == 1)
    assert desk.problem("bad") == "Too few items." and not desk.busy
