"""Links to a race: read as something that can race, whatever they say, with a sentence for what cannot be."""

import random

import pytest

from app.session.race_choice import MOST, RaceChoice, able, methods_for, read_race, refusals, write_race
from app.session.visit import Visit
from igcl_core import DATASETS, METHODS, Graphs
from tests.app.session.test_hostile_links import TEXTS


def test_a_link_says_all_of_a_race_and_comes_back():
    choice = RaceChoice("karate", ("dgi", "grace", "vgae", "igcl"), 7)
    assert write_race(choice) == {"race": "dgi,grace,vgae,igcl", "dataset": "karate", "seed": "7"}
    assert read_race(write_race(choice)) == (choice, [])


def test_a_link_without_a_race_asks_for_none():
    assert read_race({"dataset": "karate", "seed": "7"}) == (None, [])


def test_all_have_their_own_preset_and_one_seed():
    choices = RaceChoice("cora", ("dgi", "gcn"), 5).choices
    assert [(each.method, each.kind, dict(each.changes)) for each in choices] == [
        ("dgi", "recommended", {"seed": 5}),
        ("gcn", "recommended", {"seed": 5}),
    ]
    assert all(each.changes == {} for each in RaceChoice("cora", ("dgi", "gcn"), 0).choices)


@pytest.mark.parametrize("query, methods, sentence", [
    ({"race": " DGI ,dgi,igcl"}, ("dgi", "igcl"), None),
    ({"race": "dgi,nonsense"}, ("dgi",), "nonsense"),
    ({"race": "dgi,graphcl"}, ("dgi",), "GraphCL learns graph embeddings"),
    ({"race": "graphcl,dgi", "dataset": "motifs"}, ("graphcl",), "DGI"),
    ({"race": "dgi,igcl,vgae,gae,grace"}, ("dgi", "igcl", "vgae", "gae"), "At most 4 methods"),
    ({"race": ""}, ("igcl", "vgae", "dgi", "grace"), "names no method"),
    ({"race": "nobody", "dataset": "wine"}, methods_for(DATASETS["wine"]), "chosen instead: GRACE"),
    ({"race": "dgi", "dataset": "coar"}, ("dgi",), "Did you mean 'cora'"),
    ({"race": "dgi", "dataset": "own-0123456789"}, ("dgi",), "nobody else has"),
    ({"race": "dgi", "seed": "-1"}, ("dgi",), "seed"),
    ({"race": "dgi", "seed": "9" * 400}, ("dgi",), "seed"),
])  # fmt: skip
def test_what_cannot_be_gets_a_sentence_and_the_rest_races(query, methods, sentence):
    choice, problems = read_race(query)
    assert choice.methods == methods
    assert problems == [] if sentence is None else any(sentence in problem for problem in problems), problems


def test_hostile_links_are_read_as_a_race_that_can_be():
    draw = random.Random(0)
    for _ in range(500):
        race = ",".join(draw.sample([*METHODS, *TEXTS], draw.randint(0, 8)))
        query = {"race": race, "dataset": draw.choice([*DATASETS, *TEXTS]), "seed": draw.choice(TEXTS)}
        choice, problems = read_race(query)
        assert 0 < len(choice.methods) <= MOST and {*choice.methods} <= {*able(choice.card)}, query
        assert all(problem.strip() and "Traceback" not in problem and len(problem) < 2_000 for problem in problems)
        assert read_race(write_race(choice)) == (choice, []) and len(choice.choices) == len(choice.methods)


def test_every_method_can_race_or_says_why_not():
    for card in DATASETS.values():
        assert len(able(card)) + len(refusals(card)) == len(METHODS)
        assert all(refusal.endswith(".") for refusal in refusals(card).values())


def test_methods_that_cannot_work_on_another_graph_are_left_behind():
    assert methods_for(DATASETS["wine"], ("dgi", "vae")) == ("vae",)
    assert methods_for(DATASETS["motifs"], ("dgi",)) == methods_for(DATASETS["motifs"])
    assert all(len(methods_for(card)) == MOST for card in DATASETS.values())


def test_a_graph_of_the_visitors_own_can_be_raced_on_by_its_link(fleet_of_one, small_graph: Graphs):
    here = Visit(fleet_of_one)
    name = here.bring(small_graph).dataset
    choice, problems = read_race({"race": "dgi,vgae", "dataset": name}, own=here.own)
    assert problems == [] and choice.own is here.own[name] and choice.card.called == "small"
    assert "nobody else has" in read_race({"race": "dgi", "dataset": name})[1][0]
