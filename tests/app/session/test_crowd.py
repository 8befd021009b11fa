"""The crowd: pages are drawn one at a time, and the more there are and the more they cost, the more seldom."""

import threading
import time

import pytest

from app.session.crowd import BUSY, FASTEST, GONE_SECONDS, SHARE, WAITED, Crowd, EventLoopTime, stale
from tests.app.waiting import LIMIT


class Clock:
    """Time that passes only when told to."""

    def __init__(self):
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def crowd(clock) -> Crowd:
    return Crowd(clock, clock)


def test_one_visitor_is_shown_as_often_as_is_of_use(crowd):
    crowd.note("anna", 0.01, 0.01)
    assert crowd.interval("anna") == FASTEST


def test_all_pages_together_take_no_more_than_their_share(crowd):
    costs = {f"visitor {k}": 0.02 + 0.005 * k for k in range(20)}
    for page, cost in costs.items():
        crowd.note(page, 2 * cost, cost)
    computed = sum(cost / crowd.interval(page) for page, cost in costs.items())
    assert computed == pytest.approx(min(SHARE, BUSY / 2))
    for page, cost in costs.items():
        for _ in range(100):
            crowd.note(page, cost, cost)
    assert sum(cost / crowd.interval(page) for page, cost in costs.items()) == pytest.approx(SHARE)


def test_a_costly_page_slows_itself_and_nobody_else(crowd):
    crowd.note("cheap", 0.01, 0.01)
    before = crowd.interval("cheap")
    crowd.note("costly", 2.0, 2.0)
    assert crowd.interval("cheap") == before and crowd.interval("costly") == pytest.approx(2 * 2.0 / SHARE)


def test_a_page_never_drawn_is_taken_for_one_like_the_others(crowd):
    for k in range(10):
        crowd.note(k, 0.1, 0.1)
    assert crowd.interval("new") == pytest.approx(10 * 0.1 / SHARE)


def test_pages_that_no_longer_move_count_no_more(crowd, clock):
    for k in range(20):
        crowd.note(k, 0.1, 0.1)
    crowded = crowd.interval(0)
    clock.now += GONE_SECONDS + 3 * crowded
    crowd.note(0, 0.1, 0.1)
    assert crowd.interval(0) == FASTEST and crowded == pytest.approx(20 * 0.1 / SHARE)


def test_one_costly_refresh_among_many_changes_little(crowd):
    for _ in range(20):
        crowd.note("anna", 0.4, 0.4)
    usual = crowd.interval("anna")
    crowd.note("anna", 0.8, 0.8)
    assert not stale(usual, crowd.interval("anna"))
    for _ in range(20):
        crowd.note("anna", 0.8, 0.8)
    assert stale(usual, crowd.interval("anna"))


def test_two_pages_are_never_drawn_at_once_and_a_failure_ends_a_turn(crowd):
    inside, most = [], []

    def draw(page: int) -> None:
        with crowd.drawing(page):
            inside.append(page)
            most.append(len(inside))
            time.sleep(0.005)
            inside.remove(page)

    with pytest.raises(ZeroDivisionError), crowd.drawing("broken"):
        _ = 1 / 0
    threads = [threading.Thread(target=draw, args=(k,)) for k in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=LIMIT)
    assert most == [1] * 8 and crowd.interval(0) == FASTEST


def test_drawing_is_timed(crowd, clock):
    for page in ("anna", "ben"):
        with crowd.drawing(page):
            clock.now += 0.5
    assert 2 * 0.5 / SHARE <= crowd.interval("anna") <= 2 * 2 * 0.5 / SHARE


def test_a_turn_that_waits_for_the_machine_counts_but_not_without_end(crowd):
    crowd.note("anna", 0.6, 0.2)
    assert crowd.interval("anna") == pytest.approx(0.6 / BUSY)
    crowd.note("ben", 60.0, 0.2)
    assert crowd.interval("ben") == pytest.approx(2 * WAITED * 0.2 / BUSY)


def test_what_a_seldom_drawn_page_took_long_ago_is_forgotten(crowd, clock):
    crowd.note("anna", 5.0, 5.0)
    clock.now += 15.0
    crowd.note("anna", 0.1, 0.1)
    assert crowd.interval("anna") == FASTEST


def test_the_event_loop_s_time_is_what_it_computed_since_last_asked():
    events = EventLoopTime()
    events.spent()
    end = time.thread_time() + 0.05
    while time.thread_time() < end:
        pass
    assert events.spent() >= 0.04 or not hasattr(time, "pthread_getcpuclockid")
