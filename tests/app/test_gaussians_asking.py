"""Asking: computed once per key beside the page, the last answer standing in for the next."""

import threading
import time

import pytest

from app.desk import Desk
from app.gaussians.asking import Asking


def settled(asking, role, key, work):
    """Ask as a page does that is drawn again and again."""
    end = time.monotonic() + 10
    while time.monotonic() < end:
        answer = asking.ask(role, key, work)
        asking.send()
        if not asking.desk.busy:
            return asking.ask(role, key, work)
        time.sleep(0.01)
    raise AssertionError(f"{answer} was the last answer")


def test_an_answer_is_computed_once_per_key():
    asking, calls = Asking(Desk()), []
    work = lambda: calls.append(1) or 7  # noqa: E731
    assert asking.ask("role", 1, work) is None
    assert settled(asking, "role", 1, work) == settled(asking, "role", 1, work) == 7
    assert len(calls) == 1


def test_while_the_next_is_under_way_the_last_one_stands_and_no_other_is_started():
    asking, gate, done = Asking(Desk()), threading.Event(), []
    assert settled(asking, "role", 0, lambda: "old") == "old"
    assert asking.ask("role", 1, lambda: gate.wait(5) and "new") == "old"
    asking.send()
    for key in range(2, 9):
        assert asking.ask("role", key, lambda key=key: done.append(key)) == "old"
        asking.send()
    gate.set()
    while asking.desk.busy:
        time.sleep(0.01)
    assert asking.ask("role", 9, lambda: "newest") == "new" and done == []
    assert settled(asking, "role", 9, lambda: "newest") == "newest"


def test_what_cannot_be_computed_is_said_where_it_is_asked_for():
    def fail():
        raise ValueError("no numbers")

    with pytest.raises(ValueError, match="no numbers"):
        settled(Asking(Desk()), "role", 1, fail)


def test_a_paused_desk_goes_on():
    asking = Asking(Desk())
    asking.desk.pause()
    assert settled(asking, "role", 1, lambda: 3) == 3
