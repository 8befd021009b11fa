"""Server: one fleet whatever is cleared, visits that their own tab finds again, nothing left of a closed one."""

import gc
import weakref

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from app.session import server
from app.session.choice import Choice
from app.session.fleet import Fleet
from app.session.tab_memory import remembered
from app.session.visit import Remembered
from app.session.visits import GRACE_SECONDS, Visits, grace_seconds
from tests.app.waiting import LIMIT, until


def _page():
    import streamlit as st

    from app.session import server

    here = server.visit()
    server.keep_visit()
    st.write(f"visit {here.id}, {len(here.live_runs)} runs")


@pytest.fixture
def page() -> AppTest:
    return AppTest.from_function(_page, default_timeout=LIMIT).run()


def shown(page: AppTest) -> str:
    return page.markdown[0].value.split(",")[0].removeprefix("visit ")


def test_there_is_one_fleet_even_after_a_visitor_has_all_caches_cleared(page):
    fleet, before = server.visits().fleet, shown(page)
    st.cache_resource.clear()
    assert shown(page.run()) == before and server.visits().fleet is fleet


def test_a_session_that_ends_while_its_tab_speaks_enters_no_other_visit():
    visits = server.visits()
    here, other = visits.begin(), visits.begin()
    guest = server.Guest(here)
    visits.release(other)
    guest.leave()
    assert not guest.change_to(other.id) and guest.visit is here
    assert visits.enter(other.id) is other and visits.enter(here.id) is here


@pytest.mark.parametrize("said, expected", [
    ({"key": "a"}, Remembered("a")),
    ({"key": "a", "run": {"seed": "3"}, "step": 7}, Remembered("a", Choice(changes={"seed": 3}), 7)),
    ({"key": "a", "run": [1], "step": 7}, Remembered("a")),
    ({"key": "a", "run": {"tau": "![](x)", "K": None}, "step": 7}, Remembered("a", Choice(), 7)),
    ({"key": "a", "run": {}, "step": "7"}, Remembered("a")),
    ({"key": "a", "run": {}, "step": 10**5000}, Remembered("a")),
    ({"key": "a", "run": {}, "step": 0}, Remembered("a")),
])  # fmt: skip
def test_a_tab_may_say_anything(said, expected):
    assert remembered(said) == expected


def test_what_a_closed_tab_held_is_freed_after_the_grace_period_though_callbacks_still_hold_the_visit():
    fleet, said_farewell = Fleet(workers=1), []
    visits = Visits(fleet, grace=0.2, farewell=said_farewell.append)
    visit = visits.begin()
    live_run = visit.begin(Choice("karate", changes={"epochs": 100_000}))
    live_run.play()
    until(lambda: live_run.view.steps and live_run.view.step.index > 3)
    callbacks = [visit.play, live_run.rest, live_run.step, visit.begin]
    held = [weakref.ref(each) for each in (live_run.run, live_run.run.training, live_run.view, visit.background)]
    visits.release(visit)
    until(lambda: (gc.collect(), not any(each() for each in held))[1])
    assert len(callbacks) == 4 and not live_run.busy and visit.live_runs == []
    until(lambda: said_farewell == [visit])
    fleet.stop()


@pytest.mark.parametrize("given, seconds", [
    ("5", 5.0), ("0", 0.0), (" 2.5 ", 2.5), ("", GRACE_SECONDS),
    ("abc", GRACE_SECONDS), ("-1", GRACE_SECONDS), ("inf", GRACE_SECONDS), ("nan", GRACE_SECONDS),
    ("1e300", GRACE_SECONDS),
])  # fmt: skip
def test_a_grace_period_that_is_no_number_is_spoken_of(monkeypatch, caplog, given, seconds):
    monkeypatch.setenv("IGCL_GRACE", given)
    assert grace_seconds() == seconds
    assert ("IGCL_GRACE must be" in caplog.text) == (given in ("abc", "-1", "inf", "nan", "1e300"))
