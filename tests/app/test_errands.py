"""Errands: computed once per key, beside the page, the last result standing in for the next."""

import threading

import pytest

from app.errands import Errands


def test_a_result_is_computed_once_per_key():
    errands, calls = Errands(), []
    work = lambda: calls.append(1) or 7  # noqa: E731
    assert errands.ask("role", 1, work, patience=5) == 7
    assert errands.ask("role", 1, work, patience=5) == 7 and len(calls) == 1
    assert errands.ready(1) and not errands.ready(2)


def test_while_one_is_under_way_the_last_of_its_role_is_shown():
    errands, gate = Errands(), threading.Event()
    assert errands.ask("role", 1, lambda: "old", patience=5) == "old"
    slow = lambda: gate.wait(5) and "new"  # noqa: E731
    assert errands.ask("role", 2, slow) == "old"
    assert errands.ask("other", 2, slow) is None
    gate.set()
    assert errands.ask("role", 2, slow, patience=5) == "new"


def test_a_result_that_comes_when_the_next_is_asked_for_is_not_lost():
    errands, gates = Errands(), [threading.Event(), threading.Event()]
    assert errands.ask("role", 0, lambda: gates[0].wait(5) and "first") is None
    gates[0].set()
    while not errands.ready(0):
        pass
    assert errands.ask("role", 1, lambda: gates[1].wait(5) and "second") == "first"
    gates[1].set()


def test_only_so_many_are_kept():
    errands = Errands(kept=2)
    for key in range(4):
        errands.ask("role", key, lambda key=key: key, patience=5)
    assert not errands.ready(1) and errands.ready(2) and errands.ready(3)


def test_an_error_is_raised_where_it_is_asked_for():
    def fail():
        raise ValueError("no numbers")

    with pytest.raises(ValueError, match="no numbers"):
        Errands().ask("role", 1, fail, patience=5)


def test_a_role_never_queues_errands_up():
    errands, gate, done = Errands(), threading.Event(), []
    assert errands.ask("role", 1, lambda: gate.wait(5) and 1) is None
    for key in range(2, 9):
        assert errands.ask("role", key, lambda key=key: done.append(key)) is None
    gate.set()
    assert errands.ask("role", 1, lambda: None, patience=5) == 1 and done == []
    errands.ask("role", 9, lambda: done.append(9), patience=5)
    assert done == [9]
