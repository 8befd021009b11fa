"""The sentence under the map: what is compared is named, and what the numbers do not say is not said."""

from types import SimpleNamespace

import numpy as np
import pytest

from app.pages.train.map_words import map_words
from app.pages.train.story import by_chance, story
from app.session.live_run import LiveRun, View
from igcl_core import METHODS, Run, Step, preset

TESTS = 1000


def told(*metrics: dict, method="igcl", done=False, tests=TESTS, **changes) -> str:
    """The sentence of a run whose steps have these numbers, the first before training."""
    phases = ["start", *("vgae" if each.get("epoch", 0) == 0 else "joint" for each in metrics[1:])]
    phases[-1] = "done" if done else phases[-1]
    steps = [Step(10 * n, 100, phase, numbers) for n, (phase, numbers) in enumerate(zip(phases, metrics, strict=True))]
    settings = preset("karate", method).changed(**changes)
    graphs = SimpleNamespace(task="node", split=SimpleNamespace(test=np.arange(tests)))
    return story(View("paused", steps=tuple(steps), method=METHODS[method], settings=settings, graphs=graphs))


FIRST = {"epoch": 0.0, "probe_test": 0.4, "probe_mu": 0.5, "reconstruction": 1.82}
WARM = {"epoch": 0.0, "probe_test": 0.4, "probe_mu": 0.778, "reconstruction": 0.64}


def test_before_the_first_step_it_says_what_the_means_are_worth():
    assert told(FIRST) == "Nothing has learned yet: the probe reads 50.0% off the means."
    assert told(FIRST, warmup=0) == "Nothing has learned yet: the probe reads 40.0% off z."
    assert told({"epoch": 0.0}) == "Nothing has learned yet."


def test_while_the_vgae_trains_it_says_what_that_does_and_how_well():
    said = told(FIRST, WARM)
    assert said.startswith("The VGAE learns to rebuild the graph, so linked nodes move together")
    assert said.endswith(": loss 0.64 nats per pair, untrained 1.82.")
    assert told(FIRST, WARM, method="vgae", done=True) == said


def test_a_lift_names_both_sides():
    said = told(FIRST, WARM, {"epoch": 10.0, "probe_test": 0.832, "probe_mu": 0.778})
    assert said == "Contrast has lifted the probe from 77.8% (VGAE's mean, step 10) to 83.2% (z, step 20)."


def test_a_lift_that_chance_could_give_is_said_to_be_one():
    said = told(FIRST, WARM, {"epoch": 10.0, "probe_test": 0.79, "probe_mu": 0.778}, tests=28)
    assert said.endswith("to 79.0% (z, step 20), which 28 test nodes cannot tell from chance.")


@pytest.mark.parametrize("value, words", [(0.76, "76.0%"), (0.778, "77.8%")])
def test_no_lift_is_said_at_the_end_only(value, words):
    last = {"epoch": 10.0, "probe_test": value, "probe_mu": 0.778}
    ended = told(FIRST, WARM, last, done=True)
    assert ended == f"Here contrast does not help: probe 77.8% (VGAE's mean, step 10) → {words} (z, step 20)."
    assert told(FIRST, WARM, last) == (
        f"Contrast pulls each z to its own Gaussian: probe {words} so far (step 20), VGAE's mean 77.8% (step 10)."
    )


def test_a_mean_that_has_moved_since_is_told_too():
    said = told(FIRST, WARM, {"epoch": 10.0, "probe_test": 0.77, "probe_mu": 0.74}, done=True)
    assert said.endswith("probe 77.8% (VGAE's mean, step 10, now 74.0%) → 77.0% (z, step 20).")


def test_without_a_warm_up_there_is_no_vgae_alone_to_speak_of():
    said = told(FIRST, {"epoch": 10.0, "probe_test": 0.9, "probe_mu": 0.8}, warmup=0)
    assert said == "VGAE and contrast learn together: the probe on z went from 40.0% untrained to 90.0% at step 10."


def test_an_untrained_vgae_is_not_taken_for_a_trained_one():
    unprobed = {"epoch": 0.0, "reconstruction": 0.9}
    assert "VGAE's mean" not in told(FIRST, unprobed, {"epoch": 10.0, "probe_test": 0.9, "probe_mu": 0.8})


def test_chance_shrinks_with_more_items():
    assert by_chance(0.7, 0.75, 100) and not by_chance(0.7, 0.75, 10_000)


def test_the_recorded_run_is_told_step_by_step():
    live_run = LiveRun("cora")
    live_run.give(lambda: Run.open("assets/cora.igcl"))
    live_run.work()
    early, late = (live_run.view.looked_at(step) for step in (24, 72))
    assert map_words(early).startswith("PCA of the VGAE's means μ at step 24,")
    assert "the 1-σ ellipses of 150 of 2,708" in map_words(early) and "rebuild the graph" in story(early)
    assert map_words(late).startswith("PCA of z at step 72,") and "VGAE's mean 78.8% (step 40" in story(late)
    assert "lifted the probe from 78.8% (VGAE's mean, step 40" in story(live_run.view)
    assert "to 81.2% (z, step 340)" in story(live_run.view)


def test_without_a_graph_it_speaks_of_the_vae():
    said = told(FIRST, WARM, method="implicit-vae")
    assert said.startswith("The VAE learns to rebuild every item's own numbers") and "nats per item" in said
    assert "(VAE's mean" in told(FIRST, WARM, {"epoch": 10.0, "probe_test": 0.9}, method="implicit-vae")
