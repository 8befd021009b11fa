"""The tape: looking, moving and holding by a clock that the test turns."""

import pytest

from app.session.tape import FAST, NORMAL, SLOW, Tape

KEPT = (0, 10, 20, 30, 40)


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


def test_a_tape_follows_the_newest_until_somebody_looks_back(clock):
    tape = Tape(clock)
    assert tape.at(KEPT) is None
    tape.look(20)
    assert tape.at(KEPT) == 20 and not tape.moving(KEPT)
    assert tape.at((0, 10, 30)) is None and tape.at(()) is None


def test_a_replay_moves_by_the_clock_and_ends_at_the_newest(clock):
    tape = Tape(clock)
    tape.replay(KEPT)
    assert tape.at(KEPT) == 0 and tape.moving(KEPT)
    clock.now += 1.0
    assert tape.at(KEPT) == 20
    clock.now += 1.0
    assert tape.at(KEPT) is None and not tape.moving(KEPT)
    tape.replay(KEPT)
    assert tape.at(KEPT) == 0


def test_a_held_tape_stays_and_goes_on_from_there(clock):
    tape = Tape(clock)
    tape.replay(KEPT)
    clock.now += 0.6
    tape.hold(KEPT)
    clock.now += 50
    assert tape.at(KEPT) == 10 and not tape.moving(KEPT)
    tape.replay(KEPT)
    clock.now += 0.6
    assert tape.at(KEPT) == 20


@pytest.mark.parametrize("tempo, step", [(SLOW, 10), (NORMAL, 30), (FAST, None), ("warp", 30)])
def test_another_tempo_goes_on_from_the_step_shown(clock, tempo, step):
    tape = Tape(clock)
    tape.replay(KEPT)
    clock.now += 0.6
    tape.set_tempo(tempo, KEPT)
    assert tape.at(KEPT) == 10
    clock.now += 1.1
    assert tape.at(KEPT) == step
