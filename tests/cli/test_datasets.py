"""datasets lists every card, or one."""

import json

import pytest

from igcl_core import DATASETS
from igcl_core.cli.main import main


def test_json_lists_every_dataset(capsys):
    assert main(["datasets", "--json"]) == 0
    cards = json.loads(capsys.readouterr().out)
    assert [card["name"] for card in cards] == list(DATASETS)
    assert len(cards) == 17
    karate = next(card for card in cards if card["name"] == "karate")
    assert (karate["nodes"], karate["edges"], karate["available"]) == (34, 78, True)
    assert {"task", "features", "classes", "homophily", "source", "licence"} <= set(karate)


def test_the_table_has_a_line_per_dataset(capsys):
    main(["datasets"])
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == ["name", *DATASETS]


@pytest.mark.parametrize("name", ["cora", "Cora"])
def test_one_card(capsys, name):
    main(["datasets", name, "--json"])
    assert json.loads(capsys.readouterr().out)["title"] == "Cora"
    main(["datasets", name])
    assert "Revisiting Semi-Supervised Learning" in capsys.readouterr().out


def test_an_unknown_name_gets_the_nearest(capsys):
    assert main(["datasets", "citeser"]) == 2
    assert "'citeseer'" in capsys.readouterr().err
