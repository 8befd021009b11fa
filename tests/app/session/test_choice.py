"""Links: every choice survives them, and nothing in one breaks the page."""

import pytest

from app.session.choice import Choice, only_live, read_link, write_link
from igcl_core import preset


@pytest.mark.parametrize("choice", [
    Choice(),
    Choice("cora", "paper", {"tau": 0.25, "seed": 7}),
    Choice("mutag", "recommended", {"lr": 0.002, "head": "linear", "K": 3}),
])  # fmt: skip
def test_a_link_gives_the_choice_back(choice):
    read, problems = read_link(write_link(choice))
    assert problems == [] and read.settings == choice.settings and read.dataset == choice.dataset


def test_a_link_always_names_dataset_tau_and_seed():
    assert {"dataset", "preset", "tau", "seed"} <= set(write_link(Choice()))


@pytest.mark.parametrize("query, sentence", [
    ({"dataset": "coar"}, "Did you mean 'cora'"),
    ({"tau": "-3"}, "tau must be above 0"),
    ({"tau": "hot"}, "tau must be a number"),
    ({"seed": "1e99"}, "seed"),
    ({"dataset": "karate", "preset": "paper"}, "does not have"),
    ({"D": "999999"}, "D must be"),
])  # fmt: skip
def test_what_cannot_be_gets_a_sentence_and_the_rest_is_used(query, sentence):
    choice, problems = read_link(query | {"epochs": "33"})
    assert len(problems) == 1 and sentence in problems[0]
    assert choice.settings.epochs == 33


def test_strange_parameters_are_ignored():
    choice, problems = read_link({"utm_source": "mail", "embed": "true"})
    assert problems == [] and choice == Choice()


def test_only_live_settings_let_a_run_go_on():
    old = preset("karate")
    assert only_live(old, old.changed(tau=0.2, lr=0.1)) == {"tau": 0.2, "lr": 0.1}
    assert only_live(old, old.changed(tau=0.2, D=8)) is None
    assert only_live(old, old) == {}
