"""Experiments: each can be trained and shared, and shows what it says."""

from functools import cache

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from app.controls.experiments import EXPERIMENTS, Experiment, experiment_of
from app.session.choice import Choice, read_link, write_link
from igcl_core import METHODS, Run, load
from igcl_core.evaluate import linear_probe
from igcl_core.training import diagnose
from tests.app.waiting import LIMIT

BY_TITLE = {each.title: each for each in EXPERIMENTS}
SEEDS = (0, 1)


@pytest.mark.parametrize("each", EXPERIMENTS, ids=BY_TITLE)
def test_a_link_opens_it_and_the_page_knows_it_again(each: Experiment):
    choice, problems = read_link(write_link(each.choice))
    assert choice == each.choice and problems == [] and experiment_of(choice) is each
    assert experiment_of(Choice("digits")) is None


@cache
def trained(title: str, seed: int) -> tuple[float, float, Run]:
    """Probe accuracy untrained and trained, in percent, and the run."""
    choice = BY_TITLE[title].choice
    settings = choice.settings.changed(seed=seed, probe_every=0, snapshot_every=0, icl_every=0)
    run = Run(choice.dataset, METHODS[choice.method].name, settings)
    before = probe(run)
    run.advance(10_000)
    return before, probe(run), run


def probe(run: Run) -> float:
    return 100 * linear_probe(run.arrays()["z"], run.graphs.y, run.graphs.split).value


def ends(title: str) -> float:
    return float(np.mean([trained(title, seed)[1] for seed in SEEDS]))


def begins(title: str) -> float:
    return float(np.mean([trained(title, seed)[0] for seed in SEEDS]))


def test_contrast_lifts_the_probe_and_more_than_the_vgae_alone():
    assert ends("Contrast at work") > begins("Contrast at work") + 2
    assert ends("Contrast at work") > ends("VGAE alone") + 0.5


def test_noise_and_a_tiny_temperature_do_not():
    assert ends("Noise instead of Gaussians") < begins("Noise instead of Gaussians")
    assert ends("Shatter") < ends("Contrast at work") - 2


def test_collapse_collapses_and_the_page_names_it():
    run = trained("Collapse", 0)[2]
    assert run.steps[-1].metrics["z_norm"] < 0.2 * run.steps[0].metrics["z_norm"]
    assert diagnose(run.steps)[0].kind == "collapsed"


def test_the_released_direction_trains_about_as_well():
    assert abs(ends("The released code's direction") - ends("Contrast at work")) < 4


@pytest.mark.data
def test_printed_settings_shrink_z_before_contrast_catches_it():
    choice = BY_TITLE["The paper's settings, as printed"].choice
    run = Run(load("cora"), settings=choice.settings.changed(probe_every=0, snapshot_every=0, icl_every=0))
    run.advance(60)
    assert run.steps[-1].metrics["z_norm"] < 0.75 * run.steps[0].metrics["z_norm"]


def test_the_train_page_says_what_to_look_at():
    app = AppTest.from_file("../../../streamlit_app.py", default_timeout=LIMIT)
    app.query_params.update(write_link(BY_TITLE["Collapse"].choice))
    app.run()
    assert not app.exception and any("the length of z falls towards 0" in each.value for each in app.info)
