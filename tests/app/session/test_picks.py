"""What is picked is one thing of a visit: of one data, and only items of it."""

from app.session.fleet import Fleet
from app.session.picks import Picks
from app.session.visit import Visit
from app.session.visits import Visits


def test_picks_are_of_their_data_and_wait_for_it():
    here = Visit(Fleet(1))
    assert here.picks == Picks() and here.picks.of("karate") == ()
    here.pick([3, 1, 3], "karate", 34)
    assert here.picks.of("karate") == (3, 1) and here.picks.of("cora") == ()
    here.pick([], "karate", 34)
    assert here.picks.of("karate") == ()


def test_what_a_browser_says_that_is_no_item_is_dropped():
    here = Visit(Fleet(1))
    here.pick([0, 34, -1, "5", 2.5, None, True, [1], 33], "karate", 34)
    assert here.picks.ids == (0, 33)


def test_a_visitor_who_comes_back_in_time_finds_them():
    visits = Visits(Fleet(1), grace=300)
    here = visits.begin()
    here.pick([7], "karate", 34)
    visits.release(here)
    assert visits.enter(here.id).picks.of("karate") == (7,)
