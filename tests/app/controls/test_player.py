"""What the player says of a run."""

import pytest

from app.controls.player import EARLY, status_words
from app.session.live_run import View
from igcl_core import Run


@pytest.mark.parametrize("patience, words", [(5, EARLY), (0, "done")])
def test_an_early_stop_is_named(patience, words):
    few = dict(warmup=2, icl_every=0, probe_every=0, snapshot_every=0)
    run = Run("karate", epochs=40, patience=patience, lr=0.0, dropout=0.0, b=0, **few)
    run.advance(100)
    assert status_words(View(run.status, steps=tuple(run.steps), settings=run.settings), waiting=0)[-1] == words


def test_a_playing_run_tells_phase_speed_and_queue():
    run = Run("karate", epochs=40, warmup=2)
    run.advance(5)
    words = status_words(View("playing", steps=tuple(run.steps), settings=run.settings), waiting=3)
    assert words[0] == "step 5 of 42" and words[-1] == "waiting behind 3"
    assert any(word.endswith("steps/s") for word in words) and any(word.endswith("s left") for word in words)
