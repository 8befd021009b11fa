"""Latest answers: computed once per key beside the page, the last answer standing in for the next."""

import threading

import pytest

from app.pages.gaussians.latest_answers import LatestAnswers
from app.session.background import Background
from tests.app.waiting import LIMIT, until


def settled(answers, role, key, work):
    """Ask as a page does that is drawn again and again."""

    def idle() -> bool:
        answers.ask(role, key, work)
        answers.send()
        return not answers.background.busy

    until(idle)
    return answers.ask(role, key, work)


def test_an_answer_is_computed_once_per_key():
    answers, calls = LatestAnswers(Background()), []
    work = lambda: calls.append(1) or 7  # noqa: E731
    assert answers.ask("role", 1, work) is None
    assert settled(answers, "role", 1, work) == settled(answers, "role", 1, work) == 7
    assert len(calls) == 1


def test_while_the_next_is_under_way_the_last_one_stands_and_no_other_is_started():
    answers, gate, done = LatestAnswers(Background()), threading.Event(), []
    assert settled(answers, "role", 0, lambda: "old") == "old"
    assert answers.ask("role", 1, lambda: gate.wait(LIMIT) and "new") == "old"
    answers.send()
    for key in range(2, 9):
        assert answers.ask("role", key, lambda key=key: done.append(key)) == "old"
        answers.send()
    gate.set()
    until(lambda: not answers.background.busy)
    assert answers.ask("role", 9, lambda: "newest") == "new" and done == []
    assert settled(answers, "role", 9, lambda: "newest") == "newest"


def test_what_cannot_be_computed_is_said_where_it_is_asked_for():
    def fail():
        raise ValueError("no numbers")

    with pytest.raises(ValueError, match="no numbers"):
        settled(LatestAnswers(Background()), "role", 1, fail)


def test_a_paused_background_goes_on():
    answers = LatestAnswers(Background())
    answers.background.pause()
    assert settled(answers, "role", 1, lambda: 3) == 3
